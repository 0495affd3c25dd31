// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.RetentionCursor.Within;
import io.tcn.core.model.TransferState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Moves jobs that were over long ago to the archive, or removes them, with all that hangs on them, in blocks that are
/// found by an index and hold nobody up. A job of many transfers goes in several blocks, its own row last: what was
/// interrupted is gone on with, because the row is still there and as old.
///
/// A job stays as a whole if one of its transfers is not over, has left something at its destination, has a message
/// that waits for the broker, or is waited for by a transfer that is not over.
///
/// Ask it in the store's turn ([JpaTransferStore#inTurn]).
@Repository
public class RetentionStore {
    /// Jobs of one block.
    private static final int JOBS = 200;

    /// Transfers of one block.
    private static final int TRANSFERS = 1000;

    /// What becomes of old jobs.
    public enum Then {
        /// They can be read in the archive.
        ARCHIVED,
        /// Nothing is left of them.
        DELETED
    }

    private static final String IS_OPEN =
            "(t.state in ('WAITING', 'QUEUED', 'CLAIMED', 'ACTIVE') or t.finish_time is null)";

    /// What names transfers that must stay, of some.
    private static final List<String> HOLDERS = List.of(
            "select l.transfer_id from leftover l where l.transfer_id in",
            "select o.transfer_id from outbox o where o.dead_since is null and o.transfer_id in",
            "select a.after_id from transfer_after a join transfer t on t.id = a.transfer_id where " + IS_OPEN
                    + " and a.after_id in");

    /// What goes with transfers, before them.
    private static final List<String> WITH_TRANSFERS = List.of(
            "delete from transfer_after where transfer_id = any (?)",
            "delete from transfer_after where after_id = any (?)",
            "delete from transfer_retry where transfer_id = any (?)",
            "delete from transfer_delay where transfer_id = any (?)",
            "delete from destination_claim where transfer_id = any (?)",
            "delete from outbox_attempt where transfer_id = any (?)",
            "delete from transfer where id = any (?)");

    private static final String TO_RETRIES = "insert into archived_retry (transfer_id, attempt, at, reason, over_at)"
            + " select transfer_id, attempt, at, reason, (select j.finish_time from transfer t join job j"
            + " on j.id = t.job_id where t.id = transfer_retry.transfer_id) from transfer_retry where transfer_id"
            + InQuery.ANY;
    private static final String TO_TRANSFERS = "insert into archived_transfer (" + TransferView.COLUMNS
            + ", over_at) select " + TransferView.COLUMNS
            + ", (select j.finish_time from job j where j.id = transfer.job_id) from transfer where id" + InQuery.ANY;
    private static final String TO_JOBS = "insert into archived_job (" + JobView.COLUMNS + ") select " + JobView.COLUMNS
            + " from job where id" + InQuery.ANY;

    private final JdbcTemplate jdbc;
    private final int block;

    @Autowired
    RetentionStore(JdbcTemplate jdbc) {
        this(jdbc, TRANSFERS);
    }

    /// @param block transfers of one block
    RetentionStore(JdbcTemplate jdbc, int block) {
        this.jdbc = jdbc;
        this.block = block;
    }

    /// What one block has done.
    ///
    /// @param jobs removed
    /// @param transfers removed
    /// @param next where to go on, null if nothing old is left to look at
    public record Step(int jobs, int transfers, @Nullable RetentionCursor next) {}

    private record OldJob(String id, RetentionCursor cursor, int total) {}

    private record Row(long id, String job, boolean isOver) {}

    /// Takes the next old jobs, or a part of one, from the working tables.
    ///
    /// @param before what was over before this moment is old
    @Transactional
    public Step removeNext(Instant before, Then then, RetentionCursor at) {
        return switch (at.within()) {
            case PASSED -> page(before, then, at);
            case LOOKING -> look(at);
            case REMOVING -> removePart(then, at);
        };
    }

    private Step page(Instant before, Then then, RetentionCursor at) {
        List<OldJob> page = jdbc.query(
                "select id, user_id, finish_time, total from job where finish_time < ? and finish_time >= ?"
                        + " and not (finish_time = ? and (user_id < ? or (user_id = ? and id <= ?)))"
                        + " order by finish_time, user_id, id limit ?",
                (row, number) -> new OldJob(
                        row.getString("id"),
                        new RetentionCursor(
                                Objects.requireNonNull(Rows.instant(row, "finish_time")),
                                row.getString("user_id"),
                                row.getString("id"),
                                Within.PASSED,
                                0),
                        row.getInt("total")),
                Rows.timestamp(before),
                Rows.timestamp(at.finished()),
                Rows.timestamp(at.finished()),
                at.user(),
                at.user(),
                at.job(),
                JOBS);
        if (page.isEmpty()) {
            return new Step(0, 0, null);
        }
        List<OldJob> taken = new ArrayList<>();
        long transfers = 0;
        for (OldJob job : page) {
            transfers += job.total();
            if (transfers > block) {
                break;
            }
            taken.add(job);
        }
        if (taken.isEmpty()) {
            return new Step(0, 0, page.getFirst().cursor().at(Within.LOOKING, 0));
        }
        boolean isLast = page.size() < JOBS && taken.size() == page.size();
        return removeWhole(
                then,
                taken.stream().map(OldJob::id).toList(),
                isLast ? null : taken.getLast().cursor());
    }

    private Step removeWhole(Then then, List<String> jobs, @Nullable RetentionCursor next) {
        List<Row> rows = jdbc.query(
                "select id, job_id, state, finish_time from transfer where job_id in (" + InQuery.marks(jobs.size())
                        + ")",
                (row, number) -> row(row),
                jobs.toArray());
        Set<String> going = lock(jobs);
        going.removeAll(held(rows));
        List<Row> old = rows.stream().filter(row -> going.contains(row.job())).toList();
        remove(then, old);
        removeJobs(then, going);
        return new Step(going.size(), old.size(), next);
    }

    // --- jobs of many transfers

    private Step look(RetentionCursor at) {
        List<Row> rows = ofJob(at);
        if (!held(rows).isEmpty()) {
            return new Step(0, 0, at.at(Within.PASSED, 0));
        }
        return new Step(
                0,
                0,
                rows.size() < block
                        ? at.at(Within.REMOVING, 0)
                        : at.at(Within.LOOKING, rows.getLast().id()));
    }

    private Step removePart(Then then, RetentionCursor at) {
        List<Row> rows = ofJob(at);
        if (lock(List.of(at.job())).isEmpty() || !held(rows).isEmpty()) {
            return new Step(0, 0, at.at(Within.PASSED, 0));
        }
        remove(then, rows);
        if (rows.size() == block) {
            return new Step(
                    0, rows.size(), at.at(Within.REMOVING, rows.getLast().id()));
        }
        boolean isEmpty = hasNoTransfers(at.job());
        if (isEmpty) {
            removeJobs(then, List.of(at.job()));
        }
        return new Step(isEmpty ? 1 : 0, rows.size(), at.at(Within.PASSED, 0));
    }

    private boolean hasNoTransfers(String job) {
        return jdbc.query("select id from transfer where job_id = ? limit 1", (row, number) -> row.getLong(1), job)
                .isEmpty();
    }

    private List<Row> ofJob(RetentionCursor at) {
        return jdbc.query(
                "select id, job_id, state, finish_time from transfer where job_id = ? and id > ?"
                        + " order by job_id, id limit ?",
                (row, number) -> row(row),
                at.job(),
                at.transfer(),
                block);
    }

    // --- both

    /// Jobs that have no transfer left: into the archive, if they go there, and away.
    private void removeJobs(Then then, Collection<String> jobs) {
        if (then == Then.ARCHIVED) {
            cover(jobs);
            InQuery.update(jdbc, TO_JOBS, "varchar", jobs);
        }
        InQuery.update(jdbc, "delete from job where id = any (?)", "varchar", jobs);
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getLong("id"),
                row.getString("job_id"),
                TransferState.valueOf(row.getString("state")).isTerminal() && Rows.instant(row, "finish_time") != null);
    }

    /// Those of some jobs that nobody is making a new job of right now ([ResubmissionStore]).
    private Set<String> lock(List<String> jobs) {
        return new HashSet<>(jdbc.queryForList(
                "select id from job where id in (" + InQuery.marks(jobs.size()) + ") for update skip locked",
                String.class,
                jobs.toArray()));
    }

    /// The jobs that stay because of one of some transfers.
    private Set<String> held(List<Row> rows) {
        List<Long> ids = rows.stream().map(Row::id).toList();
        Set<Long> holding = new HashSet<>();
        HOLDERS.forEach(query -> InQuery.run(jdbc, query, ids, "", row -> {
            holding.add(row.getLong(1));
        }));
        Set<String> jobs = new HashSet<>();
        for (Row row : rows) {
            if (!row.isOver() || holding.contains(row.id())) {
                jobs.add(row.job());
            }
        }
        return jobs;
    }

    /// Jobs that go to the archive lie there by the month of their end.
    private void cover(Collection<String> jobs) {
        if (!jobs.isEmpty() && DatabaseProduct.POSTGRESQL.isBehind(jdbc)) {
            Set<Instant> ends = new HashSet<>();
            InQuery.run(jdbc, "select finish_time from job where id in", jobs, "", row -> {
                ends.add(Objects.requireNonNull(Rows.instant(row, "finish_time")));
            });
            new ArchivePartitions(jdbc).cover(ends);
        }
    }

    private void remove(Then then, List<Row> rows) {
        List<Long> ids = rows.stream().map(Row::id).toList();
        if (then == Then.ARCHIVED) {
            cover(rows.stream().map(Row::job).distinct().toList());
            InQuery.update(jdbc, TO_RETRIES, "bigint", ids);
            InQuery.update(jdbc, TO_TRANSFERS, "bigint", ids);
        }
        WITH_TRANSFERS.forEach(statement -> InQuery.update(jdbc, statement, "bigint", ids));
    }
}
