// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.utility.Utility;

/// What connections cost in a utility, see [io.tcn.core.utility.JustEnoughUtility]: a throughput T on n connections
/// counts as `T e^(-c n)`, c being the logarithm of the cost. With c = 0 everything is as if there were no cost.
///
/// `d/dn a(T e^(-cn)) = a' e^(-cn) (dT/dn - c T)`: the slope by T is discounted, and each connection costs c T of it.
final class ConnectionCost {
    private final Utility utility;
    private final double cost;

    ConnectionCost(Utility utility) {
        this.utility = utility;
        this.cost = utility.logCost();
    }

    /// Whether connections cost anything.
    boolean isAny() {
        return cost > 0;
    }

    /// a(T, n).
    double value(double[] throughputBps, double[] connections, double[] weights) {
        return utility.value(isAny() ? discounted(throughputBps, connections) : throughputBps, weights);
    }

    /// da/dT at constant n, into `slope`.
    void slope(double[] throughputBps, double[] connections, double[] weights, double[] slope) {
        if (!isAny()) {
            utility.gradient(throughputBps, weights, slope);
            return;
        }
        utility.gradient(discounted(throughputBps, connections), weights, slope);
        for (int i = 0; i < slope.length; i++) {
            slope[i] *= Math.exp(-cost * connections[i]);
        }
    }

    /// Takes from the gradient by n what a further connection costs.
    void charge(double[] throughputBps, double[] slope, double[] gradient) {
        if (isAny()) {
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] -= cost * throughputBps[i] * slope[i];
            }
        }
    }

    private double[] discounted(double[] throughputBps, double[] connections) {
        double[] discounted = throughputBps.clone();
        for (int i = 0; i < discounted.length; i++) {
            discounted[i] *= Math.exp(-cost * connections[i]);
        }
        return discounted;
    }
}
