// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What was recorded of one coflow: transfers that are of use only together.
///
/// @param name its name in the scenario
/// @param transfers how many belong to it
/// @param bytes their bytes together
/// @param arrivalSeconds when its first transfer was submitted, in virtual seconds
/// @param finishSeconds when its last transfer finished, null if one did not
/// @param deadlineSeconds when it should have been done, in virtual seconds, null if it has no deadline
/// @param lateSinceSeconds since when the order of coflows expects that it misses its deadline; null if it never
///     did, or not to the last
public record CoflowRecord(
        String name,
        int transfers,
        long bytes,
        double arrivalSeconds,
        @Nullable Double finishSeconds,
        @Nullable Double deadlineSeconds,
        @Nullable Double lateSinceSeconds) {
    /// Coflow completion time, in seconds; empty if a transfer did not finish.
    public OptionalDouble completionSeconds() {
        return finishSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(finishSeconds - arrivalSeconds);
    }

    /// Whether it was done at its deadline; null if it has none.
    public @Nullable Boolean isInTime() {
        return deadlineSeconds == null
                ? null
                : Boolean.valueOf(finishSeconds != null && finishSeconds <= deadlineSeconds);
    }
}
