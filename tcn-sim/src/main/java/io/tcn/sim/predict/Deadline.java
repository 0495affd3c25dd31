// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.port.TimeSource;
import java.time.Duration;

/// The moment of real time at which a calculation has to end.
final class Deadline {
    private final TimeSource clock;
    private final long endNanos;

    private Deadline(TimeSource clock, long endNanos) {
        this.clock = clock;
        this.endNanos = endNanos;
    }

    static Deadline in(Duration time, TimeSource clock) {
        return new Deadline(clock, clock.nanoTime() + time.toNanos());
    }

    boolean isOver() {
        return clock.nanoTime() - endNanos >= 0;
    }

    /// A deadline after a part of what is left, 0 to 1.
    Deadline part(double share) {
        long now = clock.nanoTime();
        return new Deadline(clock, now + Math.round(Math.max(0, endNanos - now) * share));
    }
}
