// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.PipeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a run recorded.
///
/// @param optimizer name of the optimizer, as it was asked for
/// @param seed the seed of all its random numbers
/// @param pipes the pipes, in the order of all lists per pipe
/// @param intervals one entry per whole control interval, or per `intervalsPerPoint` of them
/// @param transfers the transfers of the scenario, listed ones in its order, then arrivals; without infinite
///     backlogs. Empty where there may be more than 100,000: then `completions` says what there is to say
/// @param endSeconds virtual time at which the run ended
/// @param movedBytes bytes that all pipes moved
/// @param events events of the engine
/// @param summary the run in a few numbers
/// @param completions completion times of all transfers together
/// @param coflows the coflows of the scenario, in the order of their names
/// @param intervalsPerPoint how many control intervals each entry of `intervals` stands for; 1 but in very
///     long runs
/// @param busiest the last moment at which most pipes were busy; null if nothing moved, or nobody noted it
public record SimulationResult(
        String optimizer,
        long seed,
        List<PipeId> pipes,
        List<IntervalRecord> intervals,
        List<TransferRecord> transfers,
        double endSeconds,
        long movedBytes,
        long events,
        Summary summary,
        CompletionSummary completions,
        List<CoflowRecord> coflows,
        int intervalsPerPoint,
        @Nullable BusyMoment busiest) {
    /// A result without coflows, whose entries stand for one interval each.
    public SimulationResult(
            String optimizer,
            long seed,
            List<PipeId> pipes,
            List<IntervalRecord> intervals,
            List<TransferRecord> transfers,
            double endSeconds,
            long movedBytes,
            long events,
            Summary summary) {
        this(
                optimizer,
                seed,
                pipes,
                intervals,
                transfers,
                endSeconds,
                movedBytes,
                events,
                summary,
                CompletionSummary.NONE,
                List.of(),
                1,
                null);
    }

    public SimulationResult {
        pipes = List.copyOf(pipes);
        intervals = List.copyOf(intervals);
        transfers = List.copyOf(transfers);
        coflows = List.copyOf(coflows);
    }
}
