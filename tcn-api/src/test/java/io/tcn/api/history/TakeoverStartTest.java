// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPostgres;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who takes the lead goes on with what the server before has decided last, at once: its control interval is so long
/// that only the first decision counts.
@Tag("it")
class TakeoverStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// Connections that the pipe has before, by its least number.
    private static final int BEFORE = 12;

    @TempDir
    private Path folder;

    private String url = "";

    private RunningServer start(String interval) throws Exception {
        Map<String, String> settings = new HashMap<>();
        settings.put("spring.datasource.url", url);
        settings.put("tcn.cluster.enabled", "true");
        settings.put("tcn.cluster.address", "https://localhost");
        settings.put("tcn.control.interval", interval);
        return RunningServer.start(folder, settings);
    }

    @Test
    void theFirstDecisionIsTheLastOfTheServerBefore() throws Exception {
        url = TestPostgres.freshSchema("takeover_start");
        try (LoggedStorage a = LoggedStorage.start(folder.resolve("a"));
                // Two seconds for a file.
                LoggedStorage b = LoggedStorage.start(folder.resolve("b"), builder -> builder.connectionBps(400_000))) {
            try (RunningServer old = start("500ms")) {
                run(old.demo(), a, b);
            }
            int last = lastDecided();
            assertThat(last).isGreaterThan(BEFORE / 2);
            try (RunningServer next = start("1h")) {
                await().atMost(PATIENCE).until(() -> connections(next.demo()) > 0);
                assertThat(connections(next.demo())).isEqualTo(last);
            }
        }
    }

    /// So many files that some wait to the end, and from the next start on the pipe may have one connection.
    private static void run(Client demo, LoggedStorage a, LoggedStorage b) throws Exception {
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
        await().atMost(PATIENCE).until(() -> rows(demo) >= 2);
        demo.send(demo.request("/tcn/v1/pipes/" + URLEncoder.encode(pipe, StandardCharsets.UTF_8))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"minConnections\": 1}")));
    }

    private static int rows(Client demo) {
        return demo.get("/tcn/v1/history?user=demo").json().path("rows").size();
    }

    private int lastDecided() throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("select r.connections from history_interval r"
                        + " join history_series s on s.id = r.series_id where s.kind = 'PIPE' order by r.seq desc"
                        + " limit 1")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private static int connections(Client demo) {
        return demo.get("/tcn/v1/pipes").json().at("/0/connections").asInt(0);
    }
}
