// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.TestPostgres;
import io.tcn.api.loop.Failures;
import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// One server at a time on a PostgreSQL database, also when the connection with the lock breaks.
@Tag("it")
class PostgresLeadTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final PipeId PIPE = PipeId.of("p");

    private static NewTransfer transfer() {
        return StoreWorld.file(0, PIPE, "davs://b.example.org/f");
    }

    @Test
    void aSecondServerIsRefusedWhileTheFirstOneLives() throws SQLException, InterruptedException {
        String url = TestPostgres.freshSchema("lead_second");
        StoreWorld first = StoreWorld.open(url, PIPE);
        try {
            assertThatThrownBy(() -> StoreWorld.open(url, PIPE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another TCN server uses this database");
        } finally {
            first.close();
        }
    }

    @Test
    void aLockThatWasLostIsTakenAgainIfNobodyElseHasIt() throws SQLException, InterruptedException {
        StoreWorld world = StoreWorld.open(TestPostgres.freshSchema("lead_again"), PIPE);
        try {
            DatabaseLead lead = world.bean(DatabaseLead.class);
            assertThat(lead.look()).isTrue();
            lead.breakConnection();
            world.submit(transfer());
            // The database may need a moment to notice that the old connection has gone; until then its lock is seen.
            await().atMost(Duration.ofSeconds(30))
                    .pollDelay(Duration.ofMillis(500))
                    .untilAsserted(() -> {
                        assertThat(lead.look()).isTrue();
                        assertThat(locks(world)).isEqualTo(1);
                    });
            world.submit(transfer());
        } finally {
            world.close();
        }
    }

    private static long locks(StoreWorld world) {
        Long locks = world.jdbc()
                .queryForObject(
                        "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid"
                                + " where l.locktype = 'advisory' and a.application_name like 'tcn-lead-%'"
                                + " and l.objid::bigint = (hashtext('tcn server ' || current_schema())::bigint"
                                + " & x'ffffffff'::bigint)",
                        Long.class);
        return locks == null ? 0 : locks;
    }

    @Test
    void whoWasReplacedStoresNothingAnyMoreAndIsTold() throws SQLException, InterruptedException {
        String url = TestPostgres.freshSchema("lead_lost");
        StoreWorld first = StoreWorld.open(url, PIPE);
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        first.bean(DatabaseLead.class).watch(new Loops(new HandTurnedLoop()), () -> told.complete(true));
        TransferId transfer = first.submit(transfer());
        first.bean(DatabaseLead.class).breakConnection();
        StoreWorld second = StoreWorld.open(url, PIPE);
        try {
            assertThatThrownBy(() -> first.submit(transfer()))
                    .isInstanceOf(LeadLostException.class)
                    .satisfies(lost -> assertThat(Failures.isDatabase(lost))
                            .as("answered with 503, and no defect in the log")
                            .isTrue());
            first.store().apply(List.of(new Transition.Claim(new AttemptId(transfer, 1), NOW)), made -> {});
            assertThat(told.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
            assertThat(first.bean(DatabaseLead.class).look()).isFalse();
            assertThat(second.apply(new Transition.Claim(new AttemptId(transfer, 1), NOW)))
                    .as("the first one's claim was not stored")
                    .containsExactly(true);
        } finally {
            second.close();
            first.close();
        }
    }
}
