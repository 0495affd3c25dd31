// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.client.Dialect;
import io.tcn.alto.http.AltoTransport;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The whole way from a server to a snapshot, on a clock that the test turns: feed, mapper and pipes between hosts that
/// are written as addresses.
final class Trial {
    final VirtualLoop time = new VirtualLoop();
    final ServerFeed feed;
    final AltoNetworkMap map;
    private final AltoClient client;
    private PipeTable pipes = PipeTable.of(List.of());

    /// How a trial is set up where it is not as usual.
    ///
    /// @param capacities texts of the operator
    /// @param flows whether the server takes flows in place of a product
    /// @param push whether updates are taken
    /// @param file where the map is kept
    record Setup(
            List<String> capacities,
            boolean lenient,
            boolean flows,
            boolean push,
            int maxPairs,
            boolean acceptDefaultPid,
            Duration period,
            @Nullable Path file) {
        static final Setup USUAL = new Setup(
                List.of("max-reservable-bandwidth"),
                false,
                false,
                false,
                FeedSettings.MAX_PAIRS,
                true,
                FeedSettings.PERIOD,
                null);

        Setup capacities(boolean isLenient, String... texts) {
            return new Setup(List.of(texts), isLenient, flows, push, maxPairs, acceptDefaultPid, period, file);
        }

        Setup withFlows() {
            return new Setup(capacities, lenient, true, push, maxPairs, acceptDefaultPid, period, file);
        }

        Setup withPush() {
            return new Setup(capacities, lenient, flows, true, maxPairs, acceptDefaultPid, period, file);
        }

        Setup maxPairs(int most) {
            return new Setup(capacities, lenient, flows, push, most, acceptDefaultPid, period, file);
        }

        Setup withoutDefaultPid() {
            return new Setup(capacities, lenient, flows, push, maxPairs, false, period, file);
        }

        Setup keptIn(Path folder) {
            return new Setup(
                    capacities, lenient, flows, push, maxPairs, acceptDefaultPid, period, folder.resolve("net.json"));
        }
    }

    Trial(AltoTransport transport, URI directory, Setup setup) {
        AltoClientSettings usual = AltoClientSettings.of("net", directory);
        AltoClientSettings how = new AltoClientSettings(
                usual.name(),
                usual.ird(),
                usual.auth(),
                usual.trusted(),
                Set.of(),
                setup.flows() ? Dialect.ENDPOINT_FLOWS : Dialect.RFC,
                setup.lenient(),
                null,
                usual.limits());
        client = new AltoClient(how, transport, time, new Random(7));
        FeedSettings settings = new FeedSettings(
                "net",
                setup.period(),
                setup.push(),
                Identity.AUTO,
                CapacityRule.parse(setup.capacities(), setup.lenient()),
                setup.maxPairs(),
                setup.acceptDefaultPid(),
                true,
                setup.flows(),
                setup.file());
        feed = ServerFeed.of(settings, client, time::schedule, time, time, BackOff.ofRequests(new Random(11)));
        map = new AltoNetworkMap(List.of(feed), AddressBook.of(Map.of(), time), time);
        feed.start();
    }

    AltoClient client() {
        return client;
    }

    /// From now on there are these pipes, each written `from>to` with addresses.
    NetworkMapSnapshot pipes(String... texts) {
        want(texts);
        time.advance(Duration.ofSeconds(2));
        return now();
    }

    /// From now on there are these pipes; nobody has been asked about them yet.
    void want(String... texts) {
        List<Pipe> some = new ArrayList<>();
        for (String text : texts) {
            int end = text.indexOf('>');
            some.add(new Pipe(
                    PipeId.of(text),
                    endpoint(text.substring(0, end)),
                    endpoint(text.substring(end + 1)),
                    UserId.of("cms"),
                    PipeLimits.DEFAULT));
        }
        pipes = new PipeTable(pipes.version() + 1, List.copyOf(some));
        map.map(pipes);
    }

    private static Endpoint endpoint(String host) {
        return Endpoint.parse("https://" + (host.indexOf(':') < 0 ? host : "[" + host + "]"));
    }

    /// What is in force.
    NetworkMapSnapshot now() {
        return map.map(pipes);
    }

    NetworkMapSnapshot after(Duration wait) {
        time.advance(wait);
        return now();
    }

    FeedStatus status() {
        return map.status().getFirst();
    }

    static PipeMapping mapping(NetworkMapSnapshot snapshot, String pipe) {
        return Objects.requireNonNull(snapshot.mappings().get(PipeId.of(pipe)));
    }

    static List<ResourceId> path(NetworkMapSnapshot snapshot, String pipe) {
        return Objects.requireNonNull(snapshot.pipeResources().get(PipeId.of(pipe)));
    }

    /// The capacities along a path in bit/s; null where one is not known.
    static List<@Nullable Double> capacities(NetworkMapSnapshot snapshot, String pipe) {
        List<@Nullable Double> all = new ArrayList<>();
        for (ResourceId id : path(snapshot, pipe)) {
            Resource resource = Objects.requireNonNull(snapshot.resources().get(id));
            all.add(resource.capacityBps());
        }
        return all;
    }
}
