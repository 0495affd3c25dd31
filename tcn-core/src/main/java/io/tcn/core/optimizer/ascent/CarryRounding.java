// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.random.RandomGenerator;

/// Stochastic rounding with memory: int(x) of the TCN paper, equation 4, whose error is carried into the next
/// interval.
///
/// `int_t = floor(x_t + c)`, `c <- x_t + c - int_t`, with c drawn evenly from [0, 1) once per pipe. c stays
/// evenly distributed, so `E[int_t] = x_t` in every interval; and the sum over t intervals differs from the sum
/// of x by less than 1, where independent rounding would be off by about sqrt(t) / 2. So n = 0.25 serves a pipe
/// in every fourth interval.
final class CarryRounding {
    /// The greatest part of a connection that a double below 1 can stand for.
    private static final double BELOW_ONE = Math.nextDown(1.0);

    private final RandomGenerator random;

    CarryRounding(RandomGenerator random) {
        this.random = random;
    }

    /// The first carry of a pipe.
    double draw() {
        return random.nextDouble();
    }

    /// Rounds x, zero or more, with the carries of the pipes; the one at `index` is replaced. A carry of 1 or more
    /// is a connection that was taken away after rounding and comes back now.
    int round(double x, double[] carry, int index) {
        double sum = x + carry[index];
        int rounded = (int) Math.floor(sum);
        carry[index] = Math.clamp(sum - rounded, 0, BELOW_ONE);
        return rounded;
    }
}
