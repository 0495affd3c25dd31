// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Cancels on a caller's request. What runs is CANCELED at once and gets its end time when the data plane has
/// stopped.
@Repository
class Cancellations {
    private static final String OPEN = "state in ('WAITING', 'QUEUED', 'CLAIMED', 'ACTIVE')";
    private static final int BLOCK = 5000;

    private final JdbcTemplate jdbc;
    private final JobStates jobStates;
    private final Journals journals;

    Cancellations(JdbcTemplate jdbc, JobStates jobStates, Journals journals) {
        this.jdbc = jdbc;
        this.jobStates = jobStates;
        this.journals = journals;
    }

    /// What one block has changed.
    ///
    /// @param isLast whether nothing is left of the scope
    record Block(List<CanceledTransfer> transfers, SortedSet<String> jobs, boolean isLast) {}

    /// A condition on `transfer` and its arguments.
    private record Where(String sql, List<Object> arguments) {}

    /// Cancels the next transfers of a scope.
    @Transactional
    public Block cancelBlock(CancelScope scope, String reason, Instant now) {
        return switch (scope) {
            case CancelScope.OfJob job -> {
                requestCancel("id = ?", reason, List.of(job.job()));
                yield cancel(new Where("job_id = ?", List.of(job.job())), Integer.MAX_VALUE, reason, now);
            }
            case CancelScope.Files files -> {
                Block block = cancel(
                        new Where(
                                "job_id = ? and id in ("
                                        + InQuery.marks(files.transfers().size()) + ")",
                                with(
                                        files.job(),
                                        files.transfers().stream()
                                                .map(TransferId::value)
                                                .toList())),
                        Integer.MAX_VALUE,
                        reason,
                        now);
                jobStates.cancelIfNothingIsOpen(block.jobs(), now);
                yield block;
            }
            case CancelScope.OfPipes pipes ->
                cancel(
                        new Where(
                                "pipe_id in (" + InQuery.marks(pipes.pipes().size()) + ")",
                                List.copyOf(pipes.pipes().stream()
                                        .map(PipeId::value)
                                        .toList())),
                        BLOCK,
                        reason,
                        now);
            case CancelScope.SubmittedBy by -> jobsWhere("user_dn = ?", List.of(by.dn()), reason, now);
            case CancelScope.OfUser of ->
                jobsWhere("user_id = ?", List.of(of.user().value()), reason, now);
            case CancelScope.Everything _ -> jobsWhere("1 = 1", List.of(), reason, now);
            case CancelScope.Expired _ ->
                cancel(
                        new Where(
                                "state in ('WAITING', 'QUEUED') and job_id in (select id from job where"
                                        + " finish_time is null and expire_time < ?)",
                                List.of(Rows.timestamp(now))),
                        BLOCK,
                        reason,
                        now);
        };
    }

    private Block jobsWhere(String condition, List<Object> arguments, String reason, Instant now) {
        requestCancel(condition, reason, arguments);
        return cancel(
                new Where("job_id in (select id from job where finish_time is null and " + condition + ")", arguments),
                BLOCK,
                reason,
                now);
    }

    private void requestCancel(String condition, String reason, List<Object> arguments) {
        List<Object> all = with(reason, arguments);
        jdbc.update(
                "update job set cancel_requested = true, reason = ? where cancel_requested = false"
                        + " and finish_time is null and " + condition,
                all.toArray());
    }

    private Block cancel(Where where, int limit, String reason, Instant now) {
        List<CanceledTransfer> canceled = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        TreeMap<String, JobStates.Change> changes = new TreeMap<>();
        jdbc.query(
                "select id, pipe_id, state, job_id from transfer where " + OPEN + " and " + where.sql()
                        + " order by id limit " + limit,
                row -> {
                    TransferState from = TransferState.valueOf(row.getString("state"));
                    canceled.add(new CanceledTransfer(
                            TransferId.of(row.getLong("id")), PipeId.of(row.getString("pipe_id")), from));
                    boolean begun = from == TransferState.CLAIMED || from == TransferState.ACTIVE;
                    rows.add(new Object[] {begun ? null : Rows.timestamp(now), reason, row.getLong("id")});
                    JobStates.Change change =
                            changes.computeIfAbsent(row.getString("job_id"), job -> new JobStates.Change());
                    change.canceled++;
                    change.mayEndChain = true;
                },
                where.arguments().toArray());
        SortedSet<String> jobs = new TreeSet<>(changes.keySet());
        if (!canceled.isEmpty()) {
            jdbc.batchUpdate(
                    "update transfer set finish_time = cast(? as timestamp(6) with time zone), state = 'CANCELED',"
                            + " reason = ?, recoverable = false where id = ?",
                    rows);
            jobStates.apply(changes, now);
            journals.record(() -> canceled.stream()
                    .map(transfer -> new StateChange(
                            transfer.transfer(), TransferState.CANCELED, now, null, StateChange.Kind.CANCELED))
                    .toList());
        }
        return new Block(canceled, jobs, canceled.size() < limit);
    }

    private static List<Object> with(Object first, List<?> others) {
        List<Object> all = new ArrayList<>();
        all.add(first);
        all.addAll(others);
        return all;
    }
}
