// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.state.LiveActivity;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One pipe as the dispatch loop sees it: its n, what runs and on how many connections, what holds it; with the window
/// of queued transfers and the counters. Mutable; owned by the loop.
final class PipeQueue {
    private Pipe pipe;
    private PipeTuning tuning;
    private final PipeUsage usage;
    private final RunningAttempts running = new RunningAttempts();
    private int activeConnections;
    private double connectionSeconds;
    private int blockedConnections;
    private long countedNanos;

    private final LiveActivity live;
    private boolean touched;
    private boolean counted;
    private boolean forgotten;
    private boolean held;
    private boolean closed;
    private @Nullable Long pausedUntilNanos;
    private @Nullable TransferFailure pausedFor;
    private final PipeWindow window;
    private final PipeCounters counters = new PipeCounters();

    /// @param runs whether a transfer runs already
    /// @param live where others read what it does
    PipeQueue(
            Pipe pipe,
            PipeTuning tuning,
            PipeUsage usage,
            Predicate<TransferId> runs,
            LiveActivity live,
            long nowNanos) {
        this.pipe = pipe;
        this.live = live;
        this.window = new PipeWindow(runs);
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

    /// Whether it was removed, although somebody may still be called back for it.
    boolean isForgotten() {
        return forgotten;
    }

    void forget() {
        forgotten = true;
    }

    // --- for [PipeQueues]

    /// It is to be looked at.
    ///
    /// @return whether that is new
    boolean markTouched() {
        boolean isNew = !touched;
        touched = true;
        return isNew;
    }

    /// Its counters are to be told.
    ///
    /// @return whether that is new
    boolean markCounted() {
        boolean isNew = !counted;
        counted = true;
        return isNew;
    }

    boolean isCounted() {
        return counted;
    }

    /// It is looked at now, and its counters are told.
    void clearMarks() {
        touched = false;
        counted = false;
    }

    // --- what holds it

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

    /// Whether it is left alone now.
    boolean isPaused(long nowNanos) {
        return pausedUntilNanos != null && nowNanos < pausedUntilNanos;
    }

    /// Whether it is held, its network carries nothing, or it is left alone now.
    boolean startsNothing(long nowNanos) {
        return held || closed || isPaused(nowNanos);
    }

    /// Lets nothing start until a moment, or until a later one that was given before.
    void pauseUntil(long nanos, TransferFailure why) {
        if (pausedUntilNanos == null || pausedUntilNanos <= nanos) {
            pausedUntilNanos = nanos;
            pausedFor = why;
        }
    }

    /// Why it was left alone last; null if it never was, or if that is over.
    @Nullable
    TransferFailure pausedFor() {
        return pausedFor;
    }

    /// Why it was left alone last is over.
    void forgetPause() {
        pausedFor = null;
    }

    /// The first of what is queued.
    PipeWindow window() {
        return window;
    }

    PipeCounters counters() {
        return counters;
    }

    /// Whether nothing is queued, waits or runs, nothing of before may run, and no answer of the store is awaited.
    boolean isUnused() {
        return counters.isNothingOpen() && running.isEmpty() && window.isUnused() && usage.left() == 0;
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

    /// Connections that may be open though no attempt has them count, or cease to if negative; see [ConnectionsLeft].
    void countLeft(int connections) {
        usage.countLeft(connections, () -> pipe.limits().maxConnections());
    }

    /// Whether n would let it open more.
    boolean isBelowN() {
        return activeConnections < tuning.connections();
    }

    /// Whether n would let what runs have more, and nothing that is queued needs it.
    boolean mayUseMore() {
        return !running.isEmpty() && counters.queued() == 0 && activeConnections < tuning.connections();
    }

    /// Whether one of its running transfers may have no more because of its own limit.
    boolean isHeldByLimitsOfTransfers() {
        for (RunningAttempt attempt = running.first(); attempt != null; attempt = attempt.next()) {
            if (attempt.roomAtLimit() <= 0) {
                return true;
            }
        }
        return false;
    }

    /// Whether none of its running transfers is under a limit.
    boolean runsNothingUnder(SharedLimit limit) {
        for (RunningAttempt attempt = running.first(); attempt != null; attempt = attempt.next()) {
            if (limit.equals(attempt.limit())) {
                return false;
            }
        }
        return true;
    }

    /// Whether n would let it open more for what it has in memory.
    boolean wantsMore() {
        return activeConnections < tuning.connections() && !window.isEmpty();
    }

    /// Whether a look now would find nothing to do if the last one found nothing and no connection has become
    /// free since: nothing is to be spread anew, no bound counts what moves, and nobody waits for room.
    boolean isSettled() {
        return ConnectionSpread.isEven(this) && !usage.isMeasured() && !usage.isWaitedFor();
    }

    void add(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        running.add(attempt);
        activeConnections += attempt.connections();
        usage.changed(attempt.connections());
        attempt.countAtLimit(attempt.connections());
    }

    void remove(RunningAttempt attempt, long nowNanos) {
        countConnections(nowNanos);
        running.remove(attempt);
        activeConnections -= attempt.connections();
        usage.changed(-attempt.connections());
        attempt.countAtLimit(-attempt.connections());
        if (attempt.phase() == RunningAttempt.Phase.ACTIVE) {
            moving(attempt, -attempt.connections(), nowNanos);
        }
    }

    void resize(RunningAttempt attempt, int connections, long nowNanos) {
        if (connections != attempt.connections()) {
            countConnections(nowNanos);
            activeConnections += connections - attempt.connections();
            usage.changed(connections - attempt.connections());
            attempt.countAtLimit(connections - attempt.connections());
            if (attempt.phase() == RunningAttempt.Phase.ACTIVE) {
                moving(attempt, connections - attempt.connections(), nowNanos);
            }
            attempt.setConnections(connections);
        }
    }

    /// The bytes of an attempt begin to move.
    void activate(RunningAttempt attempt, long nowNanos) {
        attempt.enterActive(nowNanos);
        moving(attempt, attempt.connections(), nowNanos);
    }

    private void moving(RunningAttempt attempt, int connections, long nowNanos) {
        usage.rate().moving(connections, nowNanos);
        SharedLimit limit = attempt.limit();
        if (limit != null) {
            limit.moving(connections, nowNanos);
        }
    }

    /// @param blocked whether limits or bounds let it open nothing more, though n and what is queued would
    void setBlocked(boolean blocked) {
        blockedConnections = blocked ? Math.min(tuning.connections() - activeConnections, ready()) : 0;
    }

    /// Queued transfers that nothing but connections keeps from starting, as far as that is known of those in the
    /// store.
    private int ready() {
        return Math.max(window.size(), counters.queued() - window.parkedCount() - window.heldCount());
    }

    private void countConnections(long nowNanos) {
        connectionSeconds += activeConnections * ((nowNanos - countedNanos) / 1e9);
        countedNanos = nowNanos;
    }

    /// What runs, in the order in which it began.
    RunningAttempts running() {
        return running;
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

    /// Lets others read what it does now.
    ///
    /// @param nothingStarts whether what is queued has to wait for an operator
    void tellActivity(long nowNanos, boolean nothingStarts) {
        countConnections(nowNanos);
        live.set(counters.activity(nowNanos, window.sizes(), nothingStarts)
                .activeTransfers(running.size())
                .activeConnections(activeConnections)
                .connectionSeconds(connectionSeconds)
                .blockedConnections(blockedConnections)
                .build());
    }

    @Override
    public String toString() {
        return pipe.id() + ": n=" + tuning.connections() + " active=" + activeConnections + " in " + running + " "
                + counters + " (window " + window.size() + ", parked " + window.parkedCount() + ")";
    }
}
