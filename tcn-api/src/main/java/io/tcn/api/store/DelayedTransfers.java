// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// What waits for its next try, apart from the queue: a delayed transfer is marked in its row and stands here with the
/// moment at which it is due. Rows of transfers that have gone on otherwise stay until that moment and change nothing.
///
/// Delays are kept as moments of the wall clock. If the clock is set back, what began "later than now" is counted anew
/// from now, so that nothing waits longer than its delay.
@Repository
class DelayedTransfers {
    /// Rows that one question puts back into the queue at most.
    private static final int BLOCK = 5000;

    /// Clocks are adjusted all the time; less than this is no step back.
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private final JdbcTemplate jdbc;
    private Instant latest = Instant.MIN;

    DelayedTransfers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    static boolean isDelayed(Transition.Retry retry) {
        return retry.notBefore().isAfter(retry.at());
    }

    /// Transitions that were made, of different transfers.
    void record(List<Transition> made) {
        List<Object[]> rows = new ArrayList<>();
        for (Transition transition : made) {
            if (transition instanceof Transition.Retry retry && isDelayed(retry)) {
                rows.add(row(retry.transfer(), retry.pipe(), retry.at(), retry.notBefore()));
            }
        }
        add(rows);
    }

    private static Object[] row(TransferId transfer, PipeId pipe, Instant since, Instant notBefore) {
        return new Object[] {transfer.value(), pipe.value(), Rows.timestamp(since), Rows.timestamp(notBefore)};
    }

    private void add(List<Object[]> rows) {
        if (rows.isEmpty()) {
            return;
        }
        delete(rows.stream().map(row -> row[0]).toList());
        jdbc.batchUpdate(
                "insert into transfer_delay (transfer_id, pipe_id, since, not_before) values (?, ?, ?, ?)", rows);
    }

    private void delete(Collection<?> transfers) {
        if (!transfers.isEmpty()) {
            jdbc.update(
                    "delete from transfer_delay where transfer_id in (" + InQuery.marks(transfers.size()) + ")",
                    transfers.toArray());
        }
    }

    /// Puts back into the queue of a pipe what is due, as far as one question bears it.
    void release(PipeId pipe, Instant now) {
        noteTime(now);
        List<Long> due = jdbc.query(
                "select transfer_id from transfer_delay where pipe_id = ? and not_before <= ?"
                        + " order by pipe_id, not_before limit ?",
                (row, number) -> row.getLong(1),
                pipe.value(),
                Rows.timestamp(now),
                BLOCK);
        for (int from = 0; from < due.size(); from += InQuery.BLOCK) {
            List<Long> part = due.subList(from, Math.min(due.size(), from + InQuery.BLOCK));
            jdbc.update(
                    "update transfer set delayed = false where state = 'QUEUED' and delayed = true and id in ("
                            + InQuery.marks(part.size()) + ")",
                    part.toArray());
            delete(part);
        }
    }

    /// Looks whether the clock was set back since the last question; at the first one, since the server ran before.
    void noteTime(Instant now) {
        if (now.isBefore(latest.equals(Instant.MIN) ? Instant.MAX : latest.minus(TOLERANCE))) {
            correct(now);
        }
        latest = now;
    }

    private void correct(Instant now) {
        List<Object[]> rows = new ArrayList<>();
        jdbc.query(
                "select transfer_id, pipe_id, since, not_before from transfer_delay where since > ?",
                row -> {
                    Instant since = Objects.requireNonNull(Rows.instant(row, "since"));
                    Instant notBefore = Objects.requireNonNull(Rows.instant(row, "not_before"));
                    rows.add(row(
                            TransferId.of(row.getLong("transfer_id")),
                            PipeId.of(row.getString("pipe_id")),
                            now,
                            now.plus(Duration.between(since, notBefore))));
                },
                Rows.timestamp(now.plus(TOLERANCE)));
        for (int from = 0; from < rows.size(); from += InQuery.BLOCK) {
            add(rows.subList(from, Math.min(rows.size(), from + InQuery.BLOCK)));
        }
    }
}
