// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.time.Duration;

/// How bounds are kept where transfers start.
///
/// @param window the time over which a bound may be a mean: what does not fit exactly is allowed in a part of it. Zero
///     if a bound holds at every moment only: then what does not fit never starts beside others
/// @param look time between two looks at what the pipes under a bound have moved
public record BoundSettings(Duration window, Duration look) {
    public static final BoundSettings DEFAULT = new BoundSettings(Duration.ofSeconds(60), Duration.ofSeconds(1));

    public BoundSettings {
        if (window.isNegative()) {
            throw new IllegalArgumentException("the window of bounds must not be negative, given was " + window);
        }
        if (look.isNegative() || look.isZero()) {
            throw new IllegalArgumentException("the time between two looks must be positive, given was " + look);
        }
    }

    /// The window in seconds, zero for none.
    double windowSeconds() {
        return window.toNanos() / 1e9;
    }
}
