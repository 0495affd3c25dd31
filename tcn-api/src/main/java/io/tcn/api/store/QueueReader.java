// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What the dispatch loop asks the store for.
@Repository
class QueueReader {
    /// What can start, of one pipe; the first columns of both indices of queues.
    private static final String OF_QUEUE = " from transfer where pipe_id = ? and state = 'QUEUED' and delayed = false";

    /// The first of a group or of one after it. Said with `>=`: H2 begins to read at the value that is named, and with
    /// `>` reads, and leaves out, all that is of the group before.
    static final String HEAD_FROM = "select group_id, priority" + OF_QUEUE
            + " and group_id >= ? order by pipe_id, state, delayed, group_id, priority desc limit 1";

    /// The highest priority of a group up to one, as above.
    static final String PRIORITY_UP_TO = "select priority" + OF_QUEUE
            + " and group_id = ? and priority <= ? order by pipe_id, state, delayed, group_id, priority desc limit 1";

    /// Groups of a pipe that are looked up one by one.
    private static final int MOST_GROUPS = 256;

    private final JdbcTemplate jdbc;
    private final DelayedTransfers delays;
    private final ActivityQueues activities;
    private final UnreadableTransfers unreadable;
    private final RestoredMark restored;
    private final TransferLimitStore limits;

    QueueReader(
            JdbcTemplate jdbc,
            DelayedTransfers delays,
            ActivityQueues activities,
            UnreadableTransfers unreadable,
            RestoredMark restored,
            TransferLimitStore limits) {
        this.limits = limits;
        this.restored = restored;
        this.jdbc = jdbc;
        this.delays = delays;
        this.activities = activities;
        this.unreadable = unreadable;
    }

    /// What was read of a queue.
    ///
    /// @param transfers in their order
    /// @param failed those that nobody can read; they are FAILED now
    record Read(List<QueuedTransfer> transfers, List<TransferId> failed) {
        static final Read NOTHING = new Read(List.of(), List.of());
    }

    @Transactional
    public Read queued(PipeId pipe, int limit, Instant now, QueueOrder order) {
        delays.release(pipe, now);
        return order.activities().isEmpty() ? byGroup(pipe, limit, now, order) : inTurn(pipe, limit, now, order);
    }

    /// The head of what is in no group, and the heads of the groups up to the same number.
    private Read byGroup(PipeId pipe, int limit, Instant now, QueueOrder order) {
        Reading reading = new Reading(restored.upTo());
        jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + OF_QUEUE + without(order)
                        // In the order of the index, so that only what is asked for is read.
                        + " and group_id = 0 order by pipe_id, state, delayed, group_id, priority desc, id limit ?",
                reading::read,
                pipe.value(),
                limit);
        readGroups(pipe, reading.count() + limit, order, reading);
        List<QueuedTransfer> read = withLimits(reading);
        return new Read(withPredecessors(read), unreadable.fail(reading.bad, now));
    }

    /// Leaves out the transfers of limits that have no room. They are read over: the index does not know of limits.
    private static String without(QueueOrder order) {
        return order.without().isEmpty()
                ? ""
                : order.without().stream()
                        .sorted()
                        .map(LimitId::toString)
                        .collect(Collectors.joining(", ", " and limit_id not in (", ")"));
    }

    /// The heads of the groups: the highest priority of all groups first, group by group in the order, then the
    /// next.
    ///
    /// @param most stop at so many
    private void readGroups(PipeId pipe, int most, QueueOrder order, Reading reading) {
        Map<Long, Integer> priorities = groupsOf(pipe, order.groups());
        while (!priorities.isEmpty() && reading.count() < most) {
            int priority = Collections.max(priorities.values());
            for (Map.Entry<Long, Integer> group : List.copyOf(priorities.entrySet())) {
                int wanted = most - reading.count();
                if (group.getValue() == priority && wanted > 0) {
                    int before = reading.count();
                    readGroup(pipe, group.getKey(), priority, wanted, order, reading);
                    if (reading.count() - before < wanted) {
                        nextPriority(pipe, group.getKey(), priority)
                                .ifPresentOrElse(
                                        next -> priorities.put(group.getKey(), next),
                                        () -> priorities.remove(group.getKey()));
                    }
                }
            }
        }
    }

    private void readGroup(PipeId pipe, long group, int priority, int limit, QueueOrder order, Reading reading) {
        jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + OF_QUEUE + without(order)
                        + " and group_id = ? and priority = ? order by pipe_id, state, delayed, group_id, priority"
                        + " desc, id limit ?",
                reading::read,
                pipe.value(),
                group,
                priority,
                limit);
    }

    private Optional<Integer> nextPriority(PipeId pipe, long group, int below) {
        return jdbc.queryForList(PRIORITY_UP_TO, Integer.class, pipe.value(), group, below - 1).stream()
                .findFirst();
    }

    /// The groups that have something in a pipe's queue, each with its highest priority, found one by one
    /// through the index: those that the order names first, in its order, then the others by number.
    private Map<Long, Integer> groupsOf(PipeId pipe, List<GroupId> order) {
        Map<Long, Integer> found = new LinkedHashMap<>();
        Optional<Head> next = headFrom(pipe, 1);
        while (next.isPresent() && found.size() < MOST_GROUPS) {
            found.put(next.get().group(), next.get().priority());
            next = headFrom(pipe, next.get().group() + 1);
        }
        Map<Long, Integer> inOrder = new LinkedHashMap<>();
        for (GroupId group : order) {
            Integer priority = found.get(group.value());
            if (priority != null) {
                inOrder.put(group.value(), priority);
            } else if (found.size() == MOST_GROUPS) {
                // Beyond so many groups the order is believed: what it names and is not there costs a look each.
                inOrder.put(group.value(), Transfer.MAX_PRIORITY);
            }
        }
        found.forEach(inOrder::putIfAbsent);
        return inOrder;
    }

    /// The first of a group.
    private record Head(long group, int priority) {}

    private Optional<Head> headFrom(PipeId pipe, long group) {
        return jdbc
                .query(
                        HEAD_FROM,
                        (row, number) -> new Head(row.getLong("group_id"), row.getInt("priority")),
                        pipe.value(),
                        group)
                .stream()
                .findFirst();
    }

    /// For a user whose activities have shares.
    private Read inTurn(PipeId pipe, int limit, Instant now, QueueOrder order) {
        List<Long> ids = activities.next(pipe, limit, order.activities(), without(order));
        Map<Long, QueuedTransfer> found = new HashMap<>();
        Reading reading = new Reading(restored.upTo());
        InQuery.run(
                jdbc,
                "select " + Rows.QUEUED_COLUMNS + " from transfer where state = 'QUEUED' and id in",
                ids,
                "",
                reading::read);
        List<QueuedTransfer> read = withLimits(reading);
        read.forEach(queued -> found.put(queued.transfer().id().value(), queued));
        return new Read(
                withPredecessors(
                        ids.stream().map(found::get).filter(Objects::nonNull).toList()),
                unreadable.fail(reading.bad, now));
    }

    /// Reads rows one by one: one that cannot be read costs itself only.
    private static final class Reading {
        final List<QueuedTransfer> good = new ArrayList<>();
        final List<TransferId> bad = new ArrayList<>();
        final Map<TransferId, Long> limits = new HashMap<>();
        private final long restoredUpTo;

        Reading(long restoredUpTo) {
            this.restoredUpTo = restoredUpTo;
        }

        int count() {
            return good.size() + bad.size();
        }

        void read(ResultSet row) throws SQLException {
            QueuedTransfer queued = Rows.readable(row, restoredUpTo);
            if (queued == null) {
                bad.add(TransferId.of(row.getLong("id")));
            } else {
                good.add(queued);
                if (row.getLong("limit_id") > 0) {
                    limits.put(queued.transfer().id(), row.getLong("limit_id"));
                }
            }
        }
    }

    /// Those of some transfers that are QUEUED, retry delays or not.
    @Transactional(readOnly = true)
    public List<QueuedTransfer> queuedOf(Collection<TransferId> transfers) {
        Reading reading = new Reading(restored.upTo());
        InQuery.run(
                jdbc,
                "select " + Rows.QUEUED_COLUMNS + " from transfer where state = 'QUEUED' and id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                reading::read);
        return withPredecessors(withLimits(reading));
    }

    /// What was read, with the limits that it is under: at most one question, for limits that were never met. One whose
    /// limit is not in the store is bad: nobody knows what it may.
    private List<QueuedTransfer> withLimits(Reading reading) {
        if (reading.limits.isEmpty()) {
            return reading.good;
        }
        limits.know(reading.limits.values());
        List<QueuedTransfer> known = new ArrayList<>(reading.good.size());
        for (QueuedTransfer queued : reading.good) {
            TransferId id = queued.transfer().id();
            Long limit = reading.limits.get(id);
            if (limit == null) {
                known.add(queued);
            } else {
                limits.limit(new LimitId(limit))
                        .ifPresentOrElse(found -> known.add(withLimit(queued, found)), () -> reading.bad.add(id));
            }
        }
        return known;
    }

    private static QueuedTransfer withLimit(QueuedTransfer queued, TransferLimit limit) {
        Transfer transfer = queued.transfer();
        return queued.withTransfer(transfer.withOptions(transfer.options().withLimit(limit)));
    }

    private List<QueuedTransfer> withPredecessors(List<QueuedTransfer> found) {
        Map<Long, Set<TransferId>> after = new HashMap<>();
        InQuery.run(
                jdbc,
                "select transfer_id, after_id from transfer_after where transfer_id in",
                found.stream().map(queued -> queued.transfer().id().value()).toList(),
                "",
                row -> {
                    after.computeIfAbsent(row.getLong("transfer_id"), key -> new LinkedHashSet<>())
                            .add(TransferId.of(row.getLong("after_id")));
                });
        return after.isEmpty()
                ? found
                : found.stream()
                        .map(queued -> withAfter(
                                queued, after.get(queued.transfer().id().value())))
                        .toList();
    }

    private static QueuedTransfer withAfter(QueuedTransfer queued, @Nullable Set<TransferId> after) {
        if (after == null) {
            return queued;
        }
        Transfer bare = queued.transfer();
        return queued.withTransfer(new Transfer(
                bare.id(),
                bare.pipe(),
                bare.source(),
                bare.destination(),
                bare.sizeBytes(),
                bare.priority(),
                after,
                bare.options()));
    }

    @Transactional(readOnly = true)
    public Map<TransferId, TransferState> states(Collection<TransferId> transfers) {
        Map<TransferId, TransferState> states = new HashMap<>();
        InQuery.run(
                jdbc,
                "select id, state from transfer where id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                row -> {
                    states.put(TransferId.of(row.getLong("id")), TransferState.valueOf(row.getString("state")));
                });
        return states;
    }

    /// Number of QUEUED transfers per pipe.
    @Transactional(readOnly = true)
    public Map<PipeId, Integer> queuedCounts() {
        Map<PipeId, Integer> counts = new TreeMap<>();
        jdbc.query(
                // Pipe by pipe through the index, so that what is over is not looked at.
                "select p.id, (select count(*) from transfer t where t.pipe_id = p.id and t.state = 'QUEUED') as"
                        + " waiting from pipe p",
                row -> {
                    if (row.getInt("waiting") > 0) {
                        counts.put(PipeId.of(row.getString("id")), row.getInt("waiting"));
                    }
                });
        return counts;
    }

    /// All WAITING transfers with their predecessors.
    @Transactional(readOnly = true)
    public List<WaitingTransfer> waiting() {
        Map<TransferId, PipeId> pipes = new LinkedHashMap<>();
        Map<TransferId, Set<TransferId>> after = new HashMap<>();
        jdbc.query(
                "select t.id, t.pipe_id, a.after_id from pipe p join transfer t on t.pipe_id = p.id and t.state ="
                        + " 'WAITING' join transfer_after a on a.transfer_id = t.id order by t.id",
                row -> {
                    TransferId id = TransferId.of(row.getLong("id"));
                    pipes.put(id, PipeId.of(row.getString("pipe_id")));
                    after.computeIfAbsent(id, key -> new LinkedHashSet<>()).add(TransferId.of(row.getLong("after_id")));
                });
        return pipes.entrySet().stream()
                .map(entry -> new WaitingTransfer(
                        entry.getKey(), entry.getValue(), after.getOrDefault(entry.getKey(), Set.of())))
                .toList();
    }
}
