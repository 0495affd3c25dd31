// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// A pipe inside the fluid network: all its connections move bytes at one rate, so one number, the level (bytes
/// per connection since the pipe was last empty), says how far each of its transfers is. Cost: O(log transfers)
/// per change, O(1) to let time pass.
///
/// Mutable; owned by [FluidDataPlane].
final class FluidPipe {
    private final int index;
    private final TreeSet<FluidTransfer> active = new TreeSet<>();
    private int connections;
    private double level;

    /// Bytes of active transfers.
    private double runningBytes;

    /// Bytes of transfers that ended before their end.
    private double abandonedBytes;

    private long finishedBytes;
    private long reportedBytes;
    private double rateBps;
    private double bytesPerConnectionSecond;
    private long atNanos;
    private double lossRatio = Double.NaN;
    private double sentBytes;
    private double resentBytes;
    private int warmConnections;
    private long warmUntilNanos;

    /// @param index the number of the pipe in its network
    /// @param nowNanos the present moment
    FluidPipe(int index, long nowNanos) {
        this.index = index;
        this.atNanos = nowNanos;
    }

    /// The level at which the next transfer ends; infinite if there is none.
    private double nextEndLevel = Double.POSITIVE_INFINITY;

    int index() {
        return index;
    }

    int connections() {
        return connections;
    }

    /// Sets the rate of the pipe as a whole.
    void setRateBps(double newRateBps) {
        rateBps = newRateBps;
        bytesPerConnectionSecond = connections > 0 ? rateBps / 8 / connections : 0;
    }

    double rateBps() {
        return rateBps;
    }

    /// Lets time pass at the present rate, up to a moment.
    void advanceTo(long nowNanos) {
        if (nowNanos == atNanos) {
            return;
        }
        double rise = bytesPerConnectionSecond * ((nowNanos - atNanos) / 1e9);
        atNanos = nowNanos;
        level += rise;
        runningBytes += rise * connections;
        if (lossRatio < 1) {
            double sent = rise * connections / (1 - lossRatio);
            sentBytes += sent;
            resentBytes += sent * lossRatio;
        }
    }

    /// Sets which part of what it sends is lost from now on; NaN if nobody knows.
    void setLossRatio(double ratio) {
        lossRatio = ratio;
    }

    /// What it has sent while the loss was known, whatever is lost and sent again included.
    double sentBytes() {
        return sentBytes;
    }

    /// What of that was sent again.
    double resentBytes() {
        return resentBytes;
    }

    /// Leaves connections open for the files that follow, for a while.
    void keepWarm(int left, long untilNanos) {
        warmConnections = warmAt(atNanos) + left;
        warmUntilNanos = untilNanos;
    }

    /// Takes warm connections.
    ///
    /// @return how many of those wanted there were
    int takeWarm(int wanted, long nowNanos) {
        int taken = Math.min(wanted, warmAt(nowNanos));
        warmConnections = warmAt(nowNanos) - taken;
        return taken;
    }

    private int warmAt(long nowNanos) {
        return nowNanos <= warmUntilNanos ? warmConnections : 0;
    }

    void add(FluidTransfer transfer) {
        transfer.active = true;
        // Nothing of what the pipe has moved so far is its own.
        transfer.baseLevel = level;
        transfer.rebase(level, transfer.connections);
        active.add(transfer);
        connections += transfer.connections;
        lookForNextEnd();
    }

    void resize(FluidTransfer transfer, int newConnections) {
        active.remove(transfer);
        connections += newConnections - transfer.connections;
        transfer.rebase(level, newConnections);
        active.add(transfer);
        lookForNextEnd();
    }

    /// Takes out a transfer that did not come to its end; what it moved stays counted.
    void abandon(FluidTransfer transfer) {
        active.remove(transfer);
        double moved = transfer.movedBytes(level);
        abandonedBytes += moved;
        leave(transfer, moved);
    }

    /// Takes out the transfers that have reached their end, first come first.
    List<FluidTransfer> takeFinished() {
        if (nextEndLevel > level) {
            return List.of();
        }
        List<FluidTransfer> finished = new ArrayList<>();
        while (nextEndLevel <= level) {
            FluidTransfer transfer = active.removeFirst();
            double moved = transfer.movedBytes(level);
            finishedBytes += transfer.attempt.transfer().sizeBytes();
            leave(transfer, moved);
            finished.add(transfer);
        }
        return finished;
    }

    private void leave(FluidTransfer transfer, double moved) {
        transfer.active = false;
        connections -= transfer.connections;
        runningBytes -= moved;
        if (active.isEmpty()) {
            // Nobody's progress hangs on the level now: begin afresh, so that rounding does not add up.
            level = 0;
            runningBytes = 0;
        }
        lookForNextEnd();
    }

    private void lookForNextEnd() {
        nextEndLevel = active.isEmpty() ? Double.POSITIVE_INFINITY : active.first().endLevel;
    }

    /// When the next transfer ends, at least a nanosecond from the moment that the pipe has been brought to;
    /// [Long#MAX_VALUE] if none will at the present rate.
    long nextEndNanos() {
        if (nextEndLevel <= level) {
            // An empty file ends also where nothing flows.
            return atNanos + 1;
        }
        if (!(bytesPerConnectionSecond > 0)) {
            return Long.MAX_VALUE;
        }
        double seconds = (nextEndLevel - level) / bytesPerConnectionSecond;
        double nanos = seconds * 1e9;
        if (!(nanos < Long.MAX_VALUE - atNanos)) {
            return Long.MAX_VALUE;
        }
        // Rounded up: the next whole nanosecond, at least one.
        long whole = (long) nanos;
        return atNanos + (whole < nanos || whole == 0 ? whole + 1 : whole);
    }

    /// Bytes that one of its transfers has moved.
    double movedBytes(FluidTransfer transfer) {
        return transfer.active ? transfer.movedBytes(level) : 0;
    }

    /// Bytes moved since the beginning; never falls, though a transfer may seem to overshoot within a nanosecond.
    long movedBytes() {
        reportedBytes = Math.max(reportedBytes, finishedBytes + (long) (abandonedBytes + runningBytes));
        return reportedBytes;
    }
}
