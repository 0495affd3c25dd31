// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.shaping;

/// Lets bytes through at the rate of one bound. Every piece that has passed takes the next free piece of time, in the
/// order in which they passed: so those who wait share the rate evenly, and what one does not use the others have.
///
/// What has passed and is not paid for is paid at the rate that holds now, whatever held when it passed: so a bound
/// that is raised lets go at once whom it held. One that is lowered leaves at most [#MOST_DEBT_SECONDS] of itself to
/// pay: what passed before was let.
///
/// Safe for several threads; nobody waits in it.
final class BoundBucket {
    /// Unused time that may be made up for.
    private static final double BURST_SECONDS = 0.02;
    private static final double MOST_DEBT_SECONDS = 60;
    private static final double LONGEST_NANOS = Long.MAX_VALUE / 4.0;

    private double rateBps;
    private long passedBits;
    /// What has passed and is not paid for, in bits; below zero what may be made up for.
    private double owedBits;
    private long settledNanos;

    /// @param rateBps bit/s, positive
    BoundBucket(double rateBps, long nowNanos) {
        this.rateBps = rateBps;
        this.owedBits = -rateBps * BURST_SECONDS;
        this.settledNanos = nowNanos;
    }

    /// The rate from now on, in bit/s, positive.
    synchronized void setRateBps(double changedBps, long nowNanos) {
        settle(nowNanos);
        if (changedBps < rateBps) {
            owedBits = Math.min(owedBits, changedBps * MOST_DEBT_SECONDS);
        }
        rateBps = changedBps;
        settle(nowNanos);
    }

    /// Bytes have passed.
    ///
    /// @return the place behind which they are paid for, for [#nanosUntil]
    synchronized long passed(long bytes, long nowNanos) {
        settle(nowNanos);
        passedBits += 8 * bytes;
        owedBits += 8.0 * bytes;
        return passedBits;
    }

    /// How long it takes until what has passed up to a place is paid for, in nanoseconds; zero or less if it is.
    synchronized long nanosUntil(long place, long nowNanos) {
        settle(nowNanos);
        double before = owedBits - (passedBits - place);
        return (long) Math.clamp(Math.ceil(1e9 * before / rateBps), -LONGEST_NANOS, LONGEST_NANOS);
    }

    private void settle(long nowNanos) {
        // Whoever comes later may have looked at the clock before.
        long since = Math.max(0, nowNanos - settledNanos);
        owedBits = Math.max(owedBits - rateBps * since / 1e9, -rateBps * BURST_SECONDS);
        settledNanos += since;
    }
}
