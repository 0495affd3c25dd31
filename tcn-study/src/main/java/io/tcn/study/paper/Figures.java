// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import java.util.List;

/// A number over several seeds.
///
/// @param median median; NaN if there is no value
/// @param low tenth percentile
/// @param high ninetieth percentile
record Figures(double median, double low, double high) {
    /// Percentiles by linear interpolation between the sorted values; those that are NaN are left out.
    static Figures of(List<Double> values) {
        double[] sorted = values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return new Figures(percentile(sorted, 0.5), percentile(sorted, 0.1), percentile(sorted, 0.9));
    }

    private static double percentile(double[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = part * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
