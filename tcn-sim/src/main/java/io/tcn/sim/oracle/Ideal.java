// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;

/// What nobody can beat in a scenario: bounds, not what something reached, but for `utilityBps`. What could not be
/// worked out is NaN.
///
/// Bounds of users that hold for the whole run count. Deterioration, faults, background traffic, dependencies and the
/// cost of files are left out, which only makes the bounds better than what can be had.
///
/// @param fctMeanSeconds the mean completion time is at least this ([FinishBound])
/// @param fctMaxSeconds the longest completion time is at least this
/// @param makespanSeconds the last finish is at least this
/// @param meanUtilityBps the mean of the summed throughput until the last finish is at most this
/// @param utilityBps summed throughput of the best n that was found with all pipes busy ([ClairvoyantOptimum]), with
///     deterioration
/// @param utilityCeilingBps no n has more (linear program)
public record Ideal(
        double fctMeanSeconds,
        double fctMaxSeconds,
        double makespanSeconds,
        double meanUtilityBps,
        double utilityBps,
        double utilityCeilingBps) {
    /// Nothing was worked out.
    public static final Ideal UNKNOWN =
            new Ideal(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// What to work out.
    public enum Part {
        /// What is cheap: bounds of times.
        TIMES,
        /// The optimum with all pipes busy, too.
        ALL
    }

    /// The same where the utility is not the sum of the throughputs.
    public Ideal withoutUtility() {
        return new Ideal(fctMeanSeconds, fctMaxSeconds, makespanSeconds, Double.NaN, Double.NaN, Double.NaN);
    }

    /// The ideal of a scenario.
    public static Ideal of(Scenario scenario, SimulationSettings settings, Part part) {
        return new IdealSearch(scenario, settings).find(part);
    }
}
