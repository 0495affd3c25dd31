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
public record CoflowRecord(
        String name,
        int transfers,
        long bytes,
        double arrivalSeconds,
        @Nullable Double finishSeconds) {
    /// Coflow completion time, in seconds; empty if a transfer did not finish.
    public OptionalDouble completionSeconds() {
        return finishSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(finishSeconds - arrivalSeconds);
    }
}
