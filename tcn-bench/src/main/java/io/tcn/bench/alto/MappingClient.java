// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.client.JdkAltoTransport;
import io.tcn.alto.client.VirtualTimers;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.AltoNetworkMap;
import io.tcn.alto.map.FeedSettings;
import io.tcn.alto.map.FeedStatus;
import io.tcn.alto.map.ServerFeed;
import io.tcn.bench.BenchException;
import io.tcn.core.model.Pipe;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.topology.StorageSides;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Client, feed and mapper as the server of TCN wires them, over HTTP, for all pipes of a case.
final class MappingClient implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final String SERVER = "bench";

    /// A map that was published.
    ///
    /// @param atNanos monotonic time
    /// @param isWhole whether every pipe is mapped
    /// @param counts what was asked for so far
    record Published(NetworkMapChange change, long atNanos, boolean isWhole, CountingTransport.Counts counts) {}

    private final JdkAltoTransport http = new JdkAltoTransport(AltoLimits.DEFAULT, null);
    private final CountingTransport transport = new CountingTransport(http);
    private final BenchThread feedThread = new BenchThread("alto-feed");
    private final BenchThread mapThread = new BenchThread("alto-map");
    private final VirtualTimers timers = new VirtualTimers();
    private final BlockingQueue<Published> published = new LinkedBlockingQueue<>();
    private final ServerFeed feed;
    private final AltoNetworkMap map;

    // Of the thread of the map only.
    private boolean isWhole;

    private MappingClient(URI directory, AltoCase world, FeedSettings settings) {
        AltoClient client =
                new AltoClient(AltoClientSettings.of(SERVER, directory), transport, feedThread::now, new Random(1));
        feed = ServerFeed.of(settings, client, timers, feedThread, feedThread, BackOff.ofRequests(new Random(2)));
        map = new AltoNetworkMap(List.of(feed), AddressBook.of(world.places(), feedThread), feedThread);
    }

    /// Begins with nothing known.
    ///
    /// @param push whether changes are pushed; else they are asked for every second
    static MappingClient start(URI directory, AltoCase world, List<Pipe> pipes, boolean push) {
        FeedSettings usual = FeedSettings.of(SERVER);
        MappingClient client = new MappingClient(
                directory,
                world,
                new FeedSettings(
                        SERVER,
                        push ? usual.period() : Duration.ofSeconds(1),
                        push,
                        usual.identity(),
                        usual.capacities(),
                        usual.maxPairs(),
                        true,
                        true,
                        false,
                        null));
        client.feed.start();
        MapFollower follower = new MapFollower(
                new StorageSides(client.map),
                pipes,
                client.mapThread,
                NetworkMapSnapshot.empty(client.mapThread.now()),
                client::hear);
        follower.start();
        return client;
    }

    private void hear(NetworkMapSnapshot snapshot, NetworkMapChange change) {
        long now = System.nanoTime();
        if (!change.remapped().isEmpty() || snapshot.version().value() <= 1) {
            isWhole = !snapshot.mappings().isEmpty()
                    && snapshot.mappings().values().stream()
                            .allMatch(mapping -> mapping.state() == PipeMapping.State.MAPPED);
        }
        published.add(new Published(change, now, isWhole, transport.mark()));
    }

    /// Waits for a map.
    Published await(Predicate<Published> wanted) throws BenchException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            Published next = published.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                FeedStatus status = status();
                throw new BenchException("no such map came within " + PATIENCE_SECONDS + " s: " + status.trouble()
                        + ", service " + status.service() + ", pairs " + status.pairs());
            }
            if (wanted.test(next)) {
                return next;
            }
        }
    }

    FeedStatus status() {
        return map.status().getFirst();
    }

    CountingTransport transport() {
        return transport;
    }

    @Override
    public void close() {
        feed.close();
        feedThread.close();
        mapThread.close();
        timers.close();
        http.close();
    }
}
