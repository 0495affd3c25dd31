// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/// Time that passes when a test says so, from [Beats#NOW] on.
final class BeatsClock implements TimeSource {
    private long nanos;

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant now() {
        return Beats.NOW.plusNanos(nanos);
    }

    void pass(Duration time) {
        nanos += time.toNanos();
    }
}
