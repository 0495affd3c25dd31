// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;

/// What one pipe is to do until the next decision.
///
/// @param pipe which pipe
/// @param tuning connections and whatever else is tuned
/// @param realConnections n as the optimizer keeps it; what is published is a rounding of it
/// @param previousConnections n before
/// @param rationale why
public record PipeDecision(
        PipeId pipe, PipeTuning tuning, double realConnections, int previousConnections, Rationale rationale) {
    /// A decision that moves the connections only.
    public static PipeDecision of(PipeObservation pipe, int connections, Rationale rationale) {
        return of(pipe, connections, connections, rationale);
    }

    /// A decision that moves the connections only, rounded from a real number.
    public static PipeDecision of(PipeObservation pipe, int connections, double realConnections, Rationale rationale) {
        return new PipeDecision(
                pipe.pipe().id(), PipeTuning.of(connections), realConnections, pipe.decidedConnections(), rationale);
    }
}
