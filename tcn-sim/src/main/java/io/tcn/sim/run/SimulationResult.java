// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.PipeId;
import java.util.List;

/// What a run recorded.
///
/// @param optimizer name of the optimizer, as it was asked for
/// @param seed the seed of all its random numbers
/// @param pipes the pipes, in the order of all lists per pipe
/// @param intervals one entry per whole control interval
/// @param transfers the transfers of the scenario, in its order; without infinite backlogs
/// @param endSeconds virtual time at which the run ended
/// @param movedBytes bytes that all pipes moved
/// @param events events of the engine
/// @param summary the run in a few numbers
public record SimulationResult(
        String optimizer,
        long seed,
        List<PipeId> pipes,
        List<IntervalRecord> intervals,
        List<TransferRecord> transfers,
        double endSeconds,
        long movedBytes,
        long events,
        Summary summary) {
    public SimulationResult {
        pipes = List.copyOf(pipes);
        intervals = List.copyOf(intervals);
        transfers = List.copyOf(transfers);
    }
}
