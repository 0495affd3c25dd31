// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.util.Arrays;

/// The middle of several measurements, which one bad round does not move.
public final class Median {
    private Median() {}

    /// The middle value, or the mean of the two in the middle.
    ///
    /// @param values at least one
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("the median of no values was asked for");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
