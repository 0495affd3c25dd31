// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueuedTransfer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Copies at intermediate hops that are to be removed. Rows come in the transaction that ends their job, and go when
/// the copy is gone.
@Repository
public class HopCleanupStore {
    private final JdbcTemplate jdbc;

    HopCleanupStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A copy to be removed: the destination of `transfer`.
    ///
    /// @param tries how often it was tried
    public record Due(QueuedTransfer transfer, int tries) {}

    /// What is due.
    @Transactional(readOnly = true)
    public List<Due> due(Instant now, int limit) {
        Map<Long, Integer> tries = new HashMap<>();
        jdbc.query(
                "select transfer_id, tries from hop_cleanup where not_before <= ? order by not_before limit ?",
                row -> {
                    tries.put(row.getLong("transfer_id"), row.getInt("tries"));
                },
                Rows.timestamp(now),
                limit);
        List<Due> due = new java.util.ArrayList<>();
        InQuery.run(
                jdbc,
                "select " + Rows.QUEUED_COLUMNS + " from transfer where id in",
                tries.keySet(),
                "",
                row -> due.add(new Due(Rows.queuedTransfer(row), tries.getOrDefault(row.getLong("id"), 0))));
        return due;
    }

    /// The copy is gone, or nobody tries any more.
    @Transactional
    public void done(TransferId transfer) {
        jdbc.update("delete from hop_cleanup where transfer_id = ?", transfer.value());
    }

    /// It did not work.
    @Transactional
    public void again(TransferId transfer, Instant notBefore) {
        jdbc.update(
                "update hop_cleanup set tries = tries + 1, not_before = ? where transfer_id = ?",
                Rows.timestamp(notBefore),
                transfer.value());
    }
}
