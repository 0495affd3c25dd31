// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.EarlierWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Cancels on a caller's request, block by block. What runs is CANCELED at once and gets its end time when the data
/// plane has stopped; what an earlier attempt has left is handed to the clean-up. No block looks at more than a few
/// thousand rows, and none at a row that an earlier block has seen.
@Repository
class Cancellations {
    private static final int BLOCK = 5000;
    private static final int JOBS = 500;
    private static final String BY_JOB = " order by job_id, id limit ?";
    private static final String IS_OPEN = " and state in ('WAITING', 'QUEUED', 'CLAIMED', 'ACTIVE')";

    /// Has not begun, and does not wait for a hop before it, which may be running: that would end the whole job.
    private static final String HAS_NOT_BEGUN = " and state in ('WAITING', 'QUEUED') and not (state = 'WAITING'"
            + " and exists (select 1 from job where job.id = transfer.job_id and job.type = 'H'))";

    /// Ranges of pipes' queues that are gone through side by side.
    private static final int SIDE_BY_SIDE = 64;

    private final JdbcTemplate jdbc;
    private final JobStates jobStates;
    private final LeftoverStore leftovers;
    private final Journals journals;
    private final int blockSize;
    private final int pageSize;

    @Autowired
    Cancellations(JdbcTemplate jdbc, JobStates jobStates, LeftoverStore leftovers, Journals journals) {
        this(jdbc, jobStates, leftovers, journals, BLOCK, JOBS);
    }

    /// @param blockSize transfers of one block at most
    /// @param pageSize jobs that are looked at together at most
    Cancellations(
            JdbcTemplate jdbc,
            JobStates jobStates,
            LeftoverStore leftovers,
            Journals journals,
            int blockSize,
            int pageSize) {
        this.jdbc = jdbc;
        this.jobStates = jobStates;
        this.leftovers = leftovers;
        this.journals = journals;
        this.blockSize = blockSize;
        this.pageSize = pageSize;
    }

    /// What one block has changed.
    ///
    /// @param next where to go on, null if nothing is left of the scope
    record Block(
            List<CanceledTransfer> transfers,
            SortedSet<String> jobs,
            @Nullable CancelCursor next) {}

    /// An open transfer.
    private record Row(long id, String pipe, TransferState state, String job, LeftoverStore.@Nullable Unclean left) {
        boolean hasBegun() {
            return state == TransferState.CLAIMED || state == TransferState.ACTIVE;
        }
    }

    /// Cancels the next transfers of a scope.
    @Transactional
    public Block cancelBlock(CancelScope scope, CancelCursor at, String reason, Instant now) {
        return switch (scope) {
            case CancelScope.OfJob job -> {
                if (at.transfer() == 0) {
                    requestCancel(List.of(job.job()), reason);
                }
                List<Row> rows = ofJob(job.job(), at.transfer(), IS_OPEN, now);
                yield block(rows, isFull(rows) ? at.atStep(0, last(rows)) : null, reason, now);
            }
            case CancelScope.Files files -> cancelFiles(files, at, reason, now);
            case CancelScope.OfPipes pipes -> cancelPipes(List.copyOf(pipes.pipes()), at, reason, now);
            case CancelScope.SubmittedBy by -> cancelUsers(null, by.dn(), at, reason, now);
            case CancelScope.OfUser of -> cancelUsers(of.user().value(), null, at, reason, now);
            case CancelScope.Everything _ -> cancelUsers(null, null, at, reason, now);
            case CancelScope.Expired _ -> cancelExpired(at, reason, now);
        };
    }

    private Block cancelFiles(CancelScope.Files files, CancelCursor at, String reason, Instant now) {
        int most = Math.min(InQuery.BLOCK, blockSize);
        List<Long> ids = files.transfers().stream()
                .map(TransferId::value)
                .filter(id -> id > at.transfer())
                .sorted()
                .limit(most)
                .toList();
        List<Object> arguments = new ArrayList<>(ids);
        arguments.add(files.job());
        List<Row> rows = ids.isEmpty()
                ? List.of()
                : read("id in (" + InQuery.marks(ids.size()) + ") and job_id = ?" + IS_OPEN, arguments, BY_JOB, now);
        boolean more = ids.size() == most;
        Block block = block(rows, more ? at.atStep(0, ids.getLast()) : null, reason, now);
        jobStates.cancelIfNothingIsOpen(block.jobs(), now);
        return block;
    }

    // --- pipes: the ranges of their queues side by side, each in the order of the numbers

    private Block cancelPipes(List<PipeId> pipes, CancelCursor at, String reason, Instant now) {
        QueueRanges queues = new QueueRanges(jdbc, pipes, Math.min(SIDE_BY_SIDE, blockSize));
        CancelCursor cursor = queues.opened(at);
        List<Row> rows = new ArrayList<>();
        while (rows.isEmpty() && !cursor.ranges().isEmpty()) {
            int share = blockSize / cursor.ranges().size();
            List<QueueRange> left = new ArrayList<>();
            for (QueueRange range : cursor.ranges()) {
                List<Row> part = read(QueueRange.IS_IN, List.of(range.values()), QueueRange.IN_ORDER, share, now);
                rows.addAll(part);
                if (part.size() == share) {
                    left.add(range.after(last(part)));
                }
            }
            cursor = cursor.atRanges(left);
            if (rows.isEmpty()) {
                cursor = queues.opened(cursor);
            }
        }
        boolean isOver = cursor.ranges().isEmpty() && queues.isAtEnd(cursor);
        rows.sort(Comparator.comparingLong(Row::id));
        return block(rows, isOver ? null : cursor, reason, now);
    }

    // --- jobs: those that are open, user by user, page by page

    /// A job that is not over.
    private record OpenJob(String id, String dn, @Nullable Instant expiry) {}

    private Block cancelUsers(@Nullable String only, @Nullable String dn, CancelCursor at, String reason, Instant now) {
        CancelCursor cursor = at;
        if (cursor.user().isEmpty()) {
            String first = only == null ? nextUser("") : only;
            if (first == null) {
                return block(List.of(), null, reason, now);
            }
            cursor = cursor.atUser(first);
        }
        if (cursor.transfer() > 0) {
            return restOfJob(cursor, IS_OPEN, reason, now);
        }
        List<OpenJob> page = jdbc.query(
                "select id, user_dn, expire_time from job where finish_time is null and user_id = ? and id > ?"
                        + " order by finish_time, user_id, id limit ?",
                (row, number) -> new OpenJob(row.getString("id"), row.getString("user_dn"), null),
                cursor.user(),
                cursor.job(),
                pageSize);
        List<OpenJob> chosen =
                page.stream().filter(job -> dn == null || job.dn().equals(dn)).toList();
        requestCancel(chosen.stream().map(OpenJob::id).toList(), reason);
        CancelCursor next;
        if (page.size() == pageSize) {
            next = cursor.atJob(Instant.EPOCH, page.getLast().id(), 0);
        } else {
            String user = only == null ? nextUser(cursor.user()) : null;
            next = user == null ? null : cursor.atUser(user);
        }
        return ofJobs(cursor, chosen, next, IS_OPEN, reason, now);
    }

    private @Nullable String nextUser(String after) {
        return jdbc
                .queryForList(
                        "select user_id from job where finish_time is null and user_id > ?"
                                + " order by finish_time, user_id limit 1",
                        String.class,
                        after)
                .stream()
                .findFirst()
                .orElse(null);
    }

    private Block cancelExpired(CancelCursor at, String reason, Instant now) {
        if (at.transfer() > 0) {
            return restOfJob(at, HAS_NOT_BEGUN, reason, now);
        }
        List<OpenJob> page = jdbc.query(
                "select id, user_dn, expire_time from job where finish_time is null and expire_time < ?"
                        + " and expire_time >= ? and not (expire_time = ? and id <= ?)"
                        + " order by finish_time, expire_time, id limit ?",
                (row, number) -> new OpenJob(row.getString("id"), "", Rows.instant(row, "expire_time")),
                Rows.timestamp(now),
                Rows.timestamp(at.expiry()),
                Rows.timestamp(at.expiry()),
                at.job(),
                pageSize);
        CancelCursor next = page.size() < pageSize
                ? null
                : at.atJob(expiry(page.getLast()), page.getLast().id(), 0);
        return ofJobs(at, page, next, HAS_NOT_BEGUN, reason, now);
    }

    private static Instant expiry(OpenJob job) {
        return Objects.requireNonNullElse(job.expiry(), Instant.EPOCH);
    }

    /// The transfers of a page of jobs; if they are too many, the block ends within one of the jobs.
    private Block ofJobs(
            CancelCursor at,
            List<OpenJob> jobs,
            @Nullable CancelCursor next,
            String states,
            String reason,
            Instant now) {
        if (jobs.isEmpty()) {
            return block(List.of(), next, reason, now);
        }
        List<Row> rows = read(
                "job_id in (" + InQuery.marks(jobs.size()) + ")" + states,
                List.copyOf(jobs.stream().map(OpenJob::id).toList()),
                BY_JOB,
                now);
        if (!isFull(rows)) {
            return block(rows, next, reason, now);
        }
        if (isByExpiry(jobs)) {
            return one(at, jobs.getFirst(), states, reason, now);
        }
        return block(rows, at.atJob(Instant.EPOCH, rows.getLast().job(), last(rows)), reason, now);
    }

    /// Whether jobs come in the order of their expiry and not of their ids, as their transfers do.
    private static boolean isByExpiry(List<OpenJob> jobs) {
        return jobs.getFirst().expiry() != null;
    }

    /// One job of a page by itself.
    private Block one(CancelCursor at, OpenJob job, String states, String reason, Instant now) {
        List<Row> rows = ofJob(job.id(), 0, states, now);
        return block(rows, at.atJob(expiry(job), job.id(), isFull(rows) ? last(rows) : 0), reason, now);
    }

    private Block restOfJob(CancelCursor at, String states, String reason, Instant now) {
        List<Row> rows = ofJob(at.job(), at.transfer(), states, now);
        return block(rows, at.atJob(at.expiry(), at.job(), isFull(rows) ? last(rows) : 0), reason, now);
    }

    private List<Row> ofJob(String job, long after, String states, Instant now) {
        return read("job_id = ? and id > ?" + states, List.of(job, after), BY_JOB, now);
    }

    private void requestCancel(List<String> jobs, String reason) {
        if (jobs.isEmpty()) {
            return;
        }
        List<Object> arguments = new ArrayList<>();
        arguments.add(reason);
        arguments.addAll(jobs);
        jdbc.update(
                "update job set cancel_requested = true, reason = ? where cancel_requested = false"
                        + " and finish_time is null and id in (" + InQuery.marks(jobs.size()) + ")",
                arguments.toArray());
    }

    // --- the block

    private List<Row> read(String where, List<?> arguments, String order, Instant now) {
        return read(where, arguments, order, blockSize, now);
    }

    private List<Row> read(String where, List<?> arguments, String order, int most, Instant now) {
        List<Object> all = new ArrayList<>(arguments);
        all.add(most);
        return jdbc.query(
                "select id, pipe_id, state, job_id, dirty, dirty_since, dirty_until, size_bytes, destination from"
                        + " transfer where " + where + order,
                (row, number) -> {
                    TransferState state = TransferState.valueOf(row.getString("state"));
                    boolean left = state == TransferState.QUEUED && row.getBoolean("dirty");
                    EarlierWrite write = left ? Rows.earlier(row) : null;
                    return new Row(
                            row.getLong("id"),
                            row.getString("pipe_id"),
                            state,
                            row.getString("job_id"),
                            write != null
                                    ? new LeftoverStore.Unclean(
                                            TransferId.of(row.getLong("id")),
                                            row.getString("destination"),
                                            write,
                                            "canceled before another attempt could remove it",
                                            firstTry(write, now))
                                    : null);
                },
                all.toArray());
    }

    /// Not before it is sure that nothing is written there any more.
    private static Instant firstTry(EarlierWrite write, Instant now) {
        Instant until = write.until();
        return until != null && until.isAfter(now) ? until : now;
    }

    private boolean isFull(List<Row> rows) {
        return rows.size() == blockSize;
    }

    private static long last(List<Row> rows) {
        return rows.getLast().id();
    }

    private Block block(List<Row> rows, @Nullable CancelCursor next, String reason, Instant now) {
        List<CanceledTransfer> canceled = rows.stream()
                .map(row -> new CanceledTransfer(TransferId.of(row.id()), PipeId.of(row.pipe()), row.state()))
                .toList();
        TreeMap<String, JobStates.Change> changes = new TreeMap<>();
        rows.forEach(row -> changes.computeIfAbsent(row.job(), job -> new JobStates.Change()).canceled++);
        SortedSet<String> jobs = new TreeSet<>(changes.keySet());
        if (!rows.isEmpty()) {
            String update = "update transfer set state = 'CANCELED', reason = ?, recoverable = false, delayed = false";
            InQuery.update(
                    jdbc,
                    update + " where id = any (?)",
                    "bigint",
                    rows.stream().filter(Row::hasBegun).map(Row::id).toList(),
                    reason);
            InQuery.update(
                    jdbc,
                    update + ", finish_time = ? where id = any (?)",
                    "bigint",
                    rows.stream().filter(row -> !row.hasBegun()).map(Row::id).toList(),
                    reason,
                    Rows.timestamp(now));
            leftovers.add(rows.stream().map(Row::left).filter(Objects::nonNull).toList());
            jobStates.apply(changes, now);
            journals.record(() -> canceled.stream()
                    .map(transfer -> new StateChange(
                            transfer.transfer(), TransferState.CANCELED, now, null, StateChange.Kind.CANCELED))
                    .toList());
        }
        return new Block(canceled, jobs, next);
    }
}
