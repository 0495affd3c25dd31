// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Puts the store right after a stop, expected or not: what was running is queued again, with the knowledge that its
/// destination may hold something of ours.
@Repository
public class RestartStore {
    /// Lets the database look into the queue of each pipe instead of at every row.
    private static final String OF_PIPES = " and pipe_id in (select id from pipe)";

    private final JdbcTemplate jdbc;
    private final QueueReader queues;

    RestartStore(JdbcTemplate jdbc, QueueReader queues) {
        this.jdbc = jdbc;
        this.queues = queues;
    }

    /// What was found.
    ///
    /// @param requeued transfers that were running and are queued again
    /// @param queued number of QUEUED transfers per pipe
    /// @param waiting transfers that wait for predecessors
    /// @param halfCanceled transfers that were cancelled while they ran, and whose destination may not be clean
    public record Found(
            int requeued,
            Map<PipeId, Integer> queued,
            List<WaitingTransfer> waiting,
            List<QueuedTransfer> halfCanceled) {}

    /// Called once, before anything runs.
    ///
    /// @param grace how long a third-party copy of the server that stopped may still write; what was writing is not
    ///     touched before
    @Transactional
    public Found recover(Instant now, Duration grace) {
        String reason =
                new TransferFailure(ErrorCode.SERVER_RESTARTED, "the server stopped while the transfer ran").toReason();
        // Claimed means that nothing was written in this attempt.
        int claimed = jdbc.update(
                "update transfer set state = 'QUEUED', reason = ? where state = 'CLAIMED'" + OF_PIPES, reason);
        int active = jdbc.update(
                "update transfer set state = 'QUEUED', start_time = null, not_before = ?, reason = ?"
                        + " where state = 'ACTIVE'" + OF_PIPES,
                Rows.timestamp(now.plus(grace)),
                reason);
        jdbc.update(
                "update transfer set finish_time = ? where state = 'CANCELED' and finish_time is null"
                        + " and dirty = false and unreleased = false" + OF_PIPES,
                Rows.timestamp(now));
        List<QueuedTransfer> halfCanceled = jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + " from transfer where state = 'CANCELED' and finish_time is null"
                        + OF_PIPES,
                (row, number) -> Rows.queuedTransfer(row));
        return new Found(claimed + active, queues.queuedCounts(), queues.waiting(), halfCanceled);
    }
}
