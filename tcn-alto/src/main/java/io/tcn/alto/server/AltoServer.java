// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The embedded ALTO server, without a socket: publishes a network and tells its update streams of changes. Any
/// thread may call it. Each answer comes out of one version of the network. Tests make servers with faults of it.
public class AltoServer {
    /// Path of the root directory.
    public static final String DIRECTORY_PATH = RequestRouter.ROOT + ResourceTable.DIRECTORY;

    private static final String STREAM_PATH = RequestRouter.ROOT + ResourceTable.UPDATES;
    private static final HttpFields STREAM_FIELDS =
            HttpFields.of(Map.of("Content-Type", AltoMediaTypes.EVENT_STREAM, "Cache-Control", "no-store"));

    /// Closes a stream from the client's side.
    private final class OpenStream implements AutoCloseable {
        private final ServedStream stream;

        private OpenStream(ServedStream stream) {
            this.stream = stream;
        }

        @Override
        public void close() {
            AltoServer.this.close(stream);
        }
    }

    private final RequestRouter router;
    private final UpdateStreams streams;

    /// Held while something is published or a stream is opened, changed or closed: what streams say comes in order.
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
        PathVectors pathVectors = new PathVectors(settings, random);
        ResourceTable table = new ResourceTable(pathVectors, new CostServices(settings.openAltoCompatible()), expected);
        this.router = new RequestRouter(table);
        this.streams = new UpdateStreams(new FollowedResources(pathVectors), random);
        this.edition = Edition.first(network);
    }

    /// Answers a request that is not for a stream.
    public AltoResponse handle(AltoRequest request) {
        String control = RequestRouter.ROOT + UpdateStreams.CONTROL;
        String path = request.uri().getPath();
        if (path == null || !path.startsWith(control)) {
            return router.answer(request, edition);
        }
        publishing.lock();
        try {
            return streams.control(request, path.substring(control.length()), edition);
        } finally {
            publishing.unlock();
        }
    }

    /// Opens an update stream. What it begins with has been heard when this returns; what follows is heard by the
    /// thread that publishes it, which must not wait for another one that asks this server.
    public AltoTransport.Opened open(AltoRequest request, AltoTransport.StreamReceiver receiver) {
        return open(request, new DirectOutlet(receiver));
    }

    AltoTransport.Opened open(AltoRequest request, Outlet outlet) {
        if (!isForStream(request)) {
            return new AltoTransport.Opened.Refused(handle(request));
        }
        publishing.lock();
        try {
            ServedStream stream = streams.open(request, outlet, edition);
            return new AltoTransport.Opened.Stream(STREAM_FIELDS, new OpenStream(stream));
        } catch (RequestException refused) {
            return UpdateStreams.refused(refused);
        } finally {
            publishing.unlock();
        }
    }

    /// Whether a good answer to this request is a stream.
    boolean isForStream(AltoRequest request) {
        return request.method().equals("POST")
                && STREAM_PATH.equals(request.uri().getPath());
    }

    private void close(ServedStream stream) {
        publishing.lock();
        try {
            streams.close(stream, "closed by the client");
        } finally {
            publishing.unlock();
        }
    }

    /// The client of this stream has read all that waited for it.
    void drained(AltoTransport.Opened.Stream stream) {
        if (stream.stream() instanceof OpenStream known) {
            publishing.lock();
            try {
                known.stream.drained(edition);
            } finally {
                publishing.unlock();
            }
        }
    }

    /// Publishes another version of the network. If the content is equal nothing happens, and nobody hears of it.
    public void update(PublishedNetwork network) {
        publishing.lock();
        try {
            if (!edition.network().equals(network)) {
                edition = edition.next(network);
                streams.update(edition);
            }
        } finally {
            publishing.unlock();
        }
    }

    /// Tells the client of each stream that it lives; to be called every 15 s (RFC 8895 §6.8).
    public void keepAlive() {
        publishing.lock();
        try {
            streams.comment();
        } finally {
            publishing.unlock();
        }
    }

    /// Closes all streams from this side; the server goes on.
    public void closeStreams(String why) {
        publishing.lock();
        try {
            streams.closeAll(why);
        } finally {
            publishing.unlock();
        }
    }

    /// What is published now.
    public PublishedNetwork network() {
        return edition.network();
    }
}
