// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.ConstraintReport;
import java.util.List;

/// The last interval of a run in which most pipes were busy and something moved. Lists have one entry per pipe, in the
/// order of the pipes' names.
///
/// @param activeConnections connections that were open, averaged over the interval
/// @param constraints how bounds, guarantees and shares stood
/// @param connectionsHeldBy what keeps each pipe from more connections, in words
public record BusyMoment(
        List<Double> activeConnections, List<ConstraintReport> constraints, List<String> connectionsHeldBy) {
    public BusyMoment {
        activeConnections = List.copyOf(activeConnections);
        constraints = List.copyOf(constraints);
        connectionsHeldBy = List.copyOf(connectionsHeldBy);
    }
}
