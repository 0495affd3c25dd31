// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.LimitId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.QueuedTransfer;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The queued transfers of a pipe that may not start because their limit has no room, and what is known of those that
/// the store holds. Mutable; part of a [PipeWindow].
final class HeldTransfers {
    /// What is held of up to so many limits makes the pauses longer between two loads that ask for all.
    private static final int MOST_PAUSES = 60;

    private final Comparator<QueuedTransfer> order;

    /// In the order in which they are to go on; no limit has none.
    private final Map<LimitId, SequencedMap<TransferId, QueuedTransfer>> held = new LinkedHashMap<>();

    /// The limits that the load under way leaves out: what is held of them stays.
    private Set<LimitId> leftOut = Set.of();

    /// Whether the store may have more of the limits of which something is held.
    private boolean moreInStore;

    /// Whether something came to the store since all was asked for: what is held may not be the first of its limit.
    private boolean stale;

    /// When all was asked for last, in nanoseconds of the loop's clock.
    private long allAskedForNanos;

    /// @param order in which transfers start
    HeldTransfers(Comparator<QueuedTransfer> order) {
        this.order = order;
    }

    int count() {
        return held.values().stream().mapToInt(Map::size).sum();
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    boolean holds(LimitId limit) {
        return held.containsKey(limit);
    }

    /// The first that is held because a limit has no room; null if none is.
    @Nullable
    QueuedTransfer first(LimitId limit) {
        SequencedMap<TransferId, QueuedTransfer> queue = held.get(limit);
        return queue == null ? null : queue.firstEntry().getValue();
    }

    /// Whether all should be asked for again.
    boolean isStale() {
        return stale;
    }

    /// What the load under way leaves out.
    Set<LimitId> leftOut() {
        return leftOut;
    }

    /// A load leaves out what cannot start now, so that it does not hide what can. Only now and then it asks for all,
    /// if something was added: it takes one load more for each limit until what can start is there again. So the
    /// pauses are the longer the more limits have no room, or a steady flow of small jobs would keep the pipe from
    /// starting anything.
    ///
    /// @param changed whether the store's queue has changed since the last load began
    /// @param nowNanos of the loop's clock
    /// @param pause for each limit of which something is held, from one load that asks for all to the next
    void loadStarted(boolean changed, long nowNanos, Duration pause) {
        stale |= changed && !held.isEmpty();
        long wait = pause.toNanos() * Math.min(MOST_PAUSES, held.size());
        boolean isAll = held.isEmpty() || (stale && nowNanos - allAskedForNanos >= wait);
        if (isAll) {
            stale = false;
            allAskedForNanos = nowNanos;
        }
        leftOut = isAll ? Set.of() : Set.copyOf(held.keySet());
    }

    /// The store has answered.
    ///
    /// @param full whether it may have more of what it was asked for
    void loaded(boolean full) {
        if (leftOut.isEmpty()) {
            moreInStore = full;
        }
    }

    /// Forgets what is held of other limits.
    void keepOnly(Set<LimitId> limits) {
        held.keySet().retainAll(limits);
    }

    void hold(QueuedTransfer transfer, LimitId limit) {
        SequencedMap<TransferId, QueuedTransfer> queue = held.computeIfAbsent(limit, first -> new LinkedHashMap<>());
        boolean isFirst =
                !queue.isEmpty() && order.compare(transfer, queue.firstEntry().getValue()) < 0;
        if (isFirst) {
            queue.putFirst(transfer.transfer().id(), transfer);
        } else {
            queue.putLast(transfer.transfer().id(), transfer);
        }
    }

    /// Gives out the first of each limit with room.
    ///
    /// @return whether nothing is held any more of a limit of which the store may have more
    boolean takeBack(Predicate<TransferLimit> fits, Consumer<QueuedTransfer> to) {
        boolean isMissing = false;
        for (LimitId limit : limits()) {
            SequencedMap<TransferId, QueuedTransfer> queue = Objects.requireNonNull(held.get(limit));
            QueuedTransfer first = queue.firstEntry().getValue();
            if (fits.test(Objects.requireNonNull(first.transfer().options().limit()))) {
                queue.pollFirstEntry();
                isMissing |= leaveIfEmpty(limit, queue);
                to.accept(first);
            }
        }
        return isMissing;
    }

    /// @return as that of [#takeBack]
    boolean remove(TransferId id) {
        boolean isMissing = false;
        for (LimitId limit : limits()) {
            SequencedMap<TransferId, QueuedTransfer> queue = Objects.requireNonNull(held.get(limit));
            if (queue.remove(id) != null) {
                isMissing |= leaveIfEmpty(limit, queue);
            }
        }
        return isMissing;
    }

    private List<LimitId> limits() {
        return held.isEmpty() ? List.of() : List.copyOf(held.keySet());
    }

    private boolean leaveIfEmpty(LimitId limit, Map<TransferId, QueuedTransfer> queue) {
        if (!queue.isEmpty()) {
            return false;
        }
        held.remove(limit);
        return moreInStore || stale;
    }
}
