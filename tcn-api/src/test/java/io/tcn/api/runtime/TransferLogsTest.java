// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TransferChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferLogsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path folder = Path.of("");

    private static TransferChange change(long transfer, TransferState state) {
        return new TransferChange(new TransferId(transfer), state, null);
    }

    @Test
    void linesThatCannotBeWrittenAreWrittenWhenTheDiskIsBack() throws IOException {
        HandTurnedLoop clock = new HandTurnedLoop();
        Loops loops = new Loops(clock);
        // A file stands where the folder should be.
        Path inTheWay = Files.writeString(folder.resolve("logs"), "x");
        TransferLogs logs = new TransferLogs(folder, Duration.ofDays(7), clock, loops);
        logs.start();
        try {
            logs.changed(NOON, List.of(change(5, TransferState.QUEUED)), false);
            await().atMost(Duration.ofSeconds(30)).until(() -> !loops.troubles().isEmpty());
            logs.changed(NOON, List.of(change(5, TransferState.FINISHED)), false);

            Files.delete(inTheWay);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(logs.of(5)).hasSize(2));
            await().atMost(Duration.ofSeconds(30)).until(() -> loops.troubles().isEmpty());
            assertThat(logs.of(5).getFirst()).endsWith("QUEUED");
            assertThat(logs.of(5).getLast()).endsWith("FINISHED");
        } finally {
            logs.stop();
        }
    }

    @Test
    void changesThatCameTogetherAreLinesInTheirOrderWithTheTimeAtWhichTheyWereHeard() throws IOException {
        HandTurnedLoop clock = new HandTurnedLoop();
        TransferLogs logs = new TransferLogs(folder, Duration.ofDays(7), clock, new Loops(clock));
        logs.start();
        logs.changed(
                NOON,
                List.of(
                        change(5, TransferState.ACTIVE),
                        change(4711, TransferState.ACTIVE),
                        change(5, TransferState.FINISHED)),
                false);
        logs.changed(NOON.plusSeconds(1), List.of(change(4711, TransferState.CANCELED)), false);
        logs.stop();

        assertThat(logs.of(5)).containsExactly("2026-03-01T12:00:00Z ACTIVE", "2026-03-01T12:00:00Z FINISHED");
        assertThat(logs.of(4711)).containsExactly("2026-03-01T12:00:00Z ACTIVE", "2026-03-01T12:00:01Z CANCELED");
    }
}
