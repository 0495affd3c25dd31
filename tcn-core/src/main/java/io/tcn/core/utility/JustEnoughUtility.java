// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// A utility in which connections cost something: `a(T_1 / K^n_1, T_2 / K^n_2, ...)`, asked for as `NAME+cost:K`.
///
/// The regret of Falcon's equation 4 (Arifuzzaman and Arslan, SC 2021) inside another utility: a further connection of
/// a pipe has to bring it the part K - 1 more, else it is not worth having. For `proportional` it is `sum of
/// w (log T - n log K)`, the product of Falcon's utilities. A pipe whose connections all carry the same stops at 1 / ln
/// K of them, 50 for the paper's K of 1.02, whatever room there is.
///
/// Throughputs are discounted by who knows n (`optimizer.ascent`); here they are taken as they come. Other optimizers
/// climb it as if connections cost nothing.
public final class JustEnoughUtility implements Utility {
    private final Utility inner;
    private final double base;

    /// @param base K, above 1 and at most 2
    public JustEnoughUtility(Utility inner, double base) {
        if (!(base > 1 && base <= 2)) {
            throw new IllegalArgumentException("the cost of a connection must be above 1 and at most 2, as in "
                    + inner.name() + "+cost:1.02, given was " + base);
        }
        this.inner = inner;
        this.base = base;
    }

    @Override
    public String name() {
        return inner.name() + Utilities.COST + base;
    }

    @Override
    public double logCost() {
        return Math.log(base);
    }

    @Override
    public double value(double[] throughputBps, double[] weights) {
        return inner.value(throughputBps, weights);
    }

    @Override
    public void gradient(double[] throughputBps, double[] weights, double[] gradient) {
        inner.gradient(throughputBps, weights, gradient);
    }
}
