// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.time.Duration;

/// Settings of the dispatch loop.
///
/// @param window queued transfers held in memory per pipe, at least 1
/// @param sweep time between two looks at pipes that ought to have work but have none in memory; a safety net for
///     retry delays that are over
/// @param reloadDelay how long a well-filled window may stay out of date, so that many additions cost one load
/// @param bounds how bounds are kept
public record DispatchSettings(int window, Duration sweep, Duration reloadDelay, BoundSettings bounds) {
    public static final DispatchSettings DEFAULT =
            new DispatchSettings(256, Duration.ofSeconds(30), Duration.ofSeconds(1));

    /// With bounds kept as usual.
    public DispatchSettings(int window, Duration sweep, Duration reloadDelay) {
        this(window, sweep, reloadDelay, BoundSettings.DEFAULT);
    }

    public DispatchSettings {
        if (window < 1) {
            throw new IllegalArgumentException("a window holds at least one transfer, given was " + window);
        }
        if (reloadDelay.isNegative()) {
            throw new IllegalArgumentException("the reload delay must not be negative, given was " + reloadDelay);
        }
        if (sweep.isNegative() || sweep.isZero()) {
            throw new IllegalArgumentException("the sweep period must be positive, given was " + sweep);
        }
    }

    /// The same with bounds kept otherwise.
    public DispatchSettings withBounds(BoundSettings otherBounds) {
        return new DispatchSettings(window, sweep, reloadDelay, otherBounds);
    }
}
