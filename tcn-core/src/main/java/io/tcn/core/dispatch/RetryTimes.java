// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.TreeSet;

/// When retry delays of a pipe's queued transfers are over, rounded up to a sixteenth of the delay and to a second at
/// most, so that a million retries due in the same hour are 3600 entries and loads of the window at most. Mutable;
/// owned by the dispatch loop.
final class RetryTimes {
    private static final long LONGEST_STEP_NANOS = 1_000_000_000;
    private static final long SHORTEST_STEP_NANOS = 1_000_000;
    private static final int STEPS_PER_DELAY = 16;

    private final TreeSet<Long> due = new TreeSet<>();

    /// When the loop will be called, as far as it was asked for.
    private final TreeSet<Long> wakeUps = new TreeSet<>();

    /// Notes a retry.
    ///
    /// @return when the loop must be called for it, on the monotonic clock, or -1 if it will be called early enough
    long add(long nowNanos, long delayNanos) {
        long step = Math.clamp(delayNanos / STEPS_PER_DELAY, SHORTEST_STEP_NANOS, LONGEST_STEP_NANOS);
        due.add(Math.ceilDiv(nowNanos + delayNanos, step) * step);
        return wakeUp();
    }

    /// The loop was called.
    ///
    /// @return when it must be called again, or -1 if not
    long passed(long nowNanos) {
        due.headSet(nowNanos, true).clear();
        wakeUps.headSet(nowNanos, true).clear();
        return wakeUp();
    }

    private long wakeUp() {
        if (due.isEmpty() || (!wakeUps.isEmpty() && wakeUps.first() <= due.first())) {
            return -1;
        }
        wakeUps.add(due.first());
        return due.first();
    }
}
