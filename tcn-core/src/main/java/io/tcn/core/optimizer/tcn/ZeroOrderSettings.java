// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.optimizer.StartValue;

/// Hyper-parameters of [ZeroOrderOptimizer].
///
/// @param alpha weight of the newest gradient in the momentum, above 0 and at most 1
/// @param eta learning rate: connections per unit of gradient, the gradient being measured in connections' worth of
///     throughput per connection, so that one value serves Mbit/s and Tbit/s
/// @param sigma standard deviation of the probing step before rounding, in connections
/// @param stepMax the most connections that one step changes per pipe
/// @param penalty what exceeding a bound costs
/// @param penaltyWeight omega: utility lost per bit/s above a bound; above 1, so that breaking a bound never pays
/// @param start the first value of a pipe
public record ZeroOrderSettings(
        double alpha,
        double eta,
        double sigma,
        double stepMax,
        Penalty penalty,
        double penaltyWeight,
        StartValue start) {
    /// How the excess over a bound turns into lost utility.
    public enum Penalty {
        /// In proportion to the excess.
        LINEAR,
        /// In proportion to its square, over the bound.
        QUADRATIC
    }

    /// Chosen once by sweeping over the paper's scenarios; see docs/model.md.
    public static final ZeroOrderSettings DEFAULT =
            new ZeroOrderSettings(0.5, 6.0, 1.0, 4.0, Penalty.LINEAR, 2.0, StartValue.UNIFORM);

    public ZeroOrderSettings {
        if (!(alpha > 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha must be above 0 and at most 1, given was " + alpha);
        }
        for (double positive : new double[] {eta, sigma, stepMax}) {
            if (!(positive > 0) || Double.isInfinite(positive)) {
                throw new IllegalArgumentException("eta, sigma and stepMax must be positive, given were " + eta + ", "
                        + sigma + " and " + stepMax);
            }
        }
        if (!(penaltyWeight >= 0) || Double.isInfinite(penaltyWeight)) {
            throw new IllegalArgumentException("the penalty weight must be zero or more, given was " + penaltyWeight);
        }
    }

    public ZeroOrderSettings withStart(StartValue newStart) {
        return new ZeroOrderSettings(alpha, eta, sigma, stepMax, penalty, penaltyWeight, newStart);
    }
}
