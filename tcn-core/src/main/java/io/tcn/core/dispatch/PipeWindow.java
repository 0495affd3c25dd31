// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The first of a pipe's queued transfers, in the order in which they start, and what is known of the rest that the
/// store holds. [Windows] fills it. Mutable; owned by the dispatch loop.
final class PipeWindow {
    /// Credentials that end within this time make a transfer urgent.
    private static final Duration URGENT = Duration.ofMinutes(10);

    /// Of so many that wait for destinations, and nothing else, all are held in memory.
    private static final int MOST_PARKED = 4_096;

    private final Predicate<TransferId> runs;
    private final OrderedWindow window = new OrderedWindow(this::order);

    /// Changed only while the window is empty: the window's order depends on it.
    private Instant urgentBefore = Instant.MIN;

    /// Taken out of the window because another transfer owns their destination.
    private final Map<TransferId, QueuedTransfer> parked = new LinkedHashMap<>();

    /// Taken out of the window because their limit has no room.
    private final HeldTransfers held = new HeldTransfers(this::order);

    private final RetryTimes retryTimes = new RetryTimes();

    /// Whether the store holds more queued transfers than the last load gave.
    private boolean moreInStore;

    /// Whether the store's queue has changed since the last load began.
    private boolean stale;

    private boolean loading;
    private boolean reloadScheduled;
    private ActivityTurns turns = new ActivityTurns(ActivityWeights.NONE);

    /// Its order changes only while the window is empty.
    private final GroupTurns groups = new GroupTurns();

    /// How many of the window are in no group.
    private int single;

    /// @param runs whether a transfer runs on the pipe already: what the store answers may be older than its claim
    PipeWindow(Predicate<TransferId> runs) {
        this.runs = runs;
    }

    ActivityWeights activityWeights() {
        return turns.weights();
    }

    /// Sets how activities share the pipe; what the window holds was chosen by other shares.
    void setActivityWeights(ActivityWeights weights) {
        turns = new ActivityTurns(weights);
    }

    /// What the store is asked for.
    QueueOrder queueOrder() {
        return new QueueOrder(turns.weights(), groups.order(), held.leftOut());
    }

    /// Sets in which order groups go. What is in memory is sorted anew; if another group has come before one
    /// that was known, the store is asked again.
    void setGroupOrder(List<GroupId> order) {
        if (order.equals(groups.order())) {
            return;
        }
        stale |= groups.differsIn(order);
        List<QueuedTransfer> present = new ArrayList<>();
        window.forEach(present::add);
        window.clear();
        groups.setOrder(order);
        present.forEach(window::add);
    }

    /// Highest priority first, as strictly as in FTS: a steady flow of a higher one keeps a lower one waiting.
    /// Of the same priority, those whose credentials end soon, the first end first; then groups in their order;
    /// then first come. Only a near end goes before: by the end alone, a steady flow of short-lived credentials
    /// would starve all others.
    private int order(QueuedTransfer a, QueuedTransfer b) {
        int byPriority = sooner(a, b);
        if (byPriority != 0) {
            return byPriority;
        }
        // Where activities have shares, groups have no say: strictly in order they would starve what is in none.
        int byGroup = turns.weights().isEmpty() ? groups.compare(a, b) : 0;
        return byGroup != 0 ? byGroup : a.transfer().id().compareTo(b.transfer().id());
    }

    private int sooner(QueuedTransfer a, QueuedTransfer b) {
        int byPriority = Integer.compare(b.transfer().priority(), a.transfer().priority());
        return byPriority != 0 ? byPriority : urgency(a).compareTo(urgency(b));
    }

    private Instant urgency(QueuedTransfer queued) {
        Instant ends = queued.transfer().options().credentials().ends();
        return ends != null && ends.isBefore(urgentBefore) ? ends : Instant.MAX;
    }

    int size() {
        return window.size();
    }

    boolean isEmpty() {
        return window.isEmpty();
    }

    /// The first of a window that is not empty, as far as activities have no shares.
    QueuedTransfer first() {
        return window.first();
    }

    /// How large those in memory are that may start.
    QueuedSizes sizes() {
        return window.sizes();
    }

    int parkedCount() {
        return parked.size();
    }

    /// How many are in memory and may not start because of their limit.
    int heldCount() {
        return held.count();
    }

    /// Whether something is held here because a limit has no room.
    boolean holds(LimitId limit) {
        return held.holds(limit);
    }

    /// Whether what is held here because a limit has no room is of no lower priority than what may start.
    boolean isFirstHeld(LimitId limit) {
        QueuedTransfer first = held.first(limit);
        return first != null && (window.isEmpty() || sooner(first, window.first()) <= 0);
    }

    /// Whether nothing is in memory and no answer of the store is awaited.
    boolean isUnused() {
        return !loading && parked.isEmpty() && window.isEmpty() && held.isEmpty();
    }

    // --- loading

    /// Whether it should be loaded now: it runs low and the store has more, or may have; or all of it
    /// waits for destinations while more could run. What the store has more of may go elsewhere, or be
    /// their owner: one of lower priority that goes on after an unclean end.
    ///
    /// @param runs how many attempts of the pipe are under way
    /// @param mayRunMore whether the pipe may have more connections than it has
    boolean wantsLoadNow(int low, int runs, boolean mayRunMore) {
        return !loading && (isLow(low) ? moreInStore || stale : moreInStore && mayRunMore && isStuck(runs));
    }

    /// While something runs, whose end lets the next one start, not as many are looked at: each end
    /// would load all of them anew.
    private boolean isStuck(int runs) {
        return window.isEmpty() && parked.size() < (runs == 0 ? MOST_PARKED : MOST_PARKED / 2);
    }

    /// How many to load.
    ///
    /// @param usual as many as that, and twice as many as wait for destinations, if nothing else does
    int loadSize(int usual) {
        return window.isEmpty() ? Math.max(usual, Math.min(MOST_PARKED, 2 * parked.size())) : usual;
    }

    /// Whether few of the queued transfers are in memory.
    boolean isLow(int low) {
        return window.size() + parked.size() <= low;
    }

    /// Queued transfers that may start once their retry delay is over.
    RetryTimes retryTimes() {
        return retryTimes;
    }

    /// Whether it is well filled but out of date: a load can wait a little, so that many small additions cost one
    /// load.
    boolean wantsLoadSoon() {
        return (stale || held.isStale()) && !loading;
    }

    boolean isReloadScheduled() {
        return reloadScheduled;
    }

    void reloadScheduled(boolean scheduled) {
        reloadScheduled = scheduled;
    }

    /// Notes that a load begins; more in [HeldTransfers#loadStarted].
    void loadStarted(long nowNanos, Duration pause) {
        held.loadStarted(stale, nowNanos, pause);
        loading = true;
        stale = false;
    }

    /// Notes that a load begins, unless one is under way; the parameters are those of [#loadStarted].
    ///
    /// @return whether it may begin
    boolean startLoad(long nowNanos, Duration pause) {
        if (loading) {
            return false;
        }
        loadStarted(nowNanos, pause);
        return true;
    }

    /// The store's queue has changed.
    void noteStale() {
        stale = true;
    }

    /// The order of the store's queue has changed: what is in memory says nothing any more.
    void noteReordered() {
        drop(Set.of());
        stale = true;
    }

    /// @param kept limits of which what is held stays
    private void drop(Set<LimitId> kept) {
        if (!kept.isEmpty()) {
            // What was put back for a turn that has not come yet is not in the answer either.
            holdThose(window, kept);
            holdThose(parked.values(), kept);
        }
        window.clear();
        parked.clear();
        held.keepOnly(kept);
        single = 0;
    }

    private void holdThose(Iterable<QueuedTransfer> transfers, Set<LimitId> limits) {
        for (QueuedTransfer transfer : transfers) {
            TransferLimit limit = transfer.transfer().options().limit();
            if (limit != null && limits.contains(limit.id())) {
                held.hold(transfer, limit.id());
            }
        }
    }

    /// Replaces the window by what the store answered, less what runs already.
    ///
    /// @param full whether the store gave as many as it was asked for, so that it may have more
    void loaded(List<QueuedTransfer> transfers, boolean full, Instant now) {
        loading = false;
        drop(held.leftOut());
        held.loaded(full);
        urgentBefore = now.plus(URGENT);
        for (QueuedTransfer transfer : transfers) {
            put(transfer);
        }
        moreInStore = full;
    }

    private void put(QueuedTransfer transfer) {
        if (!runs.test(transfer.transfer().id()) && window.add(transfer)) {
            single += transfer.group().isNone() ? 1 : 0;
        }
    }

    private void take(QueuedTransfer transfer) {
        window.remove(transfer);
        single -= transfer.group().isNone() ? 1 : 0;
    }

    // --- taking

    /// Takes the first transfer that may start out of the window. Those that may not are put aside: until [#unpark],
    /// or until their limit has room.
    ///
    /// @param mayStart takes a transfer's destination, if it is free
    /// @param fits whether a limit has room for one more
    @Nullable
    QueuedTransfer takeFirst(Predicate<Transfer> mayStart, Predicate<TransferLimit> fits) {
        takeBack(fits);
        while (!window.isEmpty()) {
            QueuedTransfer first =
                    turns.weights().isEmpty() ? groups.next(window, single, this::sooner) : turns.next(window);
            take(first);
            TransferLimit limit = first.transfer().options().limit();
            if (limit != null && !fits.test(limit)) {
                held.hold(first, limit.id());
            } else if (mayStart.test(first.transfer())) {
                return first;
            } else {
                parked.put(first.transfer().id(), first);
            }
        }
        return null;
    }

    /// Puts the first that is held of each limit with room back among those that may start.
    void takeBack(Predicate<TransferLimit> fits) {
        if (!held.isEmpty()) {
            boolean moreMayCome = held.takeBack(fits, this::put);
            stale |= moreMayCome;
        }
    }

    /// Puts back what was put aside because of its destination.
    void unpark() {
        parked.values().forEach(this::put);
        parked.clear();
    }

    void remove(TransferId id) {
        parked.remove(id);
        QueuedTransfer known = window.isEmpty() ? null : window.find(id);
        if (known != null) {
            take(known);
        }
        stale |= held.remove(id);
    }
}
