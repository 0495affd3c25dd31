// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sites A, B and C on a chain of routers, a - b - c, published by our own server in this process.
class AltoNetworkMapTest {
    private final VirtualLoop time = new VirtualLoop();
    private final AltoServer server =
            new AltoServer(TopologyNetwork.of(chain(10)), AltoServerSettings.DEFAULT, new Random(1));
    private final FragileTransport transport = new FragileTransport(new InProcessTransport(server));
    private final List<Pipe> pipes = new ArrayList<>();
    private int told;

    @Test
    void resourcesOfOurOwnServerComeWithIdsLabelsKindsAndCapacities() {
        AltoNetworkMap map = map(feed("net", null));
        NetworkMapSnapshot snapshot = settled(map);

        assertThat(labels(snapshot, "A>C")).containsExactly("read:A", "link:ab:a>b", "link:bc:b>c", "write:C");
        Resource link = resource(snapshot, "link:bc:b>c");
        assertThat(link.id().value()).startsWith("alto:net:anes.ane:");
        assertThat(link.capacityBps()).isEqualTo(10e9);
        assertThat(link.description().source()).isEqualTo("net");
        assertThat(resource(snapshot, "read:A").kind()).isEqualTo(Resource.Kind.STORAGE_READ);
        assertThat(resource(snapshot, "write:C").kind()).isEqualTo(Resource.Kind.STORAGE_WRITE);
        assertThat(snapshot.mappings().get(PipeId.of("A>C"))).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void q02AllPipesAreAskedForInOneRequest() {
        AltoNetworkMap map = map(feed("net", null));
        settled(map);
        assertThat(transport.posts()).isEqualTo(1);
        time.advance(Duration.ofSeconds(30));
        assertThat(transport.posts()).isEqualTo(2);
    }

    @Test
    void aNewPipeIsAskedForWithinTwoSeconds() {
        AltoNetworkMap map = map(feed("net", null));
        settled(map);
        pipes.add(pipe("C", "B"));
        assertThat(map.map(table()).mappings().get(PipeId.of("C>B"))).isEqualTo(PipeMapping.unmapped("never-answered"));
        time.advance(Duration.ofSeconds(2));
        assertThat(labels(map.map(table()), "C>B")).containsExactly("read:C", "link:bc:c>b", "write:B");
    }

    @Test
    void q06AnEndpointThatCannotBeResolvedIsUnmappedAndNothingIsMadeUp() {
        pipes.add(new Pipe(
                PipeId.of("nowhere"),
                Endpoint.parse("https://nowhere.invalid"),
                Endpoint.parse("https://c.example.org"),
                UserId.of("cms"),
                PipeLimits.DEFAULT));
        NetworkMapSnapshot snapshot = settled(map(feed("net", null)));
        assertThat(snapshot.mappings().get(PipeId.of("nowhere"))).isEqualTo(PipeMapping.unmapped("unresolved"));
        assertThat(snapshot.pipeResources().get(PipeId.of("nowhere"))).isEmpty();
    }

    @Test
    void addressesThatTheNameServiceChangesOrFindsLaterAreUsed() {
        Map<String, String> names = new HashMap<>();
        names.put("c.example.org", String.valueOf(server.network().addressOf("C")));
        AddressBook book = new AddressBook(
                Map.of(endpoint("A"), new Place.At(List.of(server.network().addressOf("A")))),
                host -> {
                    String address = names.get(host);
                    if (address == null) {
                        throw new IOException("no such host: " + host);
                    }
                    return List.of(Answers.address(address));
                },
                Runnable::run,
                time);
        pipes.add(pipe("A", "B"));
        pipes.add(pipe("A", "C"));
        ServerFeed feed = feed("net", null);
        AltoNetworkMap map = new AltoNetworkMap(List.of(feed), book, time);
        feed.start();
        map.map(table());
        time.advance(Duration.ofSeconds(2));
        assertThat(labels(map.map(table()), "A>C")).contains("write:C");
        assertThat(map.map(table()).mappings().get(PipeId.of("A>B"))).isEqualTo(PipeMapping.unmapped("unresolved"));

        names.put("b.example.org", String.valueOf(server.network().addressOf("B")));
        time.advance(Duration.ofSeconds(31));
        map.map(table());
        time.advance(Duration.ofSeconds(2));
        assertThat(labels(map.map(table()), "A>B")).contains("write:B");

        names.put("c.example.org", String.valueOf(server.network().addressOf("B")));
        time.advance(Duration.ofSeconds(301));
        map.map(table());
        time.advance(Duration.ofSeconds(2));
        assertThat(labels(map.map(table()), "A>C")).contains("write:B");
    }

    @Test
    void q05WhileTheServerIsGoneTheLastMapHoldsAndAgesAndItIsFoundAgain() {
        AltoNetworkMap map = map(feed("net", null));
        NetworkMapSnapshot good = settled(map);
        transport.dead = true;
        time.advance(Duration.ofMinutes(5));
        NetworkMapSnapshot old = map.map(table());
        assertThat(old.hasSameContent(good)).isTrue();
        assertThat(Duration.between(old.asOf(), time.now())).isGreaterThan(Duration.ofMinutes(4));
        FeedStatus status = map.status().getFirst();
        assertThat(status.freshness()).isEqualTo(MapFreshness.STALE);
        assertThat(status.trouble()).contains("refused");
        time.advance(Duration.ofHours(24));
        assertThat(map.status().getFirst().freshness()).isEqualTo(MapFreshness.OLD);

        transport.dead = false;
        server.update(server.network().withCapacity("link:bc:b>c", 5e9));
        time.advance(Duration.ofMinutes(5));
        assertThat(map.status().getFirst().freshness()).isEqualTo(MapFreshness.FRESH);
        assertThat(map.status().getFirst().trouble()).isNull();
        assertThat(resource(map.map(table()), "link:bc:b>c").capacityBps()).isEqualTo(5e9);
    }

    @Test
    void q05AfterARestartTheMapOnDiskIsInForceAndStaleUntilTheServerAnswers(@TempDir Path folder) {
        Path file = folder.resolve("alto").resolve("net.json");
        ServerFeed feed = feed("net", file);
        NetworkMapSnapshot good = settled(map(feed));
        time.advance(Duration.ofSeconds(5));
        feed.close();
        time.settle();

        transport.dead = true;
        AltoNetworkMap again = map(feed("net", file));
        NetworkMapSnapshot loaded = settled(again);
        assertThat(loaded.hasSameContent(good)).isTrue();
        assertThat(labels(loaded, "A>C")).isEqualTo(labels(good, "A>C"));
        assertThat(again.status().getFirst().freshness()).isEqualTo(MapFreshness.STALE);
    }

    @Test
    void q05AServerThatIsDeadAtTheStartLeavesPipesUnmapped() {
        transport.dead = true;
        AltoNetworkMap map = map(feed("net", null));
        NetworkMapSnapshot snapshot = settled(map);
        assertThat(snapshot.mappings().get(PipeId.of("A>C"))).isEqualTo(PipeMapping.unmapped("never-answered"));
        transport.dead = false;
        time.advance(Duration.ofSeconds(30));
        assertThat(map.map(table()).mappings().get(PipeId.of("A>C"))).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void q04ARestartedServerWithOtherNamesIsTheSameMap() {
        AltoNetworkMap map = map(feed("net", null));
        NetworkMapSnapshot good = settled(map);
        transport.next = new InProcessTransport(
                new AltoServer(TopologyNetwork.of(chain(10)), AltoServerSettings.DEFAULT, new Random(2)));
        time.advance(Duration.ofSeconds(31));
        NetworkMapSnapshot again = map.map(table());
        assertThat(transport.posts()).isEqualTo(2);
        assertThat(again.hasSameContent(good)).isTrue();
        assertThat(again.asOf()).isAfter(good.asOf());
    }

    @Test
    void q08AnUpdateOfOneLinkGivesANewSnapshotThatSharesThePathsAndLeavesTheOldOneAsItWas() {
        AltoNetworkMap map = map(feed("net", null));
        NetworkMapSnapshot before = settled(map);
        server.update(server.network().withCapacity("link:bc:b>c", 5e9));
        time.advance(Duration.ofSeconds(31));
        NetworkMapSnapshot after = map.map(table());
        assertThat(after.pipeResources()).isSameAs(before.pipeResources());
        assertThat(resource(before, "link:bc:b>c").capacityBps()).isEqualTo(10e9);
        assertThat(resource(after, "link:bc:b>c").capacityBps()).isEqualTo(5e9);
    }

    @Test
    void whatTheServerPushesIsInForceAtOnce() {
        AltoNetworkMap map = map(pushed("net"));
        NetworkMapSnapshot before = settled(map);
        time.advance(Duration.ofSeconds(1));
        assertThat(map.status().getFirst().streaming()).isTrue();
        long posts = transport.posts();
        int toldBefore = told;

        server.update(server.network().withCapacity("link:bc:b>c", 5e9));
        time.settle();

        assertThat(told).isGreaterThan(toldBefore);
        NetworkMapSnapshot after = map.map(table());
        assertThat(transport.posts()).isEqualTo(posts);
        assertThat(resource(after, "link:bc:b>c").capacityBps()).isEqualTo(5e9);
        assertThat(after.pipeResources()).isSameAs(before.pipeResources());
    }

    @Test
    void aPipeThatComesWhileAStreamIsUpIsFollowedToo() {
        AltoNetworkMap map = map(pushed("net"));
        settled(map);
        pipes.add(pipe("C", "B"));
        map.map(table());
        time.advance(Duration.ofSeconds(2));
        server.update(server.network().withCapacity("link:bc:c>b", 4e9));
        time.settle();
        assertThat(resource(map.map(table()), "link:bc:c>b").capacityBps()).isEqualTo(4e9);
        assertThat(map.map(table()).mappings().values()).containsOnly(PipeMapping.MAPPED);
    }

    @Test
    void aStreamThatIsCutIsOpenedAgainAndMissesNothing() {
        AltoNetworkMap map = map(pushed("net"));
        settled(map);
        time.advance(Duration.ofSeconds(1));
        server.closeStreams("test");
        server.update(server.network().withCapacity("link:bc:b>c", 2e9));
        time.advance(Duration.ofSeconds(30));
        assertThat(resource(map.map(table()), "link:bc:b>c").capacityBps()).isEqualTo(2e9);
        assertThat(map.status().getFirst().streaming()).isTrue();
    }

    @Test
    void severalServersAreUnitedEachWithItsOwnSegment() {
        AltoServer other = new AltoServer(TopologyNetwork.of(chain(3)), AltoServerSettings.DEFAULT, new Random(3));
        ServerFeed second = feedOf("east", new InProcessTransport(other), null);
        NetworkMapSnapshot snapshot = settled(map(feed("west", null), second));
        assertThat(labels(snapshot, "A>B"))
                .containsExactly("read:A", "link:ab:a>b", "write:B", "read:A", "link:ab:a>b", "write:B");
        assertThat(Objects.requireNonNull(snapshot.pipeResources().get(PipeId.of("A>B"))).stream()
                        .map(ResourceId::value))
                .filteredOn(id -> id.startsWith("alto:east:"))
                .hasSize(3);
    }

    // --- the small world

    /// Pipes are only added.
    private PipeTable table() {
        return new PipeTable(pipes.size(), List.copyOf(pipes));
    }

    private NetworkMapSnapshot settled(AltoNetworkMap map) {
        map.map(table());
        time.settle();
        return map.map(table());
    }

    private AltoNetworkMap map(ServerFeed... feeds) {
        if (pipes.isEmpty()) {
            pipes.add(pipe("A", "B"));
        }
        if (pipes.stream().noneMatch(pipe -> pipe.id().value().equals("A>C"))) {
            pipes.add(pipe("A", "C"));
        }
        Map<Endpoint, Place> places = new HashMap<>();
        PublishedNetwork network = server.network();
        for (String site : List.of("A", "B", "C")) {
            places.put(endpoint(site), new Place.At(List.of(network.addressOf(site))));
        }
        AltoNetworkMap map = new AltoNetworkMap(List.of(feeds), AddressBook.of(places, time), time);
        map.listen(() -> told++);
        for (ServerFeed feed : feeds) {
            feed.start();
        }
        return map;
    }

    private ServerFeed feed(String name, @Nullable Path file) {
        return feedOf(name, transport, file);
    }

    private ServerFeed pushed(String name) {
        transport.streams = true;
        AltoClient client = new AltoClient(
                AltoClientSettings.of(name, URI.create("http://127.0.0.1" + AltoServer.DIRECTORY_PATH)),
                transport,
                time,
                new Random(7));
        return ServerFeed.of(
                FeedSettings.of(name), client, time::schedule, time, time, BackOff.ofRequests(new Random(11)));
    }

    private ServerFeed feedOf(String name, AltoTransport to, @Nullable Path file) {
        FeedSettings usual = FeedSettings.of(name);
        FeedSettings settings = new FeedSettings(
                name,
                usual.period(),
                false,
                usual.identity(),
                usual.capacities(),
                usual.maxPairs(),
                true,
                true,
                false,
                file);
        AltoClient client = new AltoClient(
                AltoClientSettings.of(name, URI.create("http://127.0.0.1" + AltoServer.DIRECTORY_PATH)),
                to,
                time,
                new Random(7));
        return ServerFeed.polling(settings, client, time, time, BackOff.ofRequests(new Random(11)));
    }

    private static Pipe pipe(String from, String to) {
        return new Pipe(PipeId.of(from + ">" + to), endpoint(from), endpoint(to), UserId.of("cms"), PipeLimits.DEFAULT);
    }

    private static Endpoint endpoint(String site) {
        return Endpoint.parse("https://" + site + ".example.org");
    }

    private static Topology chain(double gbps) {
        return new Topology(
                "chain",
                List.of(node("a"), node("b"), node("c")),
                List.of(
                        new Topology.Link("ab", "a", "b", gbps, 1.0, null),
                        new Topology.Link("bc", "b", "c", gbps, 1.0, null)),
                List.of(site("A", "a"), site("B", "b"), site("C", "c")));
    }

    private static Topology.Node node(String id) {
        return new Topology.Node(id, "router", null, null);
    }

    private static Topology.Site site(String id, String router) {
        return new Topology.Site(id, null, List.of(router), 100.0, null, null);
    }

    private static List<String> labels(NetworkMapSnapshot snapshot, String pipe) {
        return Objects.requireNonNull(snapshot.pipeResources().get(PipeId.of(pipe))).stream()
                .map(id -> String.valueOf(
                        Objects.requireNonNull(snapshot.resources().get(id))
                                .description()
                                .label()))
                .toList();
    }

    private static Resource resource(NetworkMapSnapshot snapshot, String label) {
        return snapshot.resources().values().stream()
                .filter(resource -> label.equals(resource.description().label()))
                .findFirst()
                .orElseThrow();
    }

    /// A transport that can be dead, and can lead to another server.
    private static final class FragileTransport implements AltoTransport {
        private AltoTransport next;
        private boolean dead;
        private boolean streams;
        private final List<String> requests = new ArrayList<>();

        FragileTransport(AltoTransport next) {
            this.next = next;
        }

        long posts() {
            return requests.stream().filter("POST"::equals).count();
        }

        @Override
        public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
            if (dead) {
                throw new IOException("connection refused");
            }
            requests.add(request.method());
            return next.exchange(request);
        }

        @Override
        public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
            if (streams && !dead) {
                return next.open(request, receiver);
            }
            return new Opened.Refused(new AltoResponse(503, HttpFields.NONE, "busy".getBytes(StandardCharsets.UTF_8)));
        }
    }
}
