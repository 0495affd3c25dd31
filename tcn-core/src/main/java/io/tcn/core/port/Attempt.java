// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import org.jspecify.annotations.Nullable;

/// An order to the data plane.
///
/// @param id which attempt
/// @param transfer what to move
/// @param connections how many connections it may use, at least 1; a data plane that could use fewer or more says
///     so when prepared
/// @param tuning how its pipe is tuned
/// @param earlier what an earlier attempt may have left at the destination, null if nothing: then a file there is no
///     reason to refuse; if it can be what that attempt wrote, it is taken as the result if it proves to be the whole
///     file, else removed
public record Attempt(
        AttemptId id,
        Transfer transfer,
        int connections,
        PipeTuning tuning,
        @Nullable EarlierWrite earlier) {
    public Attempt {
        if (connections < 1) {
            throw new IllegalArgumentException("an attempt needs a connection, given were " + connections);
        }
    }

    /// Whether something at the destination may be what an earlier attempt wrote.
    public boolean destinationMayBeOurs() {
        return earlier != null;
    }
}
