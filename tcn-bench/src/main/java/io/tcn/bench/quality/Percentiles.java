// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.Arrays;

/// Median and 10/90 percentiles over seeds, interpolated between neighbours; NaN where nothing was measured.
///
/// @param low the 10 percentile
/// @param median the middle
/// @param high the 90 percentile
record Percentiles(double low, double median, double high) {
    static Percentiles of(double... values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return new Percentiles(at(sorted, 0.1), at(sorted, 0.5), at(sorted, 0.9));
    }

    private static double at(double[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = part * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        double rest = place - below;
        if (Double.isInfinite(sorted[above])) {
            return rest > 0 ? sorted[above] : sorted[below];
        }
        return sorted[below] + rest * (sorted[above] - sorted[below]);
    }
}
