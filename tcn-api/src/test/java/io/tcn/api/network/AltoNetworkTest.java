// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPorts;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The server with ALTO servers of others, and with its own. Storages are addresses, so no name service is asked:
/// site A is 127.1.0.0/16, site B 127.2.0.0/16.
@Tag("it")
class AltoNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder = Path.of("");

    @Test
    @SuppressWarnings("try") // one of the servers is closed in the middle, which is what is tested
    void serversAreAskedTheirChangesArriveAndTheirSilenceShows() throws IOException {
        AltoServer west = alto(10);
        AltoServer east = alto(40);
        try (AltoHttpServer westHttp = listen(west);
                AltoHttpServer eastHttp = listen(east);
                RunningServer tcn = RunningServer.start(
                        folder,
                        Map.of(
                                "tcn.alto.servers[0].name", "west",
                                "tcn.alto.servers[0].ird", westHttp.directory().toString(),
                                "tcn.alto.servers[0].period", "1s",
                                "tcn.alto.servers[1].name", "east",
                                "tcn.alto.servers[1].ird", eastHttp.directory().toString(),
                                "tcn.alto.servers[1].period", "1s",
                                "tcn.alto.servers[1].push", "false"))) {
            pipe(tcn, "a-b", "https://127.1.0.1", "https://127.2.0.1");
            pipe(tcn, "nowhere", "https://no-such-host.invalid", "https://127.2.0.1");
            // One server may have answered before the other.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(pipe(tcn, "a-b")
                                    .path("resources")
                                    .valueStream()
                                    .map(JsonNode::stringValue))
                            .containsExactly(
                                    "alto:west:anes.ane:read:A",
                                    "alto:west:anes.ane:link:ab:a-b",
                                    "alto:west:anes.ane:write:B",
                                    "alto:east:anes.ane:read:A",
                                    "alto:east:anes.ane:link:ab:a-b",
                                    "alto:east:anes.ane:write:B"));
            assertThat(pipe(tcn, "a-b").path("state").stringValue()).isEqualTo("MAPPED");
            assertThat(pipe(tcn, "nowhere").path("state").stringValue()).isEqualTo("UNMAPPED");
            assertThat(pipe(tcn, "nowhere").path("reason").stringValue()).isEqualTo("unresolved");
            assertThat(capacity(tcn, "alto:west:anes.ane:link:ab:a-b")).isEqualTo(10e9);

            west.update(west.network().withCapacity("link:ab:a>b", 5e9));
            east.update(east.network().withCapacity("link:ab:a>b", 20e9));
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(capacity(tcn, "alto:west:anes.ane:link:ab:a-b")).isEqualTo(5e9);
                assertThat(capacity(tcn, "alto:east:anes.ane:link:ab:a-b")).isEqualTo(20e9);
            });
            JsonNode map = tcn.demo().get("/tcn/v1/map").json();
            assertThat(map.path("freshness").stringValue()).isEqualTo("FRESH");
            assertThat(map.path("servers")
                            .valueStream()
                            .map(server -> server.path("pushed").booleanValue()))
                    .containsExactly(true, false);
            assertThat(health(tcn)).isEqualTo("UP");
            assertThat(tcn.demo().get("/tcn/v1/metrics").body())
                    .contains("tcn_alto_stream_up{server=\"west\"} 1.0")
                    .contains("tcn_alto_map_state{server=\"east\",state=\"fresh\"} 1.0")
                    .contains("tcn_alto_pairs{server=\"east\",state=\"mapped\"} 1.0")
                    .contains("tcn_alto_resources{capacity=\"known\",server=\"west\"} 3.0")
                    .contains("tcn_alto_requests_total{result=\"ok\",server=\"east\"}");

            eastHttp.close();
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode now = tcn.demo().get("/tcn/v1/map").json();
                assertThat(now.path("freshness").stringValue()).isEqualTo("STALE");
                assertThat(now.path("servers").get(1).path("trouble").stringValue())
                        .isNotBlank();
                assertThat(health(tcn)).isEqualTo("DEGRADED");
            });
            assertThat(tcn.nobody().get("/tcn/v1/health").status()).isEqualTo(200);
            assertThat(capacity(tcn, "alto:east:anes.ane:link:ab:a-b")).isEqualTo(20e9);
        }
    }

    @Test
    void afterARestartTheLastMapIsInForceThoughItsServerIsGone() throws IOException {
        AltoServer west = alto(10);
        URI directory;
        try (AltoHttpServer http = listen(west);
                RunningServer tcn = RunningServer.start(folder, asking(http.directory()))) {
            directory = http.directory();
            pipe(tcn, "a-b", "https://127.1.0.1", "https://127.2.0.1");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(pipe(tcn, "a-b").path("state").stringValue())
                                    .isEqualTo("MAPPED"));
        }
        try (RunningServer tcn = RunningServer.start(folder, asking(directory))) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(pipe(tcn, "a-b").path("state").stringValue())
                                    .isEqualTo("MAPPED"));
            JsonNode map = tcn.demo().get("/tcn/v1/map").json();
            assertThat(map.path("freshness").stringValue()).isEqualTo("STALE");
            assertThat(map.path("servers").get(0).path("answered").booleanValue())
                    .isTrue();
            assertThat(capacity(tcn, "alto:west:anes.ane:link:ab:a-b")).isEqualTo(10e9);
        }
    }

    @Test
    void withATopologyAloneOurOwnServerIsAskedAndTellsWhatTheControlPlaneExpects()
            throws IOException, InterruptedException {
        Path topology = Files.writeString(folder.resolve("topology.json"), JSON.writeValueAsString(topology(10)));
        int port = TestPorts.one();
        try (RunningServer tcn = RunningServer.start(
                        folder,
                        Map.of(
                                "tcn.topology.file",
                                topology.toString(),
                                "tcn.topology.sites[https://storage-b.example.org]",
                                "B",
                                "tcn.control.interval",
                                "200ms",
                                "tcn.alto.embedded.port",
                                Integer.toString(port)));
                HttpClient anybody = HttpClient.newHttpClient()) {
            pipe(tcn, "a-b", "https://127.1.0.1", "https://storage-b.example.org");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(pipe(tcn, "a-b").path("state").stringValue())
                                    .isEqualTo("MAPPED"));
            assertThat(tcn.demo()
                            .get("/tcn/v1/map")
                            .json()
                            .path("resources")
                            .valueStream()
                            .map(resource -> resource.path("label").stringValue()))
                    .containsExactlyInAnyOrder("read:A", "link:ab:a>b", "write:B");
            String root = "http://127.0.0.1:" + port + "/alto/v1/";
            assertThat(get(anybody, root + "ird").path("resources").propertyNames())
                    .contains("tcn-ecs", "ecs-pv");
        }
    }

    @Test
    void settingsThatMakeNoSenseStopTheStartWithAllThatIsWrong() {
        assertThatThrownBy(() -> RunningServer.start(
                                folder,
                                Map.of(
                                        "tcn.alto.servers[0].name", "we st",
                                        "tcn.alto.servers[0].ird", "ftp://alto",
                                        "tcn.alto.servers[0].redirects-to", "alto2.example.org",
                                        "tcn.alto.servers[0].capacity-properties", "bandwidth",
                                        "tcn.alto.servers[1].name", "b",
                                        "tcn.alto.servers[1].ird", "http://127.0.0.1:1/ird",
                                        "tcn.alto.servers[1].auth.type", "basic",
                                        "tcn.alto.endpoints[https://a]", "nowhere"))
                        .close())
                .hasMessageContaining("tcn.alto.servers[0].ird")
                .hasMessageContaining("tcn.alto.servers[0].redirects-to: give http or https addresses")
                .hasMessageContaining("we st")
                .hasMessageContaining("tcn.alto.servers[1].auth needs a user")
                .hasMessageContaining("tcn.alto.endpoints[https://a]");
        assertThatThrownBy(() -> RunningServer.start(
                                folder, Map.of("tcn.alto.embedded.host", "0.0.0.0", "tcn.alto.embedded.port", "0"))
                        .close())
                .hasMessageContaining("tcn.alto.embedded")
                .hasMessageContaining("authentication");
    }

    // --- the small world

    private static Map<String, String> asking(URI directory) {
        return Map.of(
                "tcn.alto.servers[0].name",
                "west",
                "tcn.alto.servers[0].ird",
                directory.toString(),
                "tcn.alto.servers[0].period",
                "1s");
    }

    private static void pipe(RunningServer tcn, String id, String from, String to) {
        assertThat(tcn.demo()
                        .post(
                                "/tcn/v1/pipes",
                                "{\"id\": \"" + id + "\", \"source\": \"" + from + "\", \"destination\": \"" + to
                                        + "\", \"user\": \"demo\"}")
                        .status())
                .isEqualTo(201);
    }

    private static JsonNode pipe(RunningServer tcn, String id) {
        return tcn.demo()
                .get("/tcn/v1/map/pipes")
                .json()
                .valueStream()
                .filter(pipe -> pipe.path("pipe").stringValue().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static double capacity(RunningServer tcn, String resource) {
        return tcn.demo()
                .get("/tcn/v1/map")
                .json()
                .path("resources")
                .valueStream()
                .filter(entry -> entry.path("id").stringValue().equals(resource))
                .findFirst()
                .orElseThrow()
                .path("capacityBps")
                .doubleValue();
    }

    private static String health(RunningServer tcn) {
        return tcn.nobody().get("/tcn/v1/health").text("networkMap");
    }

    private static JsonNode get(HttpClient client, String uri) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static AltoServer alto(double gbps) {
        return new AltoServer(TopologyNetwork.of(topology(gbps)), AltoServerSettings.DEFAULT, new Random(1));
    }

    private static AltoHttpServer listen(AltoServer server) throws IOException {
        return AltoHttpServer.start(
                server,
                new AltoHttpServerSettings(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), null, null),
                (period, task) -> () -> {});
    }

    private static Topology topology(double gbps) {
        return new Topology(
                "two",
                List.of(new Topology.Node("a", "router", null, null), new Topology.Node("b", "router", null, null)),
                List.of(new Topology.Link("ab", "a", "b", gbps, 1.0, null)),
                List.of(
                        new Topology.Site("A", null, List.of("a"), 100.0, null, List.of("127.1.0.0/16")),
                        new Topology.Site("B", null, List.of("b"), 100.0, null, List.of("127.2.0.0/16"))));
    }
}
