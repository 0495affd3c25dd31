// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.state.PipeActivity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One pipe as the dispatch loop sees it: the window of queued transfers in their order, what runs, and counters.
/// Mutable; owned by the loop.
final class PipeQueue {
    /// Highest priority first, then whose credentials end first, then first come.
    private static final Comparator<QueuedTransfer> ORDER = Comparator.comparingInt(
                    (QueuedTransfer queued) -> -queued.transfer().priority())
            .thenComparing(
                    queued -> queued.transfer().options().credentials().ends(),
                    Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(queued -> queued.transfer().id());

    private Pipe pipe;
    private PipeTuning tuning;
    private final TreeSet<QueuedTransfer> window = new TreeSet<>(ORDER);
    private final Set<TransferId> windowIds = new HashSet<>();
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

    PipeQueue(Pipe pipe, PipeTuning tuning, long nowNanos) {
        this.pipe = pipe;
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

    ActivityWeights activityWeights() {
        return turns.weights();
    }

    void setActivityWeights(ActivityWeights weights) {
        turns = new ActivityTurns(weights);
    }

    // --- the window

    int windowSize() {
        return window.size();
    }

    /// Whether the window should be loaded now: it runs low and the store has more, or may have.
    boolean wantsLoadNow(int low) {
        return !loading && window.size() <= low && (moreInStore || stale);
    }

    /// Whether the window is well filled but out of date: a load can wait a little, so that many small additions cost
    /// one load.
    boolean wantsLoadSoon() {
        return stale && !loading;
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

    void noteStale() {
        stale = true;
    }

    void dropWindow() {
        window.clear();
        windowIds.clear();
    }

    /// Replaces the window by what the store answered, less what runs already.
    ///
    /// @param full whether the store gave as many as it was asked for, so that it may have more
    void loaded(List<QueuedTransfer> transfers, boolean full) {
        loading = false;
        dropWindow();
        for (QueuedTransfer transfer : transfers) {
            TransferId id = transfer.transfer().id();
            if (!running.containsKey(id) && windowIds.add(id)) {
                window.add(transfer);
            }
        }
        moreInStore = full;
    }

    @Nullable
    QueuedTransfer takeFirst() {
        if (window.isEmpty()) {
            return null;
        }
        QueuedTransfer first = turns.weights().isEmpty() ? window.first() : turns.next(window);
        window.remove(first);
        windowIds.remove(first.transfer().id());
        return first;
    }

    void removeFromWindow(TransferId id) {
        if (windowIds.remove(id)) {
            window.removeIf(queuedTransfer -> queuedTransfer.transfer().id().equals(id));
        }
    }

    // --- what runs

    int freeConnections() {
        return tuning.connections() - activeConnections;
    }

    void add(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        running.put(attempt.transfer().id(), attempt);
        activeConnections += attempt.connections();
    }

    void remove(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        if (running.remove(attempt.transfer().id()) != null) {
            activeConnections -= attempt.connections();
        }
    }

    void resize(RunningAttempt attempt, int connections, long nowNanos) {
        if (connections != attempt.connections()) {
            countConnections(nowNanos);
            activeConnections += connections - attempt.connections();
            attempt.setConnections(connections);
        }
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
        return activeConnections > running.size();
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
                + " queued=" + queued + " (window " + window.size() + ") waiting=" + waiting;
    }
}
