// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that starts asks for the map before it starts what is queued: a link that carries nothing is met.
@Tag("it")
class ClosedAtStartTest {
    @TempDir
    private Path folder = Path.of("");

    /// Two sites and a link of which the capacity is 0.
    private static AltoServer closedMap() {
        AltoServer alto = new AltoServer(
                TopologyNetwork.of(new Topology(
                        "pair",
                        List.of(
                                new Topology.Node("a", "router", null, null),
                                new Topology.Node("b", "router", null, null)),
                        List.of(new Topology.Link("ab", "a", "b", 10.0, 1.0, null)),
                        List.of(site("A", "a", 1), site("B", "b", 2)))),
                AltoServerSettings.DEFAULT,
                new Random(1));
        alto.update(alto.network().withCapacity("link:ab:a>b", 0.0));
        return alto;
    }

    private static Topology.Site site(String id, String node, int number) {
        return new Topology.Site(id, null, List.of(node), 100.0, null, List.of("127." + number + ".0.0/16"));
    }

    private LoggedStorage storage(String name, int site) throws IOException {
        return LoggedStorage.start(
                folder.resolve(name), with -> with.address(InetAddress.ofLiteral("127." + site + ".0.1")));
    }

    private RunningServer server(AltoHttpServer alto) throws IOException {
        return RunningServer.start(
                folder,
                Map.of(
                        "tcn.alto.servers[0].name", "map",
                        "tcn.alto.servers[0].ird", alto.directory().toString(),
                        "tcn.alto.servers[0].period", "1s"));
    }

    private static void awaitClosed(Client demo, long transfer) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            Answer why = demo.get("/tcn/v1/transfers/" + transfer + "/why");
            assertThat(why.json().path("code").asString("")).as(why.body()).isEqualTo("CLOSED");
        });
    }

    /// What the server before has kept of the map is gone, so that it is asked for over the network.
    private void forgetMap() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            for (Path file : files.filter(each -> each.toString().contains("alto") && Files.isRegularFile(each))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void whatIsQueuedDoesNotBeginOnALinkThatCarriesNothing() throws IOException {
        try (AltoHttpServer alto = AltoHttpServer.start(
                        closedMap(),
                        new AltoHttpServerSettings(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, null),
                        (period, task) -> () -> {});
                LoggedStorage from = storage("from", 1);
                LoggedStorage to = storage("to", 2)) {
            from.write("/f", 1000);
            long transfer;
            try (RunningServer first = server(alto)) {
                Answer pipe = first.demo()
                        .post(
                                "/tcn/v1/pipes",
                                "{\"id\": \"closed\", \"source\": \"" + end(from) + "\", \"destination\": \"" + end(to)
                                        + "\", \"user\": \"demo\"}");
                assertThat(pipe.status()).as(pipe.body()).isEqualTo(201);
                await().atMost(Duration.ofMinutes(1))
                        .until(() ->
                                first.demo().get("/tcn/v1/map/pipes").body().contains("link:ab:a-b"));
                transfer = first.demo()
                        .post(
                                "/tcn/v1/transfers",
                                "{\"transfers\": [{\"source\": \"" + from.url("/f") + "\", \"destination\": \""
                                        + to.url("/closed") + "\"}]}")
                        .json()
                        .at("/transfers/0/id")
                        .longValue();
                awaitClosed(first.demo(), transfer);
            }
            forgetMap();
            try (RunningServer second = server(alto)) {
                awaitClosed(second.demo(), transfer);
                assertThat(to.events()).isEmpty();
            }
        }
    }

    private static String end(LoggedStorage storage) {
        String url = storage.url("/").toString();
        return url.substring(0, url.length() - 1);
    }
}
