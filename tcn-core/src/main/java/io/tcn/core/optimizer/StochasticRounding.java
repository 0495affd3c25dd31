// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import java.util.random.RandomGenerator;

/// int(x) of the TCN paper, equation 4: floor(x) + 1 with probability x - floor(x), else floor(x), so that the
/// expected value of the result is x.
public final class StochasticRounding {
    private final RandomGenerator random;

    public StochasticRounding(RandomGenerator random) {
        this.random = random;
    }

    /// Rounds a finite number to one of its two neighbours.
    public long round(double x) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            throw new IllegalArgumentException("only finite numbers can be rounded, given was " + x);
        }
        double floor = Math.floor(x);
        return (long) floor + (random.nextDouble() < x - floor ? 1 : 0);
    }
}
