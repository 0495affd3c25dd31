// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.state.PipeActivity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One pipe as the dispatch loop sees it: the window of queued transfers in their order, what runs, and counters.
/// Mutable; owned by the loop.
final class PipeQueue {
    /// Credentials that end within this time make a transfer urgent.
    private static final Duration URGENT = Duration.ofMinutes(10);

    private Pipe pipe;
    private PipeTuning tuning;
    private final PipeUsage usage;
    private final TreeSet<QueuedTransfer> window = new TreeSet<>(this::order);

    /// Changed only while the window is empty: the window's order depends on it.
    private Instant urgentBefore = Instant.MIN;

    private final Map<TransferId, QueuedTransfer> windowIds = new HashMap<>();

    /// Taken out of the window because another transfer owns their destination.
    private final Map<TransferId, QueuedTransfer> parked = new LinkedHashMap<>();

    private final RetryTimes retryTimes = new RetryTimes();
    private final Map<TransferId, RunningAttempt> running = new LinkedHashMap<>();
    private int activeConnections;
    private double connectionSeconds;
    private long countedNanos;

    /// Whether the store holds more queued transfers than the last load gave.
    private boolean moreInStore;

    /// Whether the store's queue has changed since the last load began.
    private boolean stale;

    private boolean loading;
    private boolean reloadScheduled;
    private boolean held;
    private boolean closed;
    private @Nullable Long pausedUntilNanos;
    private ActivityTurns turns = new ActivityTurns(ActivityWeights.NONE);
    private int queued;
    private int waiting;
    private long finishedTransfers;
    private long finishedBytes;
    private double finishedBytesSquared;
    private double finishedSeconds;
    private long failedAttempts;
    private long retryableFailures;
    private long retries;
    private long failedTransfers;
    private long canceledTransfers;

    PipeQueue(Pipe pipe, PipeTuning tuning, PipeUsage usage, long nowNanos) {
        this.pipe = pipe;
        this.usage = usage;
        this.tuning = tuning;
        this.countedNanos = nowNanos;
    }

    Pipe pipe() {
        return pipe;
    }

    void setPipe(Pipe changed) {
        pipe = changed;
    }

    PipeTuning tuning() {
        return tuning;
    }

    void setTuning(PipeTuning decided) {
        tuning = decided;
    }

    /// Whether nothing may be started on it.
    boolean isHeld() {
        return held;
    }

    void setHeld(boolean nothingStarts) {
        held = nothingStarts;
    }

    /// Whether the network carries nothing for it.
    boolean isClosed() {
        return closed;
    }

    void setClosed(boolean carriesNothing) {
        closed = carriesNothing;
    }

    /// Whether one of its storages is left alone now.
    boolean isPaused(long nowNanos) {
        return pausedUntilNanos != null && nowNanos < pausedUntilNanos;
    }

    /// Lets nothing start until a moment, or until a later one that was given before.
    void pauseUntil(long nanos) {
        pausedUntilNanos = pausedUntilNanos == null ? nanos : Math.max(pausedUntilNanos, nanos);
    }

    ActivityWeights activityWeights() {
        return turns.weights();
    }

    void setActivityWeights(ActivityWeights weights) {
        turns = new ActivityTurns(weights);
    }

    // --- the window

    /// Highest priority first, as strictly as in FTS: a steady flow of a higher one keeps a lower one waiting. Of the
    /// same priority, those whose credentials end soon, the first end first; then first come. Only a near end goes
    /// before: by the end alone, a steady flow of short-lived credentials would starve all others.
    private int order(QueuedTransfer a, QueuedTransfer b) {
        int byPriority = Integer.compare(b.transfer().priority(), a.transfer().priority());
        if (byPriority != 0) {
            return byPriority;
        }
        int byUrgency = urgency(a).compareTo(urgency(b));
        return byUrgency != 0
                ? byUrgency
                : a.transfer().id().compareTo(b.transfer().id());
    }

    private Instant urgency(QueuedTransfer queued) {
        Instant ends = queued.transfer().options().credentials().ends();
        return ends != null && ends.isBefore(urgentBefore) ? ends : Instant.MAX;
    }

    int windowSize() {
        return window.size();
    }

    /// Whether the window should be loaded now: it runs low and the store has more, or may have.
    boolean wantsLoadNow(int low) {
        return !loading && isLow(low) && (moreInStore || stale);
    }

    /// Whether few of the queued transfers are in memory.
    boolean isLow(int low) {
        return window.size() + parked.size() <= low;
    }

    /// Queued transfers that may start once their retry delay is over.
    RetryTimes retryTimes() {
        return retryTimes;
    }

    /// Whether the window is well filled but out of date: a load can wait a little, so that many small additions cost
    /// one load.
    boolean wantsLoadSoon() {
        return stale && !loading;
    }

    /// Whether nothing is queued, waits or runs, and no answer of the store is awaited.
    boolean isUnused() {
        return queued <= 0 && waiting <= 0 && running.isEmpty() && !loading && parked.isEmpty() && window.isEmpty();
    }

    boolean isReloadScheduled() {
        return reloadScheduled;
    }

    void reloadScheduled(boolean scheduled) {
        reloadScheduled = scheduled;
    }

    void loadStarted() {
        loading = true;
        stale = false;
    }

    /// Notes that a load begins, unless one is under way.
    ///
    /// @return whether it may begin
    boolean startLoad() {
        if (loading) {
            return false;
        }
        loadStarted();
        return true;
    }

    void noteStale() {
        stale = true;
    }

    void dropWindow() {
        window.clear();
        windowIds.clear();
        parked.clear();
    }

    /// Replaces the window by what the store answered, less what runs already.
    ///
    /// @param full whether the store gave as many as it was asked for, so that it may have more
    void loaded(List<QueuedTransfer> transfers, boolean full, Instant now) {
        loading = false;
        dropWindow();
        urgentBefore = now.plus(URGENT);
        for (QueuedTransfer transfer : transfers) {
            TransferId id = transfer.transfer().id();
            if (!running.containsKey(id) && windowIds.putIfAbsent(id, transfer) == null) {
                window.add(transfer);
            }
        }
        moreInStore = full;
    }

    /// Takes the first transfer that may start out of the window. Those that may not are put aside until [#unpark].
    ///
    /// @param mayStart whether a transfer's destination is free
    @Nullable
    QueuedTransfer takeFirst(Predicate<Transfer> mayStart) {
        while (!window.isEmpty()) {
            QueuedTransfer first = turns.weights().isEmpty() ? window.first() : turns.next(window);
            window.remove(first);
            windowIds.remove(first.transfer().id());
            if (mayStart.test(first.transfer())) {
                return first;
            }
            parked.put(first.transfer().id(), first);
        }
        return null;
    }

    /// Puts back what was put aside because of its destination.
    void unpark() {
        parked.forEach((id, transfer) -> {
            if (!running.containsKey(id) && windowIds.putIfAbsent(id, transfer) == null) {
                window.add(transfer);
            }
        });
        parked.clear();
    }

    void removeFromWindow(TransferId id) {
        parked.remove(id);
        QueuedTransfer known = windowIds.remove(id);
        if (known != null) {
            window.remove(known);
        }
    }

    // --- what runs

    /// Its connections in the limits that concern it.
    PipeUsage usage() {
        return usage;
    }

    /// How many more connections n and the limits let it open; none or less if it has enough.
    int freeConnections() {
        return Math.min(tuning.connections() - activeConnections, usage.room());
    }

    /// Whether n would let what runs have more, and nothing that is queued needs it.
    boolean mayUseMore() {
        return !running.isEmpty() && queuedCount() == 0 && activeConnections < tuning.connections();
    }

    /// Whether n would let it open more for what it has in memory.
    boolean wantsMore() {
        return activeConnections < tuning.connections() && !window.isEmpty();
    }

    void add(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        running.put(attempt.transfer().id(), attempt);
        activeConnections += attempt.connections();
        usage.changed(attempt.connections());
    }

    void remove(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        if (running.remove(attempt.transfer().id()) != null) {
            activeConnections -= attempt.connections();
            usage.changed(-attempt.connections());
            if (attempt.phase() == RunningAttempt.Phase.ACTIVE) {
                usage.rate().moving(-attempt.connections(), nowNanos);
            }
        }
    }

    void resize(RunningAttempt attempt, int connections, long nowNanos) {
        if (connections != attempt.connections()) {
            countConnections(nowNanos);
            activeConnections += connections - attempt.connections();
            usage.changed(connections - attempt.connections());
            if (attempt.phase() == RunningAttempt.Phase.ACTIVE) {
                usage.rate().moving(connections - attempt.connections(), nowNanos);
            }
            attempt.setConnections(connections);
        }
    }

    /// The bytes of an attempt begin to move.
    void activate(RunningAttempt attempt, long nowNanos) {
        attempt.enterActive(nowNanos);
        usage.rate().moving(attempt.connections(), nowNanos);
    }

    /// How long the bytes of a transfer have moved so far, on average, in seconds; infinite if none has finished.
    double fileSeconds() {
        return finishedTransfers > 0 ? finishedSeconds / finishedTransfers : Double.POSITIVE_INFINITY;
    }

    private void countConnections(long nowNanos) {
        connectionSeconds += activeConnections * ((nowNanos - countedNanos) / 1e9);
        countedNanos = nowNanos;
    }

    @Nullable
    RunningAttempt runningAttempt(TransferId transfer) {
        return running.get(transfer);
    }

    List<RunningAttempt> runningAttempts() {
        return new ArrayList<>(running.values());
    }

    int runningCount() {
        return running.size();
    }

    /// Whether some transfer runs on more than one connection.
    boolean hasSpreadTransfers() {
        return spareConnections() > 0;
    }

    /// Connections beyond one for each transfer that runs.
    int spareConnections() {
        return activeConnections - running.size();
    }

    // --- counters

    int queuedCount() {
        return Math.max(0, queued);
    }

    void addQueued(int change) {
        // May pass below zero for a moment: a cancellation and a retry of the same transfer may cross each other.
        queued += change;
    }

    void addWaiting(int change) {
        waiting += change;
    }

    void countFinished(long sizeBytes, double seconds) {
        long known = Math.max(0, sizeBytes);
        finishedTransfers++;
        finishedBytes += known;
        finishedBytesSquared += (double) known * known;
        finishedSeconds += seconds;
    }

    void countFailedAttempt(boolean retryable) {
        failedAttempts++;
        if (retryable) {
            retryableFailures++;
        }
    }

    void countRetry() {
        retries++;
    }

    void countFailed() {
        failedTransfers++;
    }

    void countCanceled() {
        canceledTransfers++;
    }

    /// @param nothingStarts whether what is queued has to wait for an operator
    PipeActivity activity(long nowNanos, boolean nothingStarts) {
        countConnections(nowNanos);
        return new PipeActivity(
                nowNanos,
                running.size(),
                activeConnections,
                nothingStarts ? 0 : queuedCount(),
                Math.max(0, waiting) + (nothingStarts ? queuedCount() : 0),
                connectionSeconds,
                finishedTransfers,
                finishedBytes,
                finishedBytesSquared,
                finishedSeconds,
                failedAttempts,
                retryableFailures,
                retries,
                failedTransfers,
                canceledTransfers);
    }

    @Override
    public String toString() {
        return pipe.id() + ": n=" + tuning.connections() + " active=" + activeConnections + " in " + running.values()
                + " queued=" + queued + " (window " + window.size() + ", parked " + parked.size() + ") waiting="
                + waiting;
    }
}
