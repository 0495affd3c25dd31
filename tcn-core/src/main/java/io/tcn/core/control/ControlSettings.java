// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import java.time.Duration;

/// Settings of the control loop.
///
/// @param interval time between two decisions; FTS: 60 s, TCN: 10 s
/// @param samples samples per interval for the spread of the throughput, at least 1
public record ControlSettings(Duration interval, int samples) {
    public static final ControlSettings DEFAULT = new ControlSettings(Duration.ofSeconds(10), 5);

    public ControlSettings {
        if (interval.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("a control interval is 1 ms or more, given was " + interval);
        }
        if (samples < 1) {
            throw new IllegalArgumentException("an interval needs a sample, given were " + samples);
        }
    }
}
