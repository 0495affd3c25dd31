// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

/// The weighted sum of all throughputs, in bit/s: every bit of a pipe counts by its weight. The most bytes, whoever
/// gets them; a pipe that costs others more than it moves is left at its least.
public final class SumUtility implements Utility {
    public static final String NAME = "sum";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isLinear() {
        return true;
    }

    @Override
    public double value(double[] throughputBps, double[] weights) {
        double sum = 0;
        for (int i = 0; i < throughputBps.length; i++) {
            sum += weights[i] * throughputBps[i];
        }
        return sum;
    }

    @Override
    public void gradient(double[] throughputBps, double[] weights, double[] gradient) {
        System.arraycopy(weights, 0, gradient, 0, weights.length);
    }
}
