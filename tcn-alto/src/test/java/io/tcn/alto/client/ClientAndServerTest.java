// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The client against our own server, joined without a network.
class ClientAndServerTest {
    private static final String CAPACITY = "max-reservable-bandwidth";
    private static final CostType ROUTING = CostType.of("routingcost", "numerical");
    private static final CostType DELAY = CostType.of("delay-rt", "numerical");
    private static final List<String> PROPERTIES = List.of(CAPACITY, "persistent-entity-id");

    private final RandomGenerator random = new Random(20261122);
    private final AltoServer server = new AltoServer(network(100), AltoServerSettings.DEFAULT, new Random(7));
    private final MutableClock clock = new MutableClock();
    private final AltoClient client = new AltoClient(
            AltoClientSettings.of("test", URI.create("http://server.example" + AltoServer.DIRECTORY_PATH)),
            new CuttingTransport(new InProcessTransport(server), random),
            clock,
            new Random(1));

    /// cern -- ams -- bnl and a direct way whose metric decides whether it is taken.
    private static PublishedNetwork network(double directMetric) {
        return TopologyNetwork.of(new Topology(
                "example",
                List.of(node("cern"), node("ams"), node("bnl")),
                List.of(
                        new Topology.Link("ca", "cern", "ams", 400, 5.0, 10.0),
                        new Topology.Link("ab", "ams", "bnl", 100, 40.0, 20.0),
                        new Topology.Link("cb", "cern", "bnl", 50, 50.0, directMetric)),
                List.of(site("cern", "192.0.2.0/26"), site("bnl", "192.0.2.64/26"))));
    }

    private static Topology.Node node(String id) {
        return new Topology.Node(id, "router", null, null);
    }

    private static Topology.Site site(String id, String prefix) {
        return new Topology.Site(id, null, List.of(id), 800.0, null, List.of(prefix));
    }

    private static EndpointPairs pairs() throws Exception {
        return EndpointPairs.of(List.of(Address.parse("192.0.2.10")), List.of(Address.parse("192.0.2.70")));
    }

    @Test
    void allServicesOfOurServerAreUnderstood() throws Exception {
        ServiceDirectory directory = client.directory();
        assertThat(directory.skipped()).isEmpty();
        assertThat(directory.defaultNetworkMap().map(Service::id)).contains("netmap");
        assertThat(client.networkMap("netmap")
                        .document()
                        .find(Address.parse("192.0.2.70"))
                        .orElseThrow()
                        .pid())
                .isEqualTo("pid-bnl");
        assertThat(client.costMap("cm-routing").answer().document().numerical(ROUTING))
                .isPresent();
        CostMapDocument<String> both = client.filteredCostMap(
                        "cm-f", List.of(ROUTING, DELAY), _ -> PidPairs.ALL, List.of("[0] le 1000"))
                .answer()
                .document();
        assertThat(both.numerical(DELAY)).isPresent();
        assertThat(client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of())
                        .document()
                        .numerical(ROUTING))
                .isPresent();
        assertThat(capacities(client.endpointPathVectors("ecs-pv", pairs(), PROPERTIES)
                        .document()))
                .containsValues(OptionalDouble.of(400e9), OptionalDouble.of(100e9));
        assertThat(client.pidPathVectors("cm-pv", _ -> new PidPairs(List.of("pid-cern"), List.of()), PROPERTIES)
                        .answer()
                        .document()
                        .paths()
                        .get("pid-cern"))
                .containsKey("pid-bnl");
        assertThat(client.propertyMap("anes").document().entities()).isNotEmpty();
        EntityId first = client.propertyMap("anes").document().entities().firstKey();
        assertThat(client.filteredPropertyMap("anes-f", List.of(first), List.of(CAPACITY))
                        .document()
                        .entities())
                .containsOnlyKeys(first);
    }

    @Test
    void g11OurServerConfirmsWhatIsHeld() throws Exception {
        Answer<PidMapDocument> first = client.networkMap("netmap");
        clock.pass(Duration.ofSeconds(30));
        Answer<PidMapDocument> second = client.networkMap("netmap");
        assertThat(second.unchanged()).isTrue();
        assertThat(second.document()).isSameAs(first.document());
        assertThat(second.confirmedAt()).isEqualTo(first.confirmedAt().plusSeconds(30));
    }

    /// A thousand changes of capacities and routes, in random pieces, with streams that break: the last content is
    /// that of a fresh pull.
    @Test
    void u14AfterAThousandChangesTheFollowedPathsAreThoseOfAFreshPull() throws Exception {
        ManualTimers timers = new ManualTimers(clock);
        RecordingListener heard = new RecordingListener();
        UpdateStream stream = client.updates("updates", heard, timers);
        SubstreamRequest paths = client.substream("updates", "ecs-pv", pairs(), PROPERTIES);
        stream.follow(Set.of(
                client.substream("updates", "netmap"),
                client.substream("updates", "cm-routing"),
                client.substream("updates", "anes"),
                paths));
        timers.run();
        assertThat(stream.isUp()).isTrue();
        for (int i = 0; i < 1000; i++) {
            PublishedNetwork next = network(random.nextBoolean() ? 1 : 100);
            server.update(next.withCapacity(next.elements().firstKey(), 1e9 * (1 + random.nextInt(50))));
            if (random.nextInt(20) == 0) {
                server.keepAlive();
            }
            if (random.nextInt(200) == 0) {
                server.closeStreams("maintenance");
                quiet(timers);
            }
            timers.pass(Duration.ofMillis(100));
        }
        quiet(timers);
        assertThat(heard.changes).hasSizeGreaterThan(900);
        assertThat(stream.isUp()).isTrue();
        assertThat(heard.faults).as("only the streams that broke").allMatch(fault -> fault.contains("maintenance"));
        SubstreamContent last = heard.changes.reversed().stream()
                .flatMap(List::stream)
                .filter(content -> content.request().equals(paths))
                .findFirst()
                .orElseThrow();
        PathVectorParser<Address> parser = PathVectorParser.endpoints(false);
        PathVectorDocument<Address> followed = parser.join(
                parser.paths(last.find(AltoMediaTypes.ENDPOINT_COST).orElseThrow()),
                parser.anes(last.find(AltoMediaTypes.PROPERTY_MAP).orElseThrow()));
        PathVectorDocument<Address> fresh =
                client.endpointPathVectors("ecs-pv", pairs(), PROPERTIES).document();
        assertThat(followed.paths()).isEqualTo(fresh.paths());
        assertThat(capacities(followed)).isEqualTo(capacities(fresh));
        assertThat(heard.confirmations.getLast()).isEqualTo(clock.instant());
        stream.close();
        timers.run();
    }

    /// Ten minutes in which nothing happens: time for a stream to come back and to prove good.
    private void quiet(ManualTimers timers) {
        for (int i = 0; i < 60; i++) {
            timers.pass(Duration.ofSeconds(10));
            server.keepAlive();
        }
    }

    private static Map<String, OptionalDouble> capacities(PathVectorDocument<Address> document) {
        Map<String, OptionalDouble> capacities = new HashMap<>();
        for (Map.Entry<String, AneProperties> each : document.anes().entrySet()) {
            capacities.put(each.getKey(), each.getValue().maxReservableBandwidthBps());
        }
        return capacities;
    }

    /// Cuts what a stream brings into random pieces.
    private record CuttingTransport(AltoTransport carrier, RandomGenerator random) implements AltoTransport {
        @Override
        public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
            return carrier.exchange(request);
        }

        @Override
        public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
            return carrier.open(request, new StreamReceiver() {
                @Override
                public void bytes(byte[] next) {
                    for (int at = 0; at < next.length; ) {
                        int end = Math.min(next.length, at + 1 + random.nextInt(400));
                        receiver.bytes(Arrays.copyOfRange(next, at, end));
                        at = end;
                    }
                }

                @Override
                public void ended(String why) {
                    receiver.ended(why);
                }
            });
        }
    }
}
