// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.AgentClock;
import java.io.InterruptedIOException;
import java.time.Duration;

/// Lets bytes through at a rate. Everybody who takes is given the next free piece of time, in the order of asking; so
/// those who always take pieces of the same size share the rate evenly.
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;
    /// Unused time that may be made up for.
    private static final long BURST_NANOS = 50_000_000;
    private static final long MIN_PAUSE_NANOS = 1_000_000;

    private final double nanosPerByte;
    private final AgentClock clock;
    private final Object lock = new Object();
    // Guarded by lock.
    private long freeAtNanos;

    /// @param rateBps bit/s, or 0 for no limit
    TokenBucket(double rateBps, AgentClock clock) {
        this.nanosPerByte = rateBps > 0 ? 8 * NANOS_PER_SECOND / rateBps : 0;
        this.clock = clock;
        this.freeAtNanos = clock.nanoTime();
    }

    /// Returns when the bytes may pass.
    void take(long bytes) throws InterruptedIOException {
        if (nanosPerByte == 0) {
            return;
        }
        long now = clock.nanoTime();
        long wait;
        synchronized (lock) {
            freeAtNanos = Math.max(freeAtNanos, now - BURST_NANOS) + (long) (bytes * nanosPerByte);
            wait = freeAtNanos - now;
        }
        if (wait > MIN_PAUSE_NANOS) {
            try {
                clock.pause(Duration.ofNanos(wait));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for bandwidth");
            }
        }
    }
}
