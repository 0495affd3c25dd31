// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Cancels on a caller's request. What runs is CANCELED at once and gets its end time when the data plane has
/// stopped.
@Repository
class Cancellations {
    private static final String OPEN = "state in ('WAITING', 'QUEUED', 'CLAIMED', 'ACTIVE')";

    private final JdbcTemplate jdbc;
    private final JobStates jobStates;

    Cancellations(JdbcTemplate jdbc, JobStates jobStates) {
        this.jdbc = jdbc;
        this.jobStates = jobStates;
    }

    /// Cancels every open transfer of a job; a job that is over stays as it is.
    @Transactional
    public List<CanceledTransfer> cancelJob(String job, String reason, Instant now) {
        int open = jdbc.update(
                "update job set cancel_requested = true, reason = ? where id = ? and finish_time is null", reason, job);
        return open == 0 ? List.of() : cancel("job_id = ? and " + OPEN, reason, now, job);
    }

    /// Cancels the transfers, of jobs whose time in the queue is over, that have not begun.
    @Transactional
    public List<CanceledTransfer> cancelExpired(String reason, Instant now) {
        return cancel(
                "state in ('WAITING', 'QUEUED') and job_id in (select id from job where finish_time is null"
                        + " and expire_time < ?)",
                reason,
                now,
                Rows.timestamp(now));
    }

    private List<CanceledTransfer> cancel(String condition, String reason, Instant now, Object argument) {
        List<CanceledTransfer> canceled = new ArrayList<>();
        TreeMap<String, JobStates.Change> changes = new TreeMap<>();
        jdbc.query(
                "select id, pipe_id, state, job_id from transfer where " + condition + " order by id",
                row -> {
                    canceled.add(new CanceledTransfer(
                            TransferId.of(row.getLong("id")),
                            PipeId.of(row.getString("pipe_id")),
                            TransferState.valueOf(row.getString("state"))));
                    changes.computeIfAbsent(row.getString("job_id"), job -> new JobStates.Change()).canceled++;
                },
                argument);
        if (canceled.isEmpty()) {
            return canceled;
        }
        jdbc.update(
                "update transfer set finish_time = case when state in ('WAITING', 'QUEUED')"
                        + " then cast(? as timestamp(6) with time zone) else null end,"
                        + " state = 'CANCELED', reason = ?, recoverable = false where " + condition,
                Rows.timestamp(now),
                reason,
                argument);
        jobStates.apply(changes, now);
        return canceled;
    }
}
