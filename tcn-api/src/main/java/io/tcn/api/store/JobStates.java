// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Keeps the state of jobs in step with their transfers by counters, so that no job is ever counted through. The
/// rules are those of FTS: a multihop job is over as soon as one hop failed or was cancelled; another job when all its
/// transfers are. A job with replicas has finished if one of them has.
@Repository
class JobStates {
    /// FTS's sentence for a job that did not finish well; details are in its files.
    private static final String GENERAL_REASON =
            "One or more files failed. Please have a look at the details for more" + " information";

    /// How the counters of a job change.
    static final class Change {
        boolean started;
        int finished;
        int failed;
        int canceled;

        /// Whether it may be a multihop job that ends by this.
        boolean mayEndChain;
    }

    /// Copies at intermediate hops, once nothing reads them any more.
    private static final String CLEAN_HOPS = "insert into hop_cleanup (transfer_id, tries, not_before)"
            + " select t.id, 0, cast(? as timestamp(6) with time zone) from transfer t join job j on j.id = t.job_id"
            + " where j.id = ? and j.type = 'H' and j.finish_time is not null and t.state = 'FINISHED'"
            + " and (j.internal_params is null or j.internal_params not like '%disable-cleanup%')"
            + " and t.file_index < (select max(l.file_index) from transfer l where l.job_id = j.id)"
            + " and not exists (select 1 from hop_cleanup c where c.transfer_id = t.id)";

    /// What was cancelled may go on reading for a while.
    private static final Duration LAST_READS = Duration.ofSeconds(30);

    private static final String COUNT = "update job set started = (started or cast(? as boolean)),"
            + " finished = finished + ?, failed = failed + ?, canceled = canceled + ? where id = ?";

    private static final String OVER =
            "(finished + failed + canceled >= total or (type = 'H' and failed + canceled > 0))";

    private static final String SETTLE = "update job set state = case"
            + " when not " + OVER + " then case when started then 'ACTIVE' else 'SUBMITTED' end"
            + " when cancel_requested then 'CANCELED'"
            + " when finished >= total or (type = 'R' and finished > 0) then 'FINISHED'"
            + " when failed > 0 and finished > 0 and type <> 'H' then 'FINISHEDDIRTY'"
            + " when failed > 0 then 'FAILED'"
            + " else 'CANCELED' end,"
            + " finish_time = case when " + OVER + " then cast(? as timestamp(6) with time zone) else null end,"
            + " reason = case when " + OVER
            + " and finished < total and not (type = 'R' and finished > 0) and not cancel_requested"
            + " then cast(? as varchar) else reason end"
            + " where id = ? and finish_time is null";

    private final JdbcTemplate jdbc;

    JobStates(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Cancels those jobs of which no transfer is open any more, whatever became of the others.
    void cancelIfNothingIsOpen(Collection<String> jobs, Instant now) {
        jdbc.batchUpdate(
                "update job set state = 'CANCELED', finish_time = coalesce(finish_time,"
                        + " cast(? as timestamp(6) with time zone)) where id = ? and finished + failed + canceled >= total",
                jobs.stream()
                        .map(job -> new Object[] {Rows.timestamp(now), job})
                        .toList());
    }

    /// Changes counters and states, within the caller's transaction.
    void apply(Map<String, Change> changes, Instant now) {
        List<Object[]> counts = new ArrayList<>();
        List<Object[]> settles = new ArrayList<>();
        changes.forEach((job, change) -> {
            counts.add(new Object[] {change.started, change.finished, change.failed, change.canceled, job});
            settles.add(new Object[] {Rows.timestamp(now), GENERAL_REASON, job});
        });
        jdbc.batchUpdate(COUNT, counts);
        jdbc.batchUpdate(SETTLE, settles);
        List<Object[]> chains = new ArrayList<>();
        changes.forEach((job, change) -> {
            if (change.mayEndChain) {
                Instant free = change.canceled > 0 ? now.plus(LAST_READS) : now;
                chains.add(new Object[] {Rows.timestamp(free), job});
            }
        });
        if (!chains.isEmpty()) {
            jdbc.batchUpdate(CLEAN_HOPS, chains);
        }
    }
}
