// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Fails queued transfers whose rows cannot be read, within the transaction that has met them: they would hold up their
/// pipe for ever, because nobody can start them.
@Repository
class UnreadableTransfers {
    private final JdbcTemplate jdbc;
    private final JobStates jobStates;
    private final Journals journals;

    UnreadableTransfers(JdbcTemplate jdbc, JobStates jobStates, Journals journals) {
        this.jdbc = jdbc;
        this.jobStates = jobStates;
        this.journals = journals;
    }

    /// @return those that were queued, and are failed now
    List<TransferId> fail(List<TransferId> transfers, Instant now) {
        if (transfers.isEmpty()) {
            return List.of();
        }
        TransferFailure failure = new TransferFailure(
                ErrorCode.INTERNAL, "what is stored of this transfer cannot be read; submit it again");
        TreeMap<String, JobStates.Change> jobs = new TreeMap<>();
        List<StateChange> changes = new ArrayList<>();
        for (TransferId transfer : transfers) {
            int failed = jdbc.update(
                    "update transfer set state = 'FAILED', finish_time = ?, reason = ?, recoverable = false"
                            + " where id = ? and state = 'QUEUED'",
                    Rows.timestamp(now),
                    failure.toReason(),
                    transfer.value());
            if (failed == 1) {
                jdbc.queryForList("select job_id from transfer where id = ?", String.class, transfer.value())
                        .forEach(job -> jobs.computeIfAbsent(job, none -> new JobStates.Change()).failed++);
                changes.add(new StateChange(transfer, TransferState.FAILED, now, failure, StateChange.Kind.ENDED));
            }
        }
        jobStates.apply(jobs, now);
        journals.record(() -> changes);
        return changes.stream().map(StateChange::transfer).toList();
    }
}
