// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

/// From which size on HARP's sampling pays (equations 6 to 8 and table II). Without HARP D bytes take D / T;
/// with it they take s seconds of sampling at (1 - d) T and the rest at (1 + g) T. The two are equal for
///
///     D / T = s (g + d) / g
///
/// which gives table II to the digit with s = 15 s. (The text adds the optimizer's own time; the table does
/// not.)
public final class HarpCost {
    /// Within which sampling ends (section 3.1.1).
    public static final double SAMPLING_SECONDS = 15;

    private HarpCost() {}

    /// The least size in seconds of the throughput without HARP.
    ///
    /// @param gain g, above zero: 0.1 for 10 % faster
    /// @param slowdown d, from 0 to 1: 0.5 for half as fast while sampling
    public static double leastSizeSeconds(double gain, double slowdown) {
        if (!(gain > 0) || !(slowdown >= 0 && slowdown <= 1)) {
            throw new IllegalArgumentException(
                    "a gain is above zero and a slowdown from 0 to 1, given were " + gain + " and " + slowdown);
        }
        return SAMPLING_SECONDS * (gain + slowdown) / gain;
    }
}
