// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import java.util.Arrays;

/// A figure over several seeds.
///
/// @param median median; NaN if no seed has a value
/// @param min least value
/// @param max highest value
/// @param count seeds that have a value
public record Spread(double median, double min, double max, int count) {
    /// The spread of some values; those that are NaN are left out.
    public static Spread of(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int n = sorted.length;
        if (n == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        return new Spread(median, sorted[0], sorted[n - 1], n);
    }
}
