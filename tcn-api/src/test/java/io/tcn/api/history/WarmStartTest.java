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

/// A server that starts again gives pipes half of what its own history tells, and one connection if it is not to.
@Tag("it")
class WarmStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /// Connections that the pipe has before the restart, by its least number.
    private static final int BEFORE = 12;

    @TempDir
    private Path folder;

    @Test
    void afterARestartAPipeBeginsWithHalfOfWhatItHad() throws Exception {
        try (LoggedStorage a = LoggedStorage.start(folder.resolve("a"));
                // Two seconds for a file.
                LoggedStorage b = LoggedStorage.start(folder.resolve("b"), builder -> builder.connectionBps(400_000))) {
            try (RunningServer server = RunningServer.start(folder, Map.of("tcn.control.interval", "500ms"))) {
                run(server.demo(), a, b);
            }
            assertThat(connectionsAtStart(Map.of("tcn.control.interval", "1h"))).isBetween(3, 10);
            assertThat(connectionsAtStart(Map.of("tcn.control.interval", "1h", "tcn.control.warm-start", "false")))
                    .isEqualTo(1);
        }
    }

    /// So many files that some wait to the end, and from the next start on the pipe has one connection at least.
    private static void run(Client demo, LoggedStorage a, LoggedStorage b) throws IOException {
        String pipe = demo.post(
                        "/tcn/v1/pipes",
                        "{\"source\": \"http://127.0.0.1:" + a.port() + "\", \"destination\": \"http://127.0.0.1:"
                                + b.port() + "\", \"user\": \"demo\", \"minConnections\": " + BEFORE
                                + ", \"maxConnections\": " + BEFORE + "}")
                .text("id");
        URI source = a.put("/f", 100_000);
        demo.post(
                "/tcn/v1/transfers",
                IntStream.range(0, 200)
                        .mapToObj(k -> "{\"source\": \"" + source + "\", \"destination\": \"" + b.url("/f" + k) + "\"}")
                        .collect(Collectors.joining(",", "{\"transfers\": [", "]}")));
        await().atMost(PATIENCE).until(() -> finished(demo) >= 2 * BEFORE);
        demo.send(demo.request("/tcn/v1/pipes/" + URLEncoder.encode(pipe, StandardCharsets.UTF_8))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"minConnections\": 1}")));
    }

    private int connectionsAtStart(Map<String, String> settings) throws Exception {
        try (RunningServer server = RunningServer.start(folder, settings)) {
            Client demo = server.demo();
            await().atMost(PATIENCE).until(() -> connections(demo) > 0);
            return connections(demo);
        }
    }

    private static int connections(Client demo) {
        return demo.get("/tcn/v1/pipes").json().at("/0/connections").asInt(0);
    }

    private static long finished(Client demo) {
        long sum = 0;
        for (var row : demo.get("/tcn/v1/history?user=demo").json().path("rows")) {
            sum += row.path("finished").asLong(0);
        }
        return sum;
    }
}
