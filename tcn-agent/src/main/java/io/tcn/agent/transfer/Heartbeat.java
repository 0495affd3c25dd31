// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Notices that this process itself stood still: it was stopped, its machine was moved or had nothing left for it. Then
/// nothing that seems to have taken too long says anything about the storages. Beaten by the watchdog at its period;
/// safe to use from any thread.
final class Heartbeat {
    private final TimeSource time;
    private final Duration longest;
    private final Object lock = new Object();

    // Guarded by lock.
    private long lastNanos;
    private @Nullable Long wokeNanos;

    /// @param longest a pause between two beats that is longer than this was a standstill
    Heartbeat(TimeSource time, Duration longest) {
        this.time = time;
        this.longest = longest;
        this.lastNanos = time.nanoTime();
    }

    /// One beat.
    ///
    /// @return how long the process stood still before it, zero if it did not
    Duration beat() {
        synchronized (lock) {
            long now = time.nanoTime();
            Duration gap = Duration.ofNanos(now - lastNanos);
            lastNanos = now;
            if (gap.compareTo(longest) <= 0) {
                return Duration.ZERO;
            }
            wokeNanos = now;
            return gap;
        }
    }

    /// Whether the process stood still not long ago, so that what fails now may be its own fault; a standstill that the
    /// next beat will notice counts.
    boolean stoodStillWithin(Duration span) {
        synchronized (lock) {
            long now = time.nanoTime();
            Long woke = wokeNanos;
            return now - lastNanos > longest.toNanos() || (woke != null && now - woke < span.toNanos());
        }
    }
}
