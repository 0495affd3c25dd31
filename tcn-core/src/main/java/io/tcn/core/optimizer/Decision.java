// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.DoubtedCapacity;
import java.time.Instant;
import java.util.List;

/// The answer of an optimizer to one observation.
///
/// @param interval number of the interval that was observed
/// @param at when it ended
/// @param pipes one entry per observed pipe, in the same order
/// @param utility a(T) of the interval
/// @param objective utility minus penalties or prices
/// @param constraints how the constraints stood, with their prices, during the interval
/// @param doubts capacities of the map that the optimizer does not believe; none of one that believes all, or knows
/// none
public record Decision(
        long interval,
        Instant at,
        List<PipeDecision> pipes,
        double utility,
        double objective,
        List<ConstraintReport> constraints,
        List<DoubtedCapacity> doubts) {
    public Decision {
        pipes = List.copyOf(pipes);
        constraints = List.copyOf(constraints);
        doubts = List.copyOf(doubts);
    }

    /// A decision of an optimizer that doubts no capacity.
    public Decision(
            long interval,
            Instant at,
            List<PipeDecision> pipes,
            double utility,
            double objective,
            List<ConstraintReport> constraints) {
        this(interval, at, pipes, utility, objective, constraints, List.of());
    }

    /// A decision of an optimizer that knows no prices.
    public static Decision unpriced(
            Observation observation, List<PipeDecision> pipes, double utility, double objective) {
        return new Decision(observation.interval(), observation.at(), pipes, utility, objective, unpriced(observation));
    }

    private static List<ConstraintReport> unpriced(Observation observation) {
        if (observation.constraints().isEmpty()) {
            return List.of();
        }
        double[] throughputBps = observation.throughputBps();
        return observation.constraints().stream()
                .map(constraint -> constraint.report(throughputBps, 0))
                .toList();
    }
}
