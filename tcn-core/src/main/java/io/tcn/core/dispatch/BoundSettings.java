// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.time.Duration;

/// How bounds and guarantees are kept where transfers start.
///
/// @param kept whether they are; if not, they are the optimizer's matter alone, as in the TCN paper
/// @param window the time over which a bound may be a mean: what does not fit exactly is allowed in a part of it. Zero
///     if a bound holds at every moment only: then what does not fit never starts beside others
/// @param look time between two looks at what the pipes under a bound have moved
public record BoundSettings(boolean kept, Duration window, Duration look) {
    public static final BoundSettings DEFAULT = new BoundSettings(true, Duration.ofMinutes(1), Duration.ofSeconds(1));

    /// Nothing is kept from starting by a bound: for simulations of optimizers by themselves.
    public static final BoundSettings NONE = new BoundSettings(false, DEFAULT.window, DEFAULT.look);

    public BoundSettings {
        if (window.isNegative()) {
            throw new IllegalArgumentException("the window of bounds must not be negative, given was " + window);
        }
        if (look.isNegative() || look.isZero()) {
            throw new IllegalArgumentException("the time between two looks must be positive, given was " + look);
        }
    }

    /// The same with another window.
    public BoundSettings withWindow(Duration otherWindow) {
        return new BoundSettings(kept, otherWindow, look);
    }

    /// The window in seconds, zero for none.
    double windowSeconds() {
        return window.toNanos() / 1e9;
    }
}
