// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.shaping;

/// Lets bytes through at the rate of one bound. Every piece that has passed takes the next free piece of time, in the
/// order in which they passed: so those who wait share the rate evenly, and what one does not use the others have.
/// Safe for several threads; nobody waits in it.
final class BoundBucket {
    /// Unused time that may be made up for.
    private static final long BURST_NANOS = 20_000_000;

    private double rateBps;
    private long freeAtNanos;

    /// @param rateBps bit/s, positive
    BoundBucket(double rateBps, long nowNanos) {
        this.rateBps = rateBps;
        this.freeAtNanos = nowNanos - BURST_NANOS;
    }

    /// The rate from now on, in bit/s, positive. What has passed stays paid for at the rate before.
    synchronized void setRateBps(double changedBps) {
        rateBps = changedBps;
    }

    /// Bytes have passed.
    ///
    /// @return when the time that they take is over, in nanoseconds
    synchronized long passed(long bytes, long nowNanos) {
        freeAtNanos = Math.max(freeAtNanos, nowNanos - BURST_NANOS) + (long) (8e9 * bytes / rateBps);
        return freeAtNanos;
    }
}
