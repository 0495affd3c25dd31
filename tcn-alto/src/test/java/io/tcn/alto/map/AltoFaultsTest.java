// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Trial.capacities;
import static io.tcn.alto.map.Trial.mapping;
import static io.tcn.alto.map.Trial.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.JdkAltoTransport;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.FaultyServer;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.core.model.Resource;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a server can do wrong, and what the map of the control plane makes of it. Where the fault lies in the
/// connection, the sockets are real; the clock of the feed is always the test's.
class AltoFaultsTest {
    private static final String ONE = "192.0.2.1>192.0.2.193";
    private static final String TWO = "192.0.2.65>192.0.2.193";
    private static final Duration PERIOD = FeedSettings.PERIOD;
    private static final AltoLimits IMPATIENT =
            new AltoLimits(Duration.ofSeconds(3), Duration.ofSeconds(3), 64 << 20, 64 << 10, 5);

    private final EditedServer star = new EditedServer();
    private final FaultyServer server = star.server;

    private static AltoHttpServer listen(AltoServer server, int port) throws IOException {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return AltoHttpServer.start(server, new AltoHttpServerSettings(loopback, null, null), (_, _) -> () -> {});
    }

    private static void assertHeldAndStale(Trial trial, NetworkMapSnapshot good) {
        NetworkMapSnapshot held = trial.after(PERIOD.multipliedBy(4));
        assertThat(held.hasSameContent(good)).isTrue();
        assertThat(Duration.between(held.asOf(), trial.time.now())).isGreaterThan(PERIOD.multipliedBy(3));
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.STALE);
        assertThat(trial.status().trouble()).isNotNull();
    }

    private static NetworkMapSnapshot recovered(Trial trial) {
        NetworkMapSnapshot fresh = trial.after(Duration.ofMinutes(5));
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.FRESH);
        assertThat(trial.status().trouble()).isNull();
        return fresh;
    }

    // --- connections, over sockets

    @Test
    void q05AServerThatDiesAndComesBackIsFoundAgain() throws Exception {
        URI directory;
        try (JdkAltoTransport transport = new JdkAltoTransport(IMPATIENT, null)) {
            Trial trial;
            NetworkMapSnapshot good;
            try (AltoHttpServer http = listen(server, 0)) {
                directory = http.directory();
                trial = new Trial(transport, directory, Trial.Setup.USUAL);
                good = trial.pipes(ONE, TWO);
                assertThat(good.mappings().values()).containsOnly(PipeMapping.MAPPED);
            }
            assertHeldAndStale(trial, good);
            server.update(server.network().withCapacity("link:l1:n1>hub", 3e9));
            try (AltoHttpServer again = listen(server, directory.getPort())) {
                assertThat(again.directory()).isEqualTo(directory);
                assertThat(capacities(recovered(trial), ONE)).contains(3e9);
            }
        }
    }

    @Test
    void q05AServerThatIsDeadAtTheStartLeavesPipesUnmappedUntilItIsThere() throws Exception {
        URI directory;
        try (AltoHttpServer http = listen(server, 0)) {
            directory = http.directory();
        }
        try (JdkAltoTransport transport = new JdkAltoTransport(IMPATIENT, null)) {
            Trial trial = new Trial(transport, directory, Trial.Setup.USUAL);
            assertThat(trial.pipes(ONE).mappings().values()).containsOnly(PipeMapping.unmapped("never-answered"));
            try (AltoHttpServer http = listen(server, directory.getPort())) {
                assertThat(http.directory()).isEqualTo(directory);
                // Few failures so far: the wait is no longer than a period.
                assertThat(mapping(trial.after(PERIOD), ONE)).isEqualTo(PipeMapping.MAPPED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 200, 900})
    void v08AnAnswerThatBreaksOffIsDroppedAsAWhole(int bytes) throws Exception {
        try (BreakingSocket http = new BreakingSocket(server, "/alto/v1/endpointcost/pv");
                JdkAltoTransport transport = new JdkAltoTransport(IMPATIENT, null)) {
            Trial trial = new Trial(transport, http.directory(), Trial.Setup.USUAL);
            NetworkMapSnapshot good = trial.pipes(ONE, TWO);
            http.breakAfter(bytes);
            server.update(server.network().withCapacity("link:l1:n1>hub", 3e9));
            assertHeldAndStale(trial, good);
            http.breakAfter(Integer.MAX_VALUE);
            assertThat(capacities(recovered(trial), ONE)).contains(3e9);
        }
    }

    @Test
    void q08AServerThatHangsHoldsUpNobodyButItsFeed() throws Exception {
        try (AltoHttpServer http = listen(server, 0);
                JdkAltoTransport transport = new JdkAltoTransport(IMPATIENT, null)) {
            Trial trial = new Trial(transport, http.directory(), Trial.Setup.USUAL);
            NetworkMapSnapshot good = trial.pipes(ONE, TWO);
            CountDownLatch asking = new CountDownLatch(1);
            try (AutoCloseable held = server.faults().hold("ecs-pv")) {
                assertThat(held).isNotNull();
                // The feed waits for the server on a thread of its own, and meanwhile all others read.
                Thread feed = Thread.ofPlatform().start(() -> {
                    asking.countDown();
                    trial.time.advance(PERIOD);
                });
                assertThat(asking.await(10, TimeUnit.SECONDS)).isTrue();
                for (int i = 0; i < 1000; i++) {
                    assertThat(trial.feed.map().pairs()).hasSize(2);
                    assertThat(trial.status().answered()).isTrue();
                }
                feed.join(TimeUnit.SECONDS.toMillis(20));
                assertThat(feed.isAlive()).isFalse();
                assertThat(trial.status().counters()).containsKey("failures.TIMEOUT");
                assertThat(trial.now().hasSameContent(good)).isTrue();
            }
            recovered(trial);
        }
    }

    // --- answers

    @Test
    void q05GarbageOfAnyKindIsCountedAndChangesNothing() {
        Random random = new Random(3);
        List<AltoResponse> answers = new ArrayList<>();
        ScriptedServer liar = new ScriptedServer();
        Trial trial = new Trial(liar, EditedServer.DIRECTORY, Trial.Setup.USUAL);
        liar.instead(request -> good(request, answers));
        NetworkMapSnapshot good = trial.pipes(ONE, TWO);
        assertThat(good.mappings().values()).containsOnly(PipeMapping.MAPPED);
        AltoResponse answer = answers.getLast();
        for (int i = 0; i < 200; i++) {
            byte[] noise = random.nextInt(3) == 0
                    ? Arrays.copyOf(answer.body(), random.nextInt(answer.body().length - 300))
                    : new byte[random.nextInt(3000)];
            if (noise.length > 0 && random.nextBoolean()) {
                random.nextBytes(noise);
            }
            liar.instead(request -> request.method().equals("GET")
                    ? good(request, new ArrayList<>())
                    : new AltoResponse(200, answer.fields(), noise));
            assertThat(trial.after(PERIOD).hasSameContent(good)).isTrue();
        }
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.STALE);
        assertThat(trial.status().counters().keySet()).anyMatch(name -> name.startsWith("invalid."));
        liar.instead(request -> good(request, answers));
        assertThat(recovered(trial).hasSameContent(good)).isTrue();
    }

    private AltoResponse good(AltoRequest request, List<AltoResponse> answers) throws IOException {
        try {
            AltoResponse answer = star.exchange(request);
            answers.add(answer);
            return answer;
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void q04AServerThatRenamesAndRetagsEverythingIsTheSameMap(boolean persistent) {
        if (!persistent) {
            server.faults().dropProperty("ecs-pv", "persistent-entity-id");
        }
        Trial trial = new Trial(star, EditedServer.DIRECTORY, Trial.Setup.USUAL);
        NetworkMapSnapshot good = trial.pipes(ONE, TWO);
        SortedMap<AddressPair, PairPath> pairs = trial.feed.map().pairs();
        server.faults().rename("ecs-pv");
        server.faults().retag("ecs-pv");
        for (int i = 0; i < 20; i++) {
            NetworkMapSnapshot next = trial.after(PERIOD);
            assertThat(next.hasSameContent(good)).isTrue();
            assertThat(trial.feed.map().pairs()).isSameAs(pairs);
        }
    }

    @Test
    void q07APairThatIsLeftOutIsFlaggedOnceThenUnmappedAndComesBack() {
        Trial trial = new Trial(star, EditedServer.DIRECTORY, Trial.Setup.USUAL);
        NetworkMapSnapshot good = trial.pipes(ONE, TWO);
        server.faults().dropPair("ecs-pv", "ipv4:192.0.2.1", "ipv4:192.0.2.193");
        NetworkMapSnapshot once = trial.after(PERIOD);
        assertThat(path(once, ONE)).isEqualTo(path(good, ONE));
        assertThat(mapping(once, ONE).omitted()).isTrue();
        assertThat(mapping(once, TWO)).isEqualTo(PipeMapping.MAPPED);
        NetworkMapSnapshot twice = trial.after(PERIOD);
        assertThat(path(twice, ONE)).isEmpty();
        assertThat(mapping(twice, ONE)).isEqualTo(PipeMapping.unmapped("omitted"));
        assertThat(path(twice, TWO)).isEqualTo(path(good, TWO));
        server.faults().clear();
        assertThat(trial.after(PERIOD).hasSameContent(good)).isTrue();
        assertThat(mapping(trial.now(), ONE)).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void q01ACapacityThatIsTakenBackIsUnknownAndComesBackUnderTheSameId() {
        Trial trial = new Trial(star, EditedServer.DIRECTORY, Trial.Setup.USUAL);
        NetworkMapSnapshot good = trial.pipes(ONE);
        server.update(server.network().withCapacity("link:l1:n1>hub", null));
        NetworkMapSnapshot without = trial.after(PERIOD);
        assertThat(without.pipeResources()).isEqualTo(good.pipeResources());
        assertThat(capacities(without, ONE)).containsNull();
        server.update(server.network().withCapacity("link:l1:n1>hub", 10e9));
        assertThat(trial.after(PERIOD).hasSameContent(good)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void q08AThousandLinksThatChangeAtOnceAreOneNewMap(boolean pushed) {
        int many = 1000;
        AltoServer wide = Networks.server(Networks.parallel(many, 1e9));
        Trial trial = new Trial(
                new InProcessTransport(wide),
                EditedServer.DIRECTORY,
                pushed ? Trial.Setup.USUAL.withPush() : Trial.Setup.USUAL);
        String[] pipes = new String[many];
        for (int i = 0; i < many; i++) {
            pipes[i] = Networks.source() + ">" + Networks.destination(i);
        }
        NetworkMapSnapshot before = trial.pipes(pipes);
        assertThat(before.resources()).hasSize(many);
        wide.update(Networks.parallel(many, 2e9));
        NetworkMapSnapshot after = trial.after(pushed ? Duration.ZERO : PERIOD);
        assertThat(after.pipeResources()).isSameAs(before.pipeResources());
        assertThat(after.resources().values())
                .allMatch(resource -> Double.valueOf(2e9).equals(resource.capacityBps()));
        assertThat(before.resources().values())
                .allMatch(resource -> Double.valueOf(1e9).equals(resource.capacityBps()));
    }

    // --- streams

    /// Lets through so many bytes of a stream, then ends it; the streams after it are whole.
    private static final class CutStream implements AltoTransport {
        private final AltoTransport next;
        private long left;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

        CutStream(AltoTransport next, long left) {
            this.next = next;
            this.left = left;
        }

        @Override
        public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
            return next.exchange(request);
        }

        @Override
        public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
            return next.open(request, new StreamReceiver() {
                private boolean over;

                @Override
                public void bytes(byte[] bytes) {
                    if (over) {
                        return;
                    }
                    int part = (int) Math.min(left, bytes.length);
                    heard.write(bytes, 0, part);
                    left -= part;
                    if (part > 0) {
                        receiver.bytes(Arrays.copyOf(bytes, part));
                    }
                    if (part < bytes.length) {
                        over = true;
                        left = Long.MAX_VALUE;
                        receiver.ended("cut");
                    }
                }

                @Override
                public void ended(String why) {
                    if (!over) {
                        over = true;
                        receiver.ended(why);
                    }
                }
            });
        }
    }

    /// What was heard of a stream.
    ///
    /// @param before bytes before the change
    /// @param all bytes with it
    /// @param bps what was in force right after the change
    private record Heard(int before, int all, @Nullable Double bps) {}

    /// Follows a change of one capacity over a stream that is cut after so many bytes.
    private Heard cutAfter(long bytes) {
        server.update(server.network().withCapacity("link:l1:n1>hub", 10e9));
        CutStream cut = new CutStream(star, bytes);
        Trial trial = new Trial(cut, EditedServer.DIRECTORY, Trial.Setup.USUAL.withPush());
        NetworkMapSnapshot before = trial.pipes(ONE);
        assertThat(mapping(before, ONE)).isEqualTo(PipeMapping.MAPPED);
        int heardBefore = cut.heard.size();
        server.update(server.network().withCapacity("link:l1:n1>hub", 3e9));
        NetworkMapSnapshot at = trial.after(Duration.ZERO);
        assertThat(at.pipeResources()).isEqualTo(before.pipeResources());
        int heard = cut.heard.size();
        NetworkMapSnapshot after = trial.after(PERIOD);
        assertThat(capacities(after, ONE))
                .as("a period after a cut at " + bytes)
                .contains(3e9);
        assertThat(after.pipeResources()).isEqualTo(before.pipeResources());
        trial.feed.close();
        trial.time.settle();
        return new Heard(heardBefore, heard, capacities(at, ONE).get(1));
    }

    @Test
    void q05AStreamThatIsCutAtAnyByteOfAnEventLosesNothingAndTakesNoHalfEvent() {
        Heard whole = cutAfter(Long.MAX_VALUE);
        assertThat(whole.bps()).isEqualTo(3e9);
        assertThat(whole.all()).isGreaterThan(whole.before() + 50);
        for (int bytes = whole.before(); bytes < whole.all(); bytes++) {
            assertThat(cutAfter(bytes).bps()).as("cut after " + bytes).isEqualTo(10e9);
        }
    }

    @Test
    void q05AStreamThatIsCutWhileItOpensIsOpenedAgain() {
        Heard whole = cutAfter(Long.MAX_VALUE);
        for (int bytes = 0; bytes < whole.before(); bytes += 17) {
            // Open again within a second, so what changes after that is heard at once.
            assertThat(cutAfter(bytes).bps()).as("cut after " + bytes).isEqualTo(3e9);
        }
    }

    // --- networks

    /// Sites behind links of their own.
    private static final class Networks {
        static AltoServer server(PublishedNetwork network) {
            return new AltoServer(network, AltoServerSettings.DEFAULT, new Random(1));
        }

        static String source() {
            return "10.255.0.1";
        }

        static String destination(int site) {
            return "10." + site / 256 + "." + site % 256 + ".1";
        }

        /// From one site to each of many others over a link that no other pair has.
        static PublishedNetwork parallel(int many, double capacityBps) {
            List<PublishedNetwork.Site> sites = new ArrayList<>();
            SortedMap<String, PublishedNetwork.Element> elements = new TreeMap<>();
            sites.add(new PublishedNetwork.Site("from", List.of("10.255.0.0/24")));
            for (int i = 0; i < many; i++) {
                String label = "link:" + i;
                sites.add(new PublishedNetwork.Site("to" + i, List.of("10." + i / 256 + "." + i % 256 + ".0/24")));
                elements.put(
                        label, new PublishedNetwork.Element(label, Resource.Kind.LINK, capacityBps, new TreeMap<>()));
            }
            return new PublishedNetwork(
                    sites,
                    elements,
                    (from, to) -> from.equals("from") && to.startsWith("to")
                            ? Optional.of(new PublishedNetwork.NetworkPath(List.of("link:" + to.substring(2)), 1, 1, 1))
                            : Optional.empty());
        }
    }
}
