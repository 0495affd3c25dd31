// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that starts again gives pipes half of what its own history tells, and one connection if it is not to.
@Tag("it")
class WarmStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void afterARestartAPipeBeginsWithHalfOfWhatItHad() throws Exception {
        try (LoggedStorage a = LoggedStorage.start(folder.resolve("a"));
                // Two seconds for a file.
                LoggedStorage b = LoggedStorage.start(folder.resolve("b"), builder -> builder.connectionBps(400_000))) {
            try (RunningServer server = RunningServer.start(folder, Map.of("tcn.control.interval", "500ms"))) {
                PipeWithPast.make(
                        server.demo(), a, b, PATIENCE, () -> finished(server.demo()) >= 2 * PipeWithPast.BEFORE);
            }
            assertThat(connectionsAtStart(Map.of("tcn.control.interval", "1h"))).isBetween(3, 10);
            assertThat(connectionsAtStart(Map.of("tcn.control.interval", "1h", "tcn.control.warm-start", "false")))
                    .isEqualTo(1);
        }
    }

    private int connectionsAtStart(Map<String, String> settings) throws Exception {
        try (RunningServer server = RunningServer.start(folder, settings)) {
            Client demo = server.demo();
            await().atMost(PATIENCE).until(() -> PipeWithPast.connections(demo) > 0);
            return PipeWithPast.connections(demo);
        }
    }

    private static long finished(Client demo) {
        long sum = 0;
        for (var row : demo.get("/tcn/v1/history?user=demo").json().path("rows")) {
            sum += row.path("finished").asLong(0);
        }
        return sum;
    }
}
