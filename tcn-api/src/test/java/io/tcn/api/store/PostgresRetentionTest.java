// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.UncategorizedSQLException;

class PostgresRetentionTest extends RetentionContract {
    private static final Instant JANUARY = Instant.parse("2026-01-31T23:59:59.999999Z");
    private static final Instant FEBRUARY = Instant.parse("2026-02-01T00:00:00Z");

    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("retention_contract");
    }

    private ArchiveStore.Deleted deleteNext(Instant before) {
        ArchiveStore archive = world().bean(ArchiveStore.class);
        return archive.deleteNext(before);
    }

    private List<String> partitions(String table) {
        return world().jdbc()
                .queryForList(
                        "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid"
                                + " where i.inhparent = cast(? as regclass) order by 1",
                        String.class,
                        table);
    }

    /// One job that was over in each of January, February and March, in the archive.
    private List<String> threeMonths() {
        archiveFromNowOn();
        String january = newJob();
        String february = newJob();
        String march = newJob();
        over(january, 3, JANUARY);
        over(february, 2, FEBRUARY);
        over(march, 1, OLD);
        removeAll();
        assertThat(rows("archived_job")).isEqualTo(3);
        assertThat(rows("archived_transfer")).isEqualTo(6);
        return List.of(january, february, march);
    }

    @Test
    void aMonthOfTheArchiveIsDroppedWhenAllOfItIsOld() {
        List<String> jobs = threeMonths();
        for (String table : List.of("archived_job", "archived_transfer", "archived_retry")) {
            assertThat(partitions(table)).containsExactly(table + "_2026_01", table + "_2026_02", table + "_2026_03");
        }

        // The last moment of February: February is not over.
        assertThat(deleteNext(Instant.parse("2026-02-28T23:59:59Z")).more()).isFalse();
        assertThat(partitions("archived_job")).containsExactly("archived_job_2026_02", "archived_job_2026_03");
        assertThat(reader().find(jobs.get(0))).isEmpty();
        assertThat(reader().find(jobs.get(1))).isPresent();
        assertThat(rows("archived_transfer")).isEqualTo(3);

        assertThat(deleteNext(Instant.parse("2026-04-01T00:00:00Z")).more()).isTrue();
        assertThat(deleteNext(Instant.parse("2026-04-01T00:00:00Z")).more()).isFalse();
        assertThat(partitions("archived_transfer")).isEmpty();

        // What is archived later makes its month again.
        String late = newJob();
        over(late, 2, FEBRUARY);
        removeAll();
        assertThat(reader().find(late)).isPresent();
        assertThat(partitions("archived_retry")).containsExactly("archived_retry_2026_02");
        assertThat(deleteNext(OLD)).satisfies(gone -> assertThat(gone.more()).isFalse());
        assertThat(rows("archived_job")).isZero();
    }

    @Test
    void whoReadsTheArchiveKeepsItAndHoldsNobodyUp() throws SQLException {
        List<String> jobs = threeMonths();
        Instant before = Instant.parse("2026-02-10T00:00:00Z");
        DataSource source = Objects.requireNonNull(world().jdbc().getDataSource());
        try (Connection reading = source.getConnection();
                Statement statement = reading.createStatement()) {
            reading.setAutoCommit(false);
            statement.execute("select count(*) from archived_transfer");
            assertThat(deleteNext(before)).isEqualTo(new ArchiveStore.Deleted(0, 0, false));
            assertThat(reader().find(jobs.getFirst())).isPresent();
            // Another month comes while somebody reads.
            String another = newJob();
            over(another, 1, Instant.parse("2025-12-24T18:00:00Z"));
            removeAll();
            assertThat(reader().find(another)).isPresent();
            reading.rollback();
        }
        while (deleteNext(before).more()) {
            assertThat(rows("archived_job")).isPositive();
        }
        assertThat(partitions("archived_job")).containsExactly("archived_job_2026_02", "archived_job_2026_03");
    }

    @Test
    void aMonthIsDroppedWhileAnotherIsVacuumed() throws SQLException {
        threeMonths();
        DataSource source = Objects.requireNonNull(world().jdbc().getDataSource());
        try (Connection vacuum = source.getConnection();
                Statement statement = vacuum.createStatement()) {
            vacuum.setAutoCommit(false);
            // What VACUUM and ANALYZE hold for as long as they run.
            statement.execute("lock table archived_job_2026_03, archived_transfer_2026_03, archived_retry_2026_03"
                    + " in share update exclusive mode");
            assertThat(deleteNext(Instant.parse("2026-02-10T00:00:00Z")).more()).isFalse();
            assertThat(partitions("archived_transfer"))
                    .containsExactly("archived_transfer_2026_02", "archived_transfer_2026_03");
            vacuum.rollback();
        }
    }

    /// Held up where it holds all its locks, at the question who leads; that is of the lease, which is played here.
    /// There too it gives way after a moment.
    @Test
    void transitionsGoOnWhileAMonthIsDropped() throws Exception {
        threeMonths();
        PipeId pipe = PipeId.of("p");
        TransferId waiting = world().submit(file(0, pipe, "davs://b.example.org/while-dropped"));
        DatabaseLead lead = world().bean(DatabaseLead.class);
        lead.lead(lead.epoch(), () -> true, () -> {});
        DataSource source = Objects.requireNonNull(world().jdbc().getDataSource());
        try (ExecutorService dropper = Executors.newSingleThreadExecutor();
                Connection another = source.getConnection();
                Statement statement = another.createStatement()) {
            another.setAutoCommit(false);
            statement.execute("select epoch from server_lead where part = 'OTHERS' for update");
            Future<?> dropped = dropper.submit(() -> dropJanuary());
            await().until(this::isAMonthLocked);

            AttemptId attempt = new AttemptId(waiting, 1);
            world().made(new Transition.Claim(attempt, OLD), new Transition.Activate(attempt, OLD, 4711));
            world().made(new Transition.Finish(attempt, OLD, 4711, null));

            assertThat(dropped).isNotDone();
            another.rollback();
            var _ = dropped.get();
        }
        assertThat(partitions("archived_transfer")).doesNotContain("archived_transfer_2026_01");
    }

    /// Gives way to others after a moment, and tries again.
    private void dropJanuary() {
        while (partitions("archived_job").contains("archived_job_2026_01")) {
            try {
                deleteNext(Instant.parse("2026-02-10T00:00:00Z"));
            } catch (UncategorizedSQLException waited) {
                assertThat(waited).hasMessageContaining("lock timeout");
            }
        }
    }

    private boolean isAMonthLocked() {
        return Boolean.TRUE.equals(world().jdbc()
                .queryForObject(
                        "select exists (select 1 from pg_locks where granted and mode = 'AccessExclusiveLock'"
                                + " and relation = 'archived_retry'::regclass)",
                        Boolean.class));
    }

    /// As every write of a server that leads by a lease.
    @Test
    void aServerThatDoesNotLeadAnyMoreDropsNothing() {
        threeMonths();
        DatabaseLead lead = world().bean(DatabaseLead.class);
        long epoch = lead.epoch();
        lead.lead(epoch - 1, () -> true, () -> {});
        try {
            assertThatThrownBy(() -> deleteNext(Instant.parse("2026-02-10T00:00:00Z")))
                    .isInstanceOf(LeadLostException.class);
        } finally {
            lead.lead(epoch, () -> true, () -> {});
        }
        assertThat(partitions("archived_job")).contains("archived_job_2026_01");
    }
}
