// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import org.jspecify.annotations.Nullable;

/// One measured number.
///
/// @param name what it is
/// @param value the number, finite
/// @param unit its unit; empty for a plain ratio or count
/// @param aim what it should be, null where there is no aim
public record Figure(
        String name, double value, String unit, @Nullable Aim aim) {
    public Figure {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("figure \"" + name + "\" must be a finite number, given was " + value);
        }
    }

    /// A figure without an aim.
    public static Figure of(String name, double value, String unit) {
        return new Figure(name, value, unit, null);
    }

    /// Whether the aim is met; null where there is none.
    public @Nullable Boolean met() {
        return aim == null ? null : aim.isMetBy(value);
    }
}
