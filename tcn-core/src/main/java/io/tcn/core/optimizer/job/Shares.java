// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import java.util.Comparator;
import java.util.PriorityQueue;
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
        // One that has one keeps it while another has more.
        int left = give(shares, wanted, total - given, 1);
        give(shares, wanted, left, 0);
        return shares;
    }

    /// Gives or takes back one at a time, always to or from whoever is furthest from what he wanted, the first of
    /// equals. Cost: O((claimants + missing) log claimants).
    ///
    /// @param missing how many are missing, or too many if negative
    /// @param kept nobody is left with fewer
    /// @return what could not be given or taken
    private static int give(int[] shares, double[] wanted, int missing, int kept) {
        int step = Integer.signum(missing);
        if (step == 0) {
            return 0;
        }
        PriorityQueue<Integer> claimants =
                new PriorityQueue<>(Comparator.<Integer>comparingDouble(i -> step * (shares[i] - wanted[i]))
                        .thenComparingInt(i -> i));
        for (int i = 0; i < shares.length; i++) {
            if (wanted[i] > 0 && (step > 0 || shares[i] > kept)) {
                claimants.add(i);
            }
        }
        int left = missing;
        while (left != 0 && !claimants.isEmpty()) {
            int chosen = claimants.remove();
            shares[chosen] += step;
            left -= step;
            if (step > 0 || shares[chosen] > kept) {
                claimants.add(chosen);
            }
        }
        return left;
    }
}
