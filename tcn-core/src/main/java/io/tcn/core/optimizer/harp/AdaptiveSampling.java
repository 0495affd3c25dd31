// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

/// A sample transfer ends when two looks in a row differ by less than [#THRESHOLD] of the later one; their mean
/// is its throughput (HARP, section 3.1.1).
public final class AdaptiveSampling {
    private static final double THRESHOLD = 0.05;

    private double before = Double.NaN;
    private double last = Double.NaN;

    /// Takes a look.
    ///
    /// @param bps what moved since the look before, in bit/s
    /// @return whether the sample is over
    public boolean converges(double bps) {
        before = last;
        last = bps;
        return bps > 0 && Math.abs(bps - before) < THRESHOLD * bps;
    }

    /// The mean of the last two looks in bit/s; of the only one where there was one; NaN before the first.
    public double throughputBps() {
        return Double.isNaN(before) ? last : (before + last) / 2;
    }
}
