// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.StartValue;

/// Hyper-parameters of [AscentOptimizer]. All are free of units, so that one set serves Mbit/s and Tbit/s.
///
/// @param alpha weight of the newest gradient in the momentum, above 0 and at most 1
/// @param stepMax the most connections that one step adds to a pipe, or takes from it for the gradient's sake; at least
///     `stepGrowth` of what it has. A limit that is broken may take more
/// @param stepGrowth part of the present connections that a step may change where that is more than `stepMax`
/// @param exploration standard deviation of the variation of n for learning's sake at the start and after a change, in
///     connections
/// @param explorationFloor what it decays to
/// @param constraints how bounds and guarantees are kept
/// @param start the first value of a pipe
public record AscentSettings(
        double alpha,
        double stepMax,
        double stepGrowth,
        double exploration,
        double explorationFloor,
        Constraints constraints,
        StartValue start) {
    /// How bounds and guarantees are kept.
    public enum Constraints {
        /// By prices: kept, and one sees what they cost.
        PRICES,
        /// By the paper's penalty in the objective: kept about, without prices.
        PENALTY
    }

    /// Chosen on the quality benchmark (docs/benchmarks/control.md).
    public static final AscentSettings DEFAULT =
            new AscentSettings(0.7, 4, 0.5, 0.5, 0.1, Constraints.PRICES, StartValue.MIN);

    public AscentSettings {
        if (!(alpha > 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha must be above 0 and at most 1, given was " + alpha);
        }
        if (!(stepMax > 0) || Double.isInfinite(stepMax) || !(stepGrowth >= 0 && stepGrowth <= 1)) {
            throw new IllegalArgumentException(
                    "stepMax must be positive and stepGrowth 0 to 1, given were " + stepMax + " and " + stepGrowth);
        }
        if (!(explorationFloor >= 0) || !(exploration >= explorationFloor) || Double.isInfinite(exploration)) {
            throw new IllegalArgumentException("exploration must be at least its floor and that at least zero, given"
                    + " were " + exploration + " and " + explorationFloor);
        }
    }

    public AscentSettings withStart(StartValue newStart) {
        return new AscentSettings(alpha, stepMax, stepGrowth, exploration, explorationFloor, constraints, newStart);
    }
}
