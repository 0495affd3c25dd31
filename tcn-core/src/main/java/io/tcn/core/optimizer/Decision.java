// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintReport;
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
public record Decision(
        long interval,
        Instant at,
        List<PipeDecision> pipes,
        double utility,
        double objective,
        List<ConstraintReport> constraints) {
    public Decision {
        pipes = List.copyOf(pipes);
        constraints = List.copyOf(constraints);
    }

    /// A decision of an optimizer that knows no prices.
    public static Decision unpriced(
            Observation observation, List<PipeDecision> pipes, double utility, double objective) {
        double[] throughputBps = observation.throughputBps();
        return new Decision(
                observation.interval(),
                observation.at(),
                pipes,
                utility,
                objective,
                observation.constraints().stream()
                        .map(constraint -> constraint.report(throughputBps, 0))
                        .toList());
    }
}
