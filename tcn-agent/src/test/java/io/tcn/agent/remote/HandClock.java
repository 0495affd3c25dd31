// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/// Two clocks that are turned by hand.
final class HandClock implements TimeSource {
    private long nanos;
    private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant now() {
        return wall;
    }

    void pass(Duration time) {
        passMonotonic(time);
        passWall(time);
    }

    void passMonotonic(Duration time) {
        nanos += time.toNanos();
    }

    void passWall(Duration time) {
        wall = wall.plus(time);
    }
}
