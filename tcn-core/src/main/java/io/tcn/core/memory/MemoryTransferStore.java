// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.memory;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Transfers in memory, for the simulator and for tests. It answers within the call. Not thread-safe: one thread
/// at a time.
public final class MemoryTransferStore implements TransferStore {
    private static final class Row {
        private final Transfer transfer;
        private final String activity;
        private final GroupId group;
        private TransferState state;
        private int attempts;
        private int retries;
        private boolean dirty;
        private Instant notBefore = Instant.MIN;
        private @Nullable TransferFailure failure;

        private Row(Transfer transfer, String activity, GroupId group, TransferState state) {
            this.transfer = transfer;
            this.activity = activity;
            this.group = group;
            this.state = state;
        }
    }

    private static final Comparator<Row> ORDER =
            Comparator.comparingInt((Row row) -> -row.transfer.priority()).thenComparing(row -> row.transfer.id());

    private final Map<TransferId, Row> rows = new HashMap<>();
    private final Map<PipeId, SortedMap<GroupId, SortedSet<Row>>> queues = new HashMap<>();

    /// Adds a transfer: QUEUED if it waits for nobody, else WAITING.
    public TransferState add(Transfer transfer) {
        return add(transfer, QueuedTransfer.DEFAULT_ACTIVITY);
    }

    /// Adds a transfer of an activity in no group: QUEUED if it waits for nobody, else WAITING.
    public TransferState add(Transfer transfer, String activity) {
        return add(transfer, activity, GroupId.NONE);
    }

    /// Adds a transfer of an activity: QUEUED if it waits for nobody, else WAITING.
    ///
    /// @param group the group that it is in, or [GroupId#NONE]
    public TransferState add(Transfer transfer, String activity, GroupId group) {
        TransferState state = transfer.after().isEmpty() ? TransferState.QUEUED : TransferState.WAITING;
        Row row = new Row(transfer, activity, group, state);
        if (rows.putIfAbsent(transfer.id(), row) != null) {
            throw new IllegalArgumentException("transfer " + transfer.id() + " is there already");
        }
        if (row.state == TransferState.QUEUED) {
            queue(row).add(row);
        }
        return row.state;
    }

    /// Sets a transfer to CANCELED, as a caller's request does.
    ///
    /// @return the state that it had; empty if it had ended before
    public Optional<TransferState> cancel(TransferId id) {
        Row row = rows.get(id);
        if (row == null || row.state.isTerminal()) {
            return Optional.empty();
        }
        TransferState before = row.state;
        move(row, TransferState.CANCELED);
        return Optional.of(before);
    }

    /// The state of a transfer; empty if there is none of this number.
    public Optional<TransferState> stateOf(TransferId id) {
        return Optional.ofNullable(rows.get(id)).map(row -> row.state);
    }

    /// Why a transfer failed, was put back or given up; empty if it was not.
    public Optional<TransferFailure> failureOf(TransferId id) {
        return Optional.ofNullable(rows.get(id)).map(row -> row.failure);
    }

    /// How many attempts a transfer has had; 0 for an unknown one.
    public int attemptsOf(TransferId id) {
        Row row = rows.get(id);
        return row == null ? 0 : row.attempts;
    }

    @Override
    public void loadQueued(
            PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
        SortedMap<GroupId, SortedSet<Row>> groups = queues.getOrDefault(pipe, Collections.emptySortedMap());
        reply.accept(
                order.activities().isEmpty() ? byGroup(groups, limit, now, order) : inTurn(groups, limit, now, order));
    }

    private static List<QueuedTransfer> byGroup(
            SortedMap<GroupId, SortedSet<Row>> groups, int limit, Instant now, QueueOrder order) {
        List<QueuedTransfer> found = new ArrayList<>();
        addReady(groups.get(GroupId.NONE), limit, now, order, found);
        Set<GroupId> others = new LinkedHashSet<>(order.groups());
        others.addAll(groups.keySet());
        others.remove(GroupId.NONE);
        List<QueuedTransfer> grouped = new ArrayList<>();
        for (GroupId group : others) {
            addReady(groups.get(group), limit, now, order, grouped);
        }
        // A stable sort: of one priority the groups stay in their order.
        grouped.sort(Comparator.comparingInt(queued -> -queued.transfer().priority()));
        found.addAll(grouped.subList(0, Math.min(limit, grouped.size())));
        return found;
    }

    private static void addReady(
            @Nullable Set<Row> queue, int limit, Instant now, QueueOrder order, List<QueuedTransfer> found) {
        if (queue != null) {
            queue.stream()
                    .filter(row -> isReady(row, now, order))
                    .limit(limit)
                    .map(MemoryTransferStore::queued)
                    .forEach(found::add);
        }
    }

    private static boolean isReady(Row row, Instant now, QueueOrder order) {
        TransferLimit limit = row.transfer.options().limit();
        return !row.notBefore.isAfter(now) && (limit == null || !order.without().contains(limit.id()));
    }

    /// A queued row and the moment of its turn.
    private record Turn(Row row, double at) {
        static final Comparator<Turn> ORDER = Comparator.comparingInt(
                        (Turn turn) -> -turn.row().transfer.priority())
                .thenComparingDouble(Turn::at)
                .thenComparing(turn -> turn.row().transfer.id());
    }

    /// What numbers the transfers of an activity, anew for each priority.
    private record Lane(int priority, String activityClass) {}

    private static List<QueuedTransfer> inTurn(
            SortedMap<GroupId, SortedSet<Row>> groups, int limit, Instant now, QueueOrder order) {
        ActivityWeights weights = order.activities();
        Map<Lane, Integer> numbers = new HashMap<>();
        List<Turn> turns = new ArrayList<>();
        groups.values().stream().flatMap(Collection::stream).sorted(ORDER).forEach(row -> {
            if (isReady(row, now, order)) {
                String activityClass = weights.classOf(row.activity);
                int number = numbers.merge(new Lane(row.transfer.priority(), activityClass), 1, Integer::sum);
                turns.add(new Turn(row, number / weights.weightOf(activityClass)));
            }
        });
        return turns.stream()
                .sorted(Turn.ORDER)
                .limit(limit)
                .map(turn -> queued(turn.row()))
                .toList();
    }

    private static QueuedTransfer queued(Row row) {
        return new QueuedTransfer(
                row.transfer,
                row.attempts,
                row.retries,
                row.dirty ? EarlierWrite.UNKNOWN : null,
                row.activity,
                row.group);
    }

    @Override
    public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
        List<Boolean> made = new ArrayList<>(transitions.size());
        for (Transition transition : transitions) {
            made.add(make(transition));
        }
        reply.accept(made);
    }

    @Override
    public void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply) {
        Map<TransferId, TransferState> states = new HashMap<>();
        for (TransferId id : transfers) {
            stateOf(id).ifPresent(state -> states.put(id, state));
        }
        reply.accept(states);
    }

    private boolean make(Transition transition) {
        Row row = rows.get(transition.transfer());
        if (row == null || !isExpected(row, transition)) {
            return false;
        }
        switch (transition) {
            case Transition.Claim claim -> row.attempts = claim.attempt().number();
            case Transition.Activate _ -> row.dirty = true;
            case Transition.Finish _ -> row.dirty = false;
            case Transition.Fail fail -> {
                row.failure = fail.failure();
                row.dirty &= !fail.destinationClean();
            }
            case Transition.Retry retry -> {
                row.failure = retry.failure();
                row.dirty &= !retry.destinationClean();
                row.notBefore = retry.notBefore();
                row.retries += retry.countsAsRetry() ? 1 : 0;
            }
            case Transition.Stopped stopped -> row.dirty &= !stopped.destinationClean();
            case Transition.Release _ -> {
                // Nothing but the state.
            }
            case Transition.Abandon abandon -> row.failure = abandon.failure();
        }
        move(row, transition.to());
        return true;
    }

    private static boolean isExpected(Row row, Transition transition) {
        return switch (transition) {
            case Transition.Claim claim ->
                row.state == TransferState.QUEUED
                        && row.attempts == claim.attempt().number() - 1;
            case Transition.Activate activate ->
                row.state == TransferState.CLAIMED
                        && row.attempts == activate.attempt().number();
            case Transition.Finish finish ->
                row.state == TransferState.ACTIVE
                        && row.attempts == finish.attempt().number();
            case Transition.Fail fail -> isRunning(row, fail.attempt().number());
            case Transition.Retry retry -> isRunning(row, retry.attempt().number());
            case Transition.Stopped stopped ->
                row.state == TransferState.CANCELED
                        && row.attempts == stopped.attempt().number();
            case Transition.Release _, Transition.Abandon _ -> row.state == TransferState.WAITING;
        };
    }

    private static boolean isRunning(Row row, int attempt) {
        return (row.state == TransferState.CLAIMED || row.state == TransferState.ACTIVE) && row.attempts == attempt;
    }

    private void move(Row row, TransferState to) {
        if (row.state == TransferState.QUEUED) {
            unqueue(row);
        }
        row.state = to;
        if (to == TransferState.QUEUED) {
            queue(row).add(row);
        }
    }

    private void unqueue(Row row) {
        SortedMap<GroupId, SortedSet<Row>> groups = queues.get(row.transfer.pipe());
        SortedSet<Row> queue = groups == null ? null : groups.get(row.group);
        if (groups != null && queue != null && queue.remove(row) && queue.isEmpty()) {
            groups.remove(row.group);
        }
    }

    private SortedSet<Row> queue(Row row) {
        return queues.computeIfAbsent(row.transfer.pipe(), pipe -> new TreeMap<>())
                .computeIfAbsent(row.group, group -> new TreeSet<>(ORDER));
    }
}
