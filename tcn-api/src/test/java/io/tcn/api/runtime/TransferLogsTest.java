// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferLogsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void linesThatCannotBeWrittenAreWrittenWhenTheDiskIsBack() throws IOException {
        HandTurnedLoop clock = new HandTurnedLoop();
        Loops loops = new Loops(clock);
        // A file stands where the folder should be.
        Path inTheWay = Files.writeString(folder.resolve("logs"), "x");
        TransferLogs logs = new TransferLogs(folder, Duration.ofDays(7), clock, loops);
        logs.start();
        try {
            logs.changed(new TransferId(5), TransferState.QUEUED, null);
            await().atMost(Duration.ofSeconds(30)).until(() -> !loops.troubles().isEmpty());
            logs.changed(new TransferId(5), TransferState.FINISHED, null);

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
}
