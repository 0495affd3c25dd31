// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who takes the lead goes on with what the server before has decided last, at once: its control interval is so long
/// that only the first decision counts.
@Tag("it")
class TakeoverStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
                PipeWithPast.make(old.demo(), a, b, PATIENCE, () -> rows(old.demo()) >= 2);
            }
            int last = lastDecided();
            assertThat(last).isGreaterThan(PipeWithPast.BEFORE / 2);
            try (RunningServer next = start("1h")) {
                await().atMost(PATIENCE).until(() -> PipeWithPast.connections(next.demo()) > 0);
                assertThat(PipeWithPast.connections(next.demo())).isEqualTo(last);
            }
        }
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
}
