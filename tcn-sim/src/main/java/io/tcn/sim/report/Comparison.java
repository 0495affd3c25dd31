// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;
import java.util.Arrays;
import java.util.List;

/// Runs of one scenario with several optimizers and seeds: what all reports are made of.
///
/// @param scenario what was simulated
/// @param settings how
/// @param optimizers at least one; the first is the one that the others are compared with
/// @param ideal what nobody can beat
public record Comparison(Scenario scenario, SimulationSettings settings, List<OptimizerRuns> optimizers, Ideal ideal) {
    /// A comparison of which nobody knows what the best would be.
    public Comparison(Scenario scenario, SimulationSettings settings, List<OptimizerRuns> optimizers) {
        this(scenario, settings, optimizers, Ideal.UNKNOWN);
    }

    public Comparison {
        optimizers = List.copyOf(optimizers);
        if (optimizers.isEmpty()) {
            throw new IllegalArgumentException("a comparison needs an optimizer");
        }
    }

    /// Whether bounds were in force.
    public boolean hasBounds() {
        return settings.controls() && scenario.hasControls();
    }

    /// The figures that say something about these runs: without bounds there is no violation, without transfers that
    /// end no completion time.
    public List<Metric> metrics() {
        return Arrays.stream(Metric.values())
                .filter(metric -> hasBounds() || !metric.isAboutBounds())
                .filter(metric -> optimizers.stream()
                        .anyMatch(optimizer -> optimizer.spread(metric).count() > 0))
                .toList();
    }

    /// The runs of one optimizer.
    ///
    /// @param name its name
    /// @param settings its settings in words
    /// @param runs one per seed, in the order of the seeds; at least one
    public record OptimizerRuns(String name, String settings, List<SimulationResult> runs) {
        public OptimizerRuns {
            runs = List.copyOf(runs);
            if (runs.isEmpty()) {
                throw new IllegalArgumentException("optimizer " + name + " has no run");
            }
        }

        /// A figure over all seeds.
        public Spread spread(Metric metric) {
            return Spread.of(runs.stream()
                    .mapToDouble(run -> metric.valueOf(run.summary()))
                    .toArray());
        }
    }
}
