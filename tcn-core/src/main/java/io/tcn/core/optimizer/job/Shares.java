// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import java.util.stream.DoubleStream;

/// Shares whole numbers out by weight.
public final class Shares {
    private Shares() {}

    /// Gives each one with a weight at least one, as far as there are enough, and the rest by weight: whole
    /// parts first, then what is left to the greatest remainders, the first of equals first.
    ///
    /// @param total what is shared out, zero or more
    /// @param weights zero for those that get nothing
    /// @return as many numbers as weights; their sum is total, or 0 where no weight is above zero
    public static int[] of(int total, double[] weights) {
        int[] shares = new int[weights.length];
        double sum = DoubleStream.of(weights).sum();
        if (!(sum > 0) || total <= 0) {
            return shares;
        }
        int given = 0;
        double[] wanted = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            wanted[i] = total * weights[i] / sum;
            shares[i] = weights[i] > 0 ? Math.max(1, (int) wanted[i]) : 0;
            given += shares[i];
        }
        while (given != total) {
            int step = given < total ? 1 : -1;
            int chosen = mostOff(shares, wanted, step);
            shares[chosen] += step;
            given += step;
        }
        return shares;
    }

    /// Whose share is furthest from what he wanted, upwards or downwards. One that has one keeps it while
    /// another has more.
    private static int mostOff(int[] shares, double[] wanted, int step) {
        int chosen = -1;
        double most = Double.NEGATIVE_INFINITY;
        boolean anyAboveOne = false;
        for (int share : shares) {
            anyAboveOne |= share > 1;
        }
        for (int i = 0; i < shares.length; i++) {
            boolean keeps = step < 0 && (anyAboveOne ? shares[i] <= 1 : shares[i] < 1);
            if (!(wanted[i] > 0) || keeps) {
                continue;
            }
            double off = step * (wanted[i] - shares[i]);
            if (off > most) {
                most = off;
                chosen = i;
            }
        }
        return chosen;
    }
}
