// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/// H2's file: synced before anybody hears of a commit, opened again after a disk that was full.
@Tag("it")
class H2DiskTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final PipeId PIPE = PipeId.of("p");
    private static final String SETTINGS =
            ";WRITE_DELAY=500;RETENTION_TIME=5000;AUTO_COMPACT_FILL_RATE=80;DB_CLOSE_ON_EXIT=FALSE";

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void register() {
        FaultyDisk.register();
    }

    @AfterEach
    void free() {
        FaultyDisk.setFull(false);
    }

    private StoreWorld open() {
        return StoreWorld.open("jdbc:h2:faulty:" + folder.resolve("tcn") + SETTINGS, PIPE);
    }

    private static NewTransfer transfer() {
        return StoreWorld.file(0, PIPE, "davs://b.example.org/f");
    }

    /// State of a transfer in a copy of the file as it is now: what a crash leaves.
    private String stateAfterACrash(TransferId transfer) throws IOException, SQLException {
        Path copy = folder.resolve("copy-" + transfer + "-" + FaultyDisk.syncs());
        Files.copy(folder.resolve("tcn.mv.db"), Path.of(copy + ".mv.db"));
        try (Connection database = DriverManager.getConnection("jdbc:h2:file:" + copy);
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("select state from transfer where id = " + transfer)) {
            return row.next() ? row.getString(1) : "none";
        }
    }

    @Test
    void whatWasAnsweredIsInTheFileAndSynced() throws IOException, SQLException, InterruptedException {
        StoreWorld world = open();
        try {
            int before = FaultyDisk.syncs();
            TransferId transfer = world.submit(transfer());
            int submitted = FaultyDisk.syncs();
            assertThat(submitted).isGreaterThan(before);
            assertThat(stateAfterACrash(transfer)).isEqualTo("QUEUED");
            world.made(new Transition.Claim(new AttemptId(transfer, 1), NOW));
            assertThat(FaultyDisk.syncs()).isGreaterThan(submitted);
            assertThat(stateAfterACrash(transfer)).isEqualTo("CLAIMED");
        } finally {
            world.close();
        }
    }

    @Test
    void whatWasCommittedAndNotSyncedIsSyncedByTheNextTry() throws InterruptedException {
        StoreWorld world = open();
        try {
            Supplier<String> work = world.bean(NumberedTransactions.class).once(() -> "done");
            assertThat(work.get()).isEqualTo("done");
            int before = FaultyDisk.syncs();
            assertThat(work.get()).isEqualTo("done");
            assertThat(FaultyDisk.syncs()).isGreaterThan(before);
        } finally {
            world.close();
        }
    }

    @Test
    void afterADiskThatWasFullAllGoesOnWithoutARestart() throws InterruptedException {
        StoreWorld world = open();
        try {
            TransferId transfer = world.submit(transfer());
            FaultyDisk.setFull(true);
            assertThatThrownBy(() -> world.submit(transfer()))
                    .isInstanceOfAny(DataAccessException.class, TransactionException.class);
            CompletableFuture<List<Boolean>> claimed = new CompletableFuture<>();
            world.store().apply(List.of(new Transition.Claim(new AttemptId(transfer, 1), NOW)), claimed::complete);
            await().atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !world.store().isHealthy());
            assertThat(world.store().trouble()).isPresent();
            assertThat(claimed).isNotDone();
            FaultyDisk.setFull(false);

            assertThat(claimed.orTimeout(60, TimeUnit.SECONDS).join()).containsExactly(true);
            assertThat(world.store().isHealthy()).isTrue();
            TransferId next = world.submit(transfer());
            world.made(new Transition.Claim(new AttemptId(next, 1), NOW));
        } finally {
            world.close();
        }
    }
}
