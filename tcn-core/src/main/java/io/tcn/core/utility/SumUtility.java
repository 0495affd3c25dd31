// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.utility;

import java.util.Arrays;

/// The sum of all throughputs, in bit/s: every bit counts the same.
public final class SumUtility implements Utility {
    @Override
    public double value(double[] throughputBps) {
        double sum = 0;
        for (double throughput : throughputBps) {
            sum += throughput;
        }
        return sum;
    }

    @Override
    public void gradient(double[] throughputBps, double[] gradient) {
        Arrays.fill(gradient, 1.0);
    }
}
