// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// The one number to maximise: a(T) of the paper, over the throughputs of all pipes. A pipe of weight zero does not
/// count: that is how pipes without work are left out.
///
/// All utilities here are concave and rise with every throughput. Cost: O(pipes).
public interface Utility {
    /// The name by which operators ask for it, such as `proportional`.
    String name();

    /// Whether da/dT does not depend on T: then one bit/s is worth the same to all of equal weight, however much they
    /// have.
    default boolean isLinear() {
        return false;
    }

    /// What a connection costs, as the logarithm of the factor that each one more has to bring; 0: nothing. Who knows
    /// how many connections there are discounts throughputs by it, see [JustEnoughUtility].
    default double logCost() {
        return 0;
    }

    /// a(T).
    ///
    /// @param throughputBps throughput per pipe in bit/s, zero or more
    /// @param weights weight per pipe, zero or more
    double value(double[] throughputBps, double[] weights);

    /// da/dT, written into `gradient`.
    ///
    /// @param throughputBps throughput per pipe in bit/s, zero or more
    /// @param weights weight per pipe, zero or more
    /// @param gradient as long as `throughputBps`
    void gradient(double[] throughputBps, double[] weights, double[] gradient);
}
