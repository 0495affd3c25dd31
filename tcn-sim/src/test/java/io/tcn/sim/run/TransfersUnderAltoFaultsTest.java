// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.BackOff;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.AltoNetworkMap;
import io.tcn.alto.map.FeedSettings;
import io.tcn.alto.map.FeedStatus;
import io.tcn.alto.map.Place;
import io.tcn.alto.map.ServerFeed;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.FaultyServer;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.topology.Topology;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Core's real loops over a network that an ALTO server tells of, while that server fails: transfers go on finishing on
/// every pipe, the last map holds and shows its age, and the server is found again.
class TransfersUnderAltoFaultsTest implements ControlEvents {
    private static final Duration FAULT = Duration.ofMinutes(3);
    private static final List<String> PIPES = List.of("A>C", "B>C", "C>A");

    /// What a server does instead of answering.
    enum Fault {
        REFUSES,
        HANGS,
        GARBAGE,
        HTML,
        WRONG_TYPE,
        DIRECTORY_INSTEAD,
        BUSY,
        NOT_FOUND,
        DEFECT;

        AltoResponse answer(AltoRequest request, AltoTransport good) throws IOException, InterruptedException {
            return switch (this) {
                case REFUSES -> throw new ConnectException("connection refused");
                case HANGS -> throw new HttpTimeoutException("no whole answer within 15 s");
                case GARBAGE -> {
                    byte[] noise = new byte[4096];
                    new Random(noise.length).nextBytes(noise);
                    yield answer(200, "multipart/related;type=application/alto-endpointcost+json;boundary=x", noise);
                }
                case HTML ->
                    answer(500, "text/html", "<p>Traceback".repeat(9000).getBytes(StandardCharsets.UTF_8));
                case WRONG_TYPE ->
                    answer(200, "application/json", good.exchange(request).body());
                case DIRECTORY_INSTEAD ->
                    good.exchange(AltoRequest.get(
                            URI.create("http://127.0.0.1" + AltoServer.DIRECTORY_PATH), HttpFields.NONE));
                case BUSY ->
                    new AltoResponse(
                            503, HttpFields.of(Map.of("Content-Type", "text/plain", "Retry-After", "7")), new byte[0]);
                case NOT_FOUND -> answer(404, "text/plain", new byte[0]);
                case DEFECT -> throw new IllegalStateException("a defect of ours");
            };
        }

        private static AltoResponse answer(int status, String type, byte[] body) {
            return new AltoResponse(status, HttpFields.of(Map.of("Content-Type", type)), body);
        }
    }

    private final Engine engine = new Engine();
    private final FaultyServer server =
            new FaultyServer(TopologyNetwork.of(topology(10)), AltoServerSettings.DEFAULT, new Random(1));
    private final AltoTransport good = new InProcessTransport(server);
    private @Nullable Fault fault;
    private boolean pushes = true;
    private final Map<PipeId, Integer> finished = new HashMap<>();
    private final Map<TransferId, PipeId> pipeOf = new HashMap<>();
    private final List<NetworkMapChange> changes = new ArrayList<>();
    private final List<String> defects = new ArrayList<>();
    private long nextTransfer = 1;
    private final ServerFeed feed;
    private final AltoNetworkMap map;
    private final ControlPlane plane;
    private final List<Pipe> pipes =
            PIPES.stream().map(TransfersUnderAltoFaultsTest::pipe).toList();

    TransfersUnderAltoFaultsTest() {
        AltoTransport fragile = new AltoTransport() {
            @Override
            public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
                Fault now = fault;
                return now == null ? good.exchange(request) : now.answer(request, good);
            }

            @Override
            public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
                Fault now = pushes ? fault : Fault.NOT_FOUND;
                return now == null ? good.open(request, receiver) : new Opened.Refused(now.answer(request, good));
            }
        };
        AltoClient client = new AltoClient(
                AltoClientSettings.of("net", URI.create("http://127.0.0.1" + AltoServer.DIRECTORY_PATH)),
                fragile,
                engine::now,
                new Random(2));
        feed = ServerFeed.of(
                FeedSettings.of("net"), client, engine::schedule, engine, engine, BackOff.ofRequests(new Random(3)));
        Map<Endpoint, Place> places = new HashMap<>();
        for (String site : List.of("A", "B", "C")) {
            places.put(endpoint(site), new Place.At(List.of(server.network().addressOf(site))));
        }
        map = new AltoNetworkMap(List.of(feed), AddressBook.of(places, engine), engine);
        plane = new ControlPlane(
                engine,
                new FluidDataPlane(engine, FluidNetwork.of(world(), pipes, new Physics(2e9, 0.5, 12))),
                map,
                Duration.ofSeconds(30),
                new OptimizerRegistry().find("tcn-zero").orElseThrow().factory().create(new SplittableRandom(4)),
                new ControlSettings(Duration.ofSeconds(5), 2),
                BoundSettings.DEFAULT,
                (observation, decision) -> {},
                this);
    }

    /// The network as it is, whatever the server says.
    private NetworkMapSnapshot world() {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (Pipe pipe : pipes) {
            ResourceId link = ResourceId.of("link:" + pipe.id().value());
            resources.put(link, new Resource(link, Resource.Kind.LINK, 10e9));
            paths.put(pipe.id(), List.of(link));
        }
        return new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
    }

    private static Topology topology(double gbps) {
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

    private static Endpoint endpoint(String site) {
        return Endpoint.parse("https://" + site + ".example.org");
    }

    private static Pipe pipe(String text) {
        return new Pipe(
                PipeId.of(text),
                endpoint(text.substring(0, 1)),
                endpoint(text.substring(2)),
                UserId.of("cms"),
                new PipeLimits(1, 12));
    }

    @BeforeEach
    void newTransfersComeEverySecond() {
        feed.start();
        // Until the map has been heard, and then on and on.
        arrive();
    }

    private void arrive() {
        if (plane.state().snapshot().pipes().size() == pipes.size()) {
            List<Transfer> some = new ArrayList<>();
            for (Pipe pipe : pipes) {
                TransferId id = TransferId.of(nextTransfer++);
                pipeOf.put(id, pipe.id());
                some.add(new Transfer(
                        id,
                        pipe.id(),
                        URI.create(pipe.source() + "/" + id.value()),
                        URI.create(pipe.destination() + "/" + id.value()),
                        100_000_000,
                        Transfer.DEFAULT_PRIORITY,
                        Set.of(),
                        TransferOptions.DEFAULT));
            }
            plane.submit(some);
        }
        engine.schedule(Duration.ofSeconds(1), this::arrive);
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state == TransferState.FINISHED) {
            finished.merge(Objects.requireNonNull(pipeOf.get(transfer)), 1, Integer::sum);
        }
    }

    @Override
    public void mapChanged(NetworkMapChange change) {
        changes.add(change);
    }

    @Override
    public void stepFailed(String loop, Throwable defect) {
        defects.add(loop + ": " + defect);
    }

    private void begin() {
        plane.start(Set.of(UserId.of("cms")), pipes, List.of());
        pass(Duration.ofMinutes(1));
    }

    /// Time passes, and in each half minute of it transfers end on every pipe.
    private void pass(Duration time) {
        for (long left = time.toSeconds(); left > 0; left -= 30) {
            finished.clear();
            engine.runUntil(engine.nanoTime() + Duration.ofSeconds(30).toNanos());
            assertThat(finished.keySet())
                    .as("pipes on which transfers ended until " + engine.now())
                    .containsExactlyInAnyOrderElementsOf(
                            pipes.stream().map(Pipe::id).toList());
            assertThat(plane.isHealthy()).isTrue();
        }
        assertThat(defects).isEmpty();
    }

    private FeedStatus status() {
        return map.status().getFirst();
    }

    private NetworkMapSnapshot inForce() {
        return plane.state().snapshot().map();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void whileTheServerFailsTheLastMapHoldsAndTransfersGoOn(Fault kind) {
        begin();
        NetworkMapSnapshot last = inForce();
        assertThat(last.mappings().values()).hasSize(3).containsOnly(PipeMapping.MAPPED);
        assertThat(status().freshness()).isEqualTo(MapFreshness.FRESH);
        int changesBefore = changes.size();

        fault = kind;
        server.closeStreams("the fault begins");
        pass(FAULT);
        assertThat(inForce().hasSameContent(last)).isTrue();
        assertThat(inForce().version()).isEqualTo(last.version());
        assertThat(changes).hasSize(changesBefore);
        assertThat(Duration.between(inForce().asOf(), engine.now())).isGreaterThan(Duration.ofSeconds(90));
        assertThat(status().freshness()).isEqualTo(MapFreshness.STALE);
        assertThat(status().trouble()).isNotNull();

        fault = null;
        server.update(server.network().withCapacity("link:bc:b>c", 5e9));
        pass(Duration.ofMinutes(5));
        assertThat(status().freshness()).isEqualTo(MapFreshness.FRESH);
        assertThat(status().trouble()).isNull();
        assertThat(capacity("link:bc:b>c")).isEqualTo(5e9);
        assertThat(inForce().version().value()).isEqualTo(last.version().value() + 1);
        assertThat(changes).hasSize(changesBefore + 1);
        assertThat(inForce().pipeResources()).isEqualTo(last.pipeResources());
    }

    @Test
    void aFaultOfOnePeriodIsOverWithinTheNext() {
        begin();
        fault = Fault.REFUSES;
        server.closeStreams("the fault begins");
        pass(Duration.ofSeconds(30));
        fault = null;
        pass(Duration.ofSeconds(30));
        assertThat(status().trouble()).isNull();
        assertThat(Duration.between(inForce().asOf(), engine.now())).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void aServerThatIsDeadAtTheStartIsFoundLaterAndTransfersDoNotWaitForIt() {
        fault = Fault.REFUSES;
        begin();
        assertThat(inForce().mappings().values()).containsOnly(PipeMapping.unmapped("never-answered"));
        pass(FAULT);
        fault = null;
        pass(Duration.ofMinutes(5));
        assertThat(inForce().mappings().values()).containsOnly(PipeMapping.MAPPED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServerThatRenamesAndRetagsEverythingChangesNothing(boolean persistent) {
        if (!persistent) {
            server.faults().dropProperty("ecs-pv", "persistent-entity-id");
        }
        begin();
        NetworkMapSnapshot last = inForce();
        int before = changes.size();
        server.faults().rename("ecs-pv");
        server.faults().retag("ecs-pv");
        server.closeStreams("a restart");
        pass(Duration.ofMinutes(25));
        assertThat(inForce().version()).isEqualTo(last.version());
        assertThat(inForce().hasSameContent(last)).isTrue();
        assertThat(changes).hasSize(before);
        assertThat(status().freshness()).isEqualTo(MapFreshness.FRESH);
    }

    @Test
    void capacitiesThatAreTakenBackAreUnknownAndNothingStops() {
        begin();
        server.update(server.network().withoutCapacities());
        pass(Duration.ofMinutes(1));
        assertThat(inForce().resources().values()).allMatch(resource -> resource.capacityBps() == null);
        assertThat(inForce().mappings().values()).containsOnly(PipeMapping.MAPPED);
        assertThat(status().knownCapacities()).isZero();
    }

    @Test
    void aPairThatIsLeftOutIsFlaggedThenUnmappedAndItsTransfersGoOn() {
        pushes = false;
        begin();
        server.faults()
                .dropPair(
                        "ecs-pv",
                        server.network().addressOf("A").typed(),
                        server.network().addressOf("C").typed());
        List<PipeMapping> seen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            pass(Duration.ofSeconds(30));
            PipeMapping now = Objects.requireNonNull(inForce().mappings().get(PipeId.of("A>C")));
            if (seen.isEmpty() || !seen.getLast().equals(now)) {
                seen.add(now);
            }
        }
        assertThat(seen)
                .endsWith(new PipeMapping(PipeMapping.State.MAPPED, "", true, false), PipeMapping.unmapped("omitted"));
        assertThat(Collections.frequency(
                        inForce().mappings().values().stream()
                                .map(PipeMapping::state)
                                .toList(),
                        PipeMapping.State.MAPPED))
                .isEqualTo(2);
        server.faults().clear();
        pass(Duration.ofMinutes(1));
        assertThat(inForce().mappings().values()).containsOnly(PipeMapping.MAPPED);
    }

    private @Nullable Double capacity(String label) {
        return inForce().resources().values().stream()
                .filter(resource -> label.equals(resource.description().label()))
                .findFirst()
                .orElseThrow()
                .capacityBps();
    }
}
