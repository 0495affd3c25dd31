// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.outbox;

import io.tcn.api.store.StateChange;
import io.tcn.api.store.StateJournal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Writes the messages about changes of state within the transaction that makes them, by a few batches whatever the
/// number of changes. A row is a snapshot of what may change later; texts that stay are not copied.
///
/// | change | messages |
/// |---|---|
/// | accepted, claimed, released | STATE |
/// | bytes may move | START, STATE |
/// | attempt ended | COMPLETE, STATE |
/// | cancelled | COMPLETE, STATE; when a running one has stopped, nothing more |
@Repository
@WhenMessagesAreOn
class OutboxWriter implements StateJournal {
    private static final String COLUMNS = "transfer_id, kind, happened, file_state, unreleased, job_state, attempt,"
            + " retries, size_bytes, started, recoverable, reason";

    private static final String SNAPSHOT = "insert into outbox (" + COLUMNS + ")"
            + " select t.id, cast(? as varchar), cast(? as timestamp(6) with time zone), t.state, t.unreleased, j.state,"
            + " t.attempts, t.retries, t.size_bytes, coalesce(a.started, t.start_time), t.recoverable, t.reason"
            + " from transfer t join job j on j.id = t.job_id"
            + " left join outbox_attempt a on a.transfer_id = t.id and a.attempt = t.attempts"
            + " where t.id = ?";

    /// Hops and spare sources that were never used have no end.
    private static final String SNAPSHOT_OF_END = SNAPSHOT + " and not (j.type in ('H', 'R') and t.unreleased)";

    private static final String BEGIN_ATTEMPT = "insert into outbox_attempt (transfer_id, attempt, started)"
            + " select id, attempts, cast(? as timestamp(6) with time zone) from transfer where id = ?";

    private static final String END_ATTEMPT = "delete from outbox_attempt where transfer_id = ?"
            + " and attempt = (select attempts from transfer where id = ?)";

    /// Attempts that were told to have started and do not run: the server died with them. Not to be asked while
    /// transfers are being dispatched.
    private static final String ORPHANS = " from outbox_attempt a join transfer t on t.id = a.transfer_id"
            + " join job j on j.id = t.job_id where t.state <> 'ACTIVE' or t.attempts <> a.attempt";

    private static final String END_OF_ORPHANS = "insert into outbox (" + COLUMNS + ")"
            + " select t.id, cast(? as varchar), cast(? as timestamp(6) with time zone), t.state, t.unreleased, j.state,"
            + " a.attempt, t.retries, t.size_bytes, a.started, coalesce(t.recoverable, t.state = 'QUEUED'), t.reason"
            + ORPHANS + " order by a.transfer_id, a.attempt";

    private final JdbcTemplate jdbc;

    OutboxWriter(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void record(List<StateChange> changes) {
        List<Object[]> begun = new ArrayList<>();
        List<Object[]> starts = new ArrayList<>();
        List<Object[]> ends = new ArrayList<>();
        List<Object[]> states = new ArrayList<>();
        List<Object[]> ended = new ArrayList<>();
        for (StateChange change : changes) {
            long id = change.transfer().value();
            switch (change.kind()) {
                case SUBMITTED, STEP -> states.add(row(MessageKind.STATE, change));
                case STARTED -> {
                    begun.add(new Object[] {timestamp(change.at()), id});
                    starts.add(row(MessageKind.START, change));
                    states.add(row(MessageKind.STATE, change));
                }
                case ENDED, CANCELED -> {
                    ends.add(row(MessageKind.COMPLETE, change));
                    states.add(row(MessageKind.STATE, change));
                    ended.add(new Object[] {id, id});
                }
                case STOPPED -> {
                    // Its end was told when it was cancelled.
                }
            }
        }
        batch(BEGIN_ATTEMPT, begun);
        batch(SNAPSHOT, starts);
        batch(SNAPSHOT_OF_END, ends);
        batch(SNAPSHOT, states);
        batch(END_ATTEMPT, ended);
    }

    /// Tells the end of attempts that died with the server. Called within a transaction, before anything is dispatched
    /// again.
    ///
    /// @return how many there were
    int endOrphans(Instant now) {
        for (MessageKind kind : List.of(MessageKind.COMPLETE, MessageKind.STATE)) {
            jdbc.update(END_OF_ORPHANS, kind.name(), timestamp(now));
        }
        return jdbc.update("delete from outbox_attempt where not exists (select 1 from transfer t"
                + " where t.id = outbox_attempt.transfer_id and t.state = 'ACTIVE'"
                + " and t.attempts = outbox_attempt.attempt)");
    }

    private static Object[] row(MessageKind kind, StateChange change) {
        return new Object[] {
            kind.name(), timestamp(change.at()), change.transfer().value()
        };
    }

    private void batch(String sql, List<Object[]> rows) {
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(sql, rows);
        }
    }

    private static Object timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
