// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The embedded ALTO server, without a socket: publishes a network and tells its update streams of changes. Any
/// thread may call it. Each answer comes out of one version of the network.
public final class AltoServer {
    /// Path of the root directory.
    public static final String DIRECTORY_PATH = RequestRouter.ROOT + ResourceTable.DIRECTORY;

    private final Faults faults = new Faults();
    private final RequestRouter router;
    private final ReentrantLock publishing = new ReentrantLock();
    private volatile Edition edition;

    /// A server that publishes the network alone.
    ///
    /// @param random must not be guessable where the server is open to others
    public AltoServer(PublishedNetwork network, AltoServerSettings settings, RandomGenerator random) {
        this(network, settings, null, random);
    }

    /// @param expected the control plane's own view, asked once per request; null if it is not published
    public AltoServer(
            PublishedNetwork network,
            AltoServerSettings settings,
            @Nullable Supplier<ExpectedCosts> expected,
            RandomGenerator random) {
        PathVectors pathVectors = new PathVectors(settings, faults, random);
        ResourceTable table = new ResourceTable(pathVectors, faults, expected);
        this.router = new RequestRouter(table, faults);
        this.edition = Edition.first(network);
    }

    /// Answers a request that is not for a stream.
    public AltoResponse handle(AltoRequest request) {
        return router.answer(request, edition);
    }

    /// Publishes another version of the network. If the content is equal nothing happens, and nobody hears of it.
    public void update(PublishedNetwork network) {
        publishing.lock();
        try {
            if (!edition.network().equals(network)) {
                edition = edition.next(network);
            }
        } finally {
            publishing.unlock();
        }
    }

    /// What is published now.
    public PublishedNetwork network() {
        return edition.network();
    }

    /// The true name of an element.
    ///
    /// @param aneName its persistent name, without the domain
    public Optional<String> findLabel(String aneName) {
        return Optional.ofNullable(edition.labelOf(aneName));
    }

    /// Faults for tests.
    public Faults faults() {
        return faults;
    }

    /// Where the answer to this request breaks off.
    OptionalInt cut(AltoRequest request) {
        return router.find(request, edition)
                .map(resource -> faults.cut(resource.id()))
                .orElse(OptionalInt.empty());
    }
}
