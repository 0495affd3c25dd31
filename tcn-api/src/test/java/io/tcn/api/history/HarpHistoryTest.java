// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `harp` on a server: what an earlier run recorded leads to the connections that a pipe begins with, and without a
/// record they are those of its heuristic. Sixteen connections fill the destination.
@Tag("it")
class HarpHistoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /// Half of an interval.
    private static final Duration POLL = Duration.ofMillis(250);

    private static final int FILE_BYTES = 50_000;
    private static final int CONNECTION_BPS = 400_000;

    /// HARP's number for small files.
    private static final int HEURISTIC = 10;

    @TempDir
    private Path folder;

    @TempDir
    private Path fresh;

    @Test
    void aRecordedPastLeadsNearTheBestAndNoneToTheHeuristic() throws Exception {
        try (LoggedStorage a = LoggedStorage.start(folder.resolve("a"));
                LoggedStorage b = LoggedStorage.start(
                        folder.resolve("b"),
                        builder -> builder.connectionBps(CONNECTION_BPS).writeBps(16.0 * CONNECTION_BPS))) {
            try (RunningServer server = RunningServer.start(folder, Map.of("tcn.control.interval", "500ms"))) {
                Client demo = server.demo();
                submit(demo, a, b, 1500);
                for (int n : new int[] {1, 2, 4, 7, 10, 13, 16, 20, 24}) {
                    hold(demo, n);
                }
                limit(demo, 1, 40);
            }
            try (RunningServer server = RunningServer.start(folder, harp())) {
                await().atMost(PATIENCE)
                        .pollInterval(POLL)
                        .until(() -> reasons(server.demo()).contains("PAST_TRANSFERS"));
                assertThat(connections(server.demo())).isBetween(12, 24);
                JsonNode tried = tried(server.demo(), "&limit=50");
                assertThat(tried.path("settings").valueStream()).isNotEmpty().allSatisfy(each -> {
                    assertThat(each.path("pipe").asString("")).isEqualTo(pipe(server.demo()));
                    assertThat(each.path("connections").asInt(0)).isBetween(1, 40);
                    assertThat(each.path("throughputBps").asDouble(0)).isPositive();
                });
                assertThat(tried(server.demo(), "&limit=2").path("settings")).hasSize(2);
            }
            try (RunningServer server = RunningServer.start(fresh, harp())) {
                submit(server.demo(), a, b, 800);
                // Online tuning goes on from there, up or down.
                await().atMost(PATIENCE).pollInterval(POLL).until(() -> connections(server.demo()) >= HEURISTIC - 2);
                assertThat(reasons(server.demo())).doesNotContain("PAST_TRANSFERS");
            }
        }
    }

    private static Map<String, String> harp() {
        return Map.of("tcn.control.optimizer", "harp", "tcn.control.interval", "500ms");
    }

    private static void submit(Client demo, LoggedStorage a, LoggedStorage b, int files) throws IOException {
        demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"http://127.0.0.1:" + a.port() + "\", \"destination\": \"http://127.0.0.1:" + b.port()
                        + "\", \"user\": \"demo\", \"minConnections\": 1, \"maxConnections\": 40}");
        URI source = a.put("/f", FILE_BYTES);
        demo.post(
                "/tcn/v1/transfers",
                IntStream.range(0, files)
                        .mapToObj(k -> "{\"source\": \"" + source + "\", \"destination\": \""
                                + b.url("/" + files + "-" + k) + "\"}")
                        .collect(Collectors.joining(",", "{\"transfers\": [", "]}")));
    }

    /// So many connections, until three intervals in a row have had about as many.
    private static void hold(Client demo, int n) {
        limit(demo, n, n);
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            JsonNode rows = rows(demo);
            long steady = 0;
            for (JsonNode row : rows) {
                boolean isSo = Math.abs(row.path("openConnections").asDouble(0) - n) < 0.3 + 0.15 * n;
                steady = isSo ? steady + 1 : 0;
            }
            return steady >= 3;
        });
    }

    private static void limit(Client demo, int least, int most) {
        demo.send(demo.request("/tcn/v1/pipes/" + URLEncoder.encode(pipe(demo), StandardCharsets.UTF_8))
                .header("Content-Type", "application/json")
                .method(
                        "PATCH",
                        BodyPublishers.ofString(
                                "{\"minConnections\": " + least + ", \"maxConnections\": " + most + "}")));
    }

    private static String pipe(Client demo) {
        return demo.get("/tcn/v1/pipes").json().at("/0/id").asString("");
    }

    private static int connections(Client demo) {
        return demo.get("/tcn/v1/pipes").json().at("/0/connections").asInt(0);
    }

    private static JsonNode tried(Client demo, String more) {
        return demo.get("/tcn/v1/history/settings?pipe=" + URLEncoder.encode(pipe(demo), StandardCharsets.UTF_8) + more)
                .json();
    }

    private static JsonNode rows(Client demo) {
        return demo.get("/tcn/v1/history?pipe=" + URLEncoder.encode(pipe(demo), StandardCharsets.UTF_8))
                .json()
                .path("rows");
    }

    private static String reasons(Client demo) {
        return rows(demo).toString();
    }
}
