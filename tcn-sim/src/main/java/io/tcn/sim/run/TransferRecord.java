// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferState;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What was recorded of one transfer.
///
/// @param name its name in the scenario
/// @param pipe its pipe
/// @param sizeBytes size in bytes
/// @param arrivalSeconds when it was submitted, in virtual seconds
/// @param startSeconds when it first moved bytes, null if never
/// @param finishSeconds when it finished, null if it did not
/// @param state its state at the end of the run
public record TransferRecord(
        String name,
        PipeId pipe,
        long sizeBytes,
        double arrivalSeconds,
        @Nullable Double startSeconds,
        @Nullable Double finishSeconds,
        TransferState state) {
    /// Flow completion time: from arrival to finish, in seconds; empty if it did not finish.
    public OptionalDouble completionSeconds() {
        return finishSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(finishSeconds - arrivalSeconds);
    }
}
