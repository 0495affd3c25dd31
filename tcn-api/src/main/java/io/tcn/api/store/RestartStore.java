// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Puts the store right after a stop, expected or not: what was running is queued again, with the knowledge that its
/// destination may hold something of ours; but for attempts of agents, which go on.
@Repository
public class RestartStore {
    private static final String CLAIMED = inState("'CLAIMED'") + AgentOrders.NOT_GIVEN;
    private static final String ACTIVE = inState("'ACTIVE'") + AgentOrders.NOT_GIVEN;
    private static final String HALF_CANCELED = inState("'CANCELED' and t.finish_time is null") + AgentOrders.NOT_GIVEN;

    /// How long a statement may take: with millions of rows in a database that has just been filled or restored they
    /// are read from the disk.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /// Lets the database look into the queue of each pipe instead of at every row; H2 does so for a join only.
    private static String inState(String state) {
        return "id in (select t.id from pipe p join transfer t on t.pipe_id = p.id and t.state = " + state + ")";
    }

    private final JdbcTemplate jdbc;
    private final QueueReader queues;
    private final LeftoverStore leftovers;
    private final RestoredMark restoredMark;
    private final SignOfLife life;
    private final AgentOrders agentOrders;
    private final TransferLimitStore limits;

    RestartStore(
            JdbcTemplate jdbc,
            QueueReader queues,
            LeftoverStore leftovers,
            RestoredMark restoredMark,
            SignOfLife life,
            AgentOrders agentOrders,
            TransferLimitStore limits) {
        this.limits = limits;
        this.agentOrders = agentOrders;
        this.life = life;
        this.restoredMark = restoredMark;
        this.leftovers = leftovers;
        this.jdbc = jdbc;
        this.queues = queues;
    }

    /// What was found.
    ///
    /// @param requeued transfers that were running and are queued again
    /// @param resumed the pipes of those that may have been writing, which are not touched before the grace is over
    /// @param left what storages may still be copying, though nobody listens
    /// @param queued number of QUEUED transfers per pipe
    /// @param waiting transfers that wait for predecessors
    /// @param halfCanceled transfers that were cancelled while they ran, and whose destination may not be clean
    /// @param leftovers all destinations at which something may have been left, also by the transfers above
    /// @param goneOn what agents were given, and may go on with; none of it is among the transfers above
    public record Found(
            int requeued,
            Set<PipeId> resumed,
            Left left,
            Map<PipeId, Integer> queued,
            List<WaitingTransfer> waiting,
            List<QueuedTransfer> halfCanceled,
            List<Leftover> leftovers,
            List<GoneOn> goneOn) {}

    /// Transfers that storages may still be copying for a server before this one.
    ///
    /// @param transfers how many, per pipe
    /// @param limited how many of these are under a limit that came with them
    /// @param longest until when that may go on; the moment of the start where there are none
    public record Left(Map<PipeId, Integer> transfers, Map<TransferLimit, Integer> limited, Instant longest) {}

    /// Called once, before anything runs.
    ///
    /// @param grace how long a third-party copy of the server that stopped may still write; what was writing is not
    ///     touched before
    /// @param restored whether the database has just come back from a backup
    @Transactional
    public Found recover(Instant now, Duration grace, boolean restored) {
        return recover(now, grace, Duration.ZERO, restored, false);
    }

    /// @param patience how long what runs at a server may go on after its last sign of life; zero where it was surely
    ///     gone before this one began
    /// @param goneOn whether attempts may have gone on without their server, in processes of their own: those that
    ///     agents were given are left as they are, unless the database comes from a backup
    @Transactional
    public Found recover(Instant now, Duration grace, Duration patience, boolean restored, boolean goneOn) {
        LongQuestions.allow(jdbc, PATIENCE);
        if (restored) {
            restoredMark.set(now);
        }
        if (!goneOn || restored) {
            agentOrders.forgetAll();
        }
        List<GoneOn> given = agentOrders.goneOn();
        String reason =
                new TransferFailure(ErrorCode.SERVER_RESTARTED, "the server stopped while the transfer ran").toReason();
        // Claimed means that nothing was written in this attempt.
        int claimed = jdbc.update("update transfer set state = 'QUEUED', reason = ? where " + CLAIMED, reason);
        Instant wroteUntil =
                goneOn && !restored ? now.plus(patience).plus(grace) : wroteUntil(now, grace, patience, restored);
        Instant untouched = Collections.max(List.of(now.plus(grace), wroteUntil));
        Set<PipeId> resumed =
                jdbc.queryForList("select distinct pipe_id from transfer where " + ACTIVE, String.class).stream()
                        .map(PipeId::of)
                        .collect(Collectors.toUnmodifiableSet());
        noteLeftovers(ACTIVE, wroteUntil, reason, null);
        jdbc.update("delete from transfer_delay where transfer_id in (select id from transfer where " + ACTIVE + ")");
        jdbc.update(
                "insert into transfer_delay (transfer_id, pipe_id, since, not_before) select id, pipe_id,"
                        + " cast(? as timestamp(6) with time zone), cast(? as timestamp(6) with time zone)"
                        + " from transfer where " + ACTIVE,
                Rows.timestamp(now),
                Rows.timestamp(untouched));
        int active = jdbc.update(
                "update transfer set state = 'QUEUED', start_time = null, not_before = ?, delayed = true,"
                        + " dirty_until = ?, reason = ? where " + ACTIVE,
                Rows.timestamp(untouched),
                Rows.timestamp(wroteUntil),
                reason);
        // First what may have been left: who is found to have left nothing ends here. Ended later by its attempt, it
        // would
        // take from the list what another has left at the same destination since.
        noteHalfCanceled(untouched, wroteUntil);
        jdbc.update(
                "update transfer set finish_time = ? where " + HALF_CANCELED
                        + " and dirty = false and unreleased = false",
                Rows.timestamp(now));
        List<QueuedTransfer> halfCanceled = new ArrayList<>();
        jdbc.query("select " + Rows.QUEUED_COLUMNS + " from transfer where " + HALF_CANCELED, row -> {
            QueuedTransfer found = Rows.readable(row);
            if (found != null) {
                halfCanceled.add(found);
            }
        });
        return new Found(
                claimed + active,
                resumed,
                left(now, !goneOn && patience.isZero()),
                queues.queuedCounts(),
                queues.waiting(),
                halfCanceled,
                leftovers.all(),
                given);
    }

    /// What may be written on after a moment: of this stop, and of one before it if that was just now.
    ///
    /// @param byStoragesOnly whether only storages can go on, as those do that have HTTP at both ends
    private Left left(Instant now, boolean byStoragesOnly) {
        Map<PipeId, Integer> transfers = new TreeMap<>();
        Map<Long, Integer> byLimit = new TreeMap<>();
        List<Instant> ends = new ArrayList<>();
        ends.add(now);
        jdbc.query(
                "select t.pipe_id, t.limit_id, count(*) as transfers, max(l.written_until) as longest from leftover l"
                        + " join transfer t on t.id = l.transfer_id where l.written_until > ?"
                        + (byStoragesOnly ? " and " + isHttp("t.source") + " and " + isHttp("t.destination") : "")
                        + " group by t.pipe_id, t.limit_id",
                row -> {
                    int count = row.getInt("transfers");
                    transfers.merge(PipeId.of(row.getString("pipe_id")), count, Integer::sum);
                    byLimit.merge(row.getLong("limit_id"), count, Integer::sum);
                    ends.add(Rows.instant(row, "longest"));
                },
                Rows.timestamp(now));
        return new Left(transfers, limited(byLimit), Collections.max(ends));
    }

    /// @param transfers how many transfers are under each limit; 0 is none
    private Map<TransferLimit, Integer> limited(Map<Long, Integer> transfers) {
        transfers.remove(0L);
        limits.know(transfers.keySet());
        Map<TransferLimit, Integer> limited = new HashMap<>();
        transfers.forEach((id, count) -> limits.limit(new LimitId(id)).ifPresent(limit -> limited.put(limit, count)));
        return limited;
    }

    private static String isHttp(String url) {
        return "(lower(" + url + ") like 'http%' or lower(" + url + ") like 'dav%')";
    }

    /// Until when attempts of before can have written, third-party copies that went on without their server included.
    /// After a restore nothing is sure but what was before the backup.
    private Instant wroteUntil(Instant now, Duration grace, Duration patience, boolean restored) {
        Instant last = life.last();
        if (last == null || last.isAfter(now)) {
            return now.plus(patience).plus(grace);
        }
        if (restored) {
            return last;
        }
        Instant end = last.plus(SignOfLife.BEAT);
        Instant dead = end.isBefore(now) ? end : now;
        // Another server leads as soon as the lease of the one before is over; what ran there goes on for a while.
        return Collections.max(List.of(dead, last.plus(patience))).plus(grace);
    }

    /// What these may have left is noted once, at the first start after they were cancelled, with the time until
    /// which they may have written. Where it has gone from the list since, others have written there, or nothing is
    /// there: noted anew, it would look as if all that lies there could be theirs.
    private void noteHalfCanceled(Instant untouched, Instant wroteUntil) {
        String half = HALF_CANCELED + " and dirty = true";
        jdbc.update("update transfer set dirty = false where " + half + " and dirty_until is not null"
                + " and not exists (select 1 from leftover l where l.transfer_id = transfer.id)");
        // Of an attempt before the last, which was cancelled before it wrote: nobody goes on with these.
        jdbc.update(
                "update leftover set next_try = ? where next_try is null and given_up = false and transfer_id in"
                        + " (select id from transfer where " + half + ")",
                Rows.timestamp(untouched));
        String fresh = half + " and dirty_until is null";
        noteLeftovers(fresh, wroteUntil, "canceled while it ran; the server stopped before it was removed", untouched);
        jdbc.update("update transfer set dirty_until = ? where " + fresh, Rows.timestamp(wroteUntil));
    }

    /// @param until when it was written last, at the latest: what was being written when the server stopped may have
    ///     been written on for a while
    private void noteLeftovers(String which, Instant until, String reason, @Nullable Instant nextTry) {
        List<LeftoverStore.Unclean> found = jdbc.query(
                "select id, destination, size_bytes, dirty_since from transfer where " + which,
                (row, number) -> new LeftoverStore.Unclean(
                        TransferId.of(row.getLong("id")),
                        row.getString("destination"),
                        Rows.earlier(Rows.instant(row, "dirty_since"), until, row.getLong("size_bytes")),
                        reason,
                        nextTry));
        leftovers.add(found);
    }
}
