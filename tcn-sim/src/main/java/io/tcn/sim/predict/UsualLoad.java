// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import java.util.Collection;
import java.util.List;

/// What a resource carries with about as many connections as it usually has, or more, and whether more of them bring
/// more: by the elasticity `(dL/dN)(N/L)` of the load L to the connections N, by least squares over these intervals.
///
/// Intervals with fewer connections do not count. What a few connections carried when work began says nothing of what
/// is full now, but as they are far from the others a line through all follows them: a link that had carried the same
/// for 113 of 119 intervals was taken to have room, because of the six in which its pipes had grown.
///
/// @param bps the mean of what it carries
/// @param isFlat whether more connections brought nothing more
record UsualLoad(double bps, boolean isFlat) {
    /// Below this elasticity more connections bring nothing more.
    static final double FLAT = 0.3;

    /// Deviation of the connections, as a part of their mean, below which there is no slope to be seen; and by how much
    /// fewer connections than the mean are as many as usual.
    private static final double LEAST_MOVEMENT = 0.02;

    /// Fewer intervals tell no slope.
    private static final int LEAST_INTERVALS = 6;

    /// @param loads of intervals with connections, at least one
    static UsualLoad of(Collection<History.Load> loads) {
        double usualN = meanConnections(loads);
        List<History.Load> usual = loads.stream()
                .filter(load -> load.connections() >= usualN * (1 - LEAST_MOVEMENT))
                .toList();
        double bps = usual.stream().mapToDouble(History.Load::bps).average().orElse(0);
        return new UsualLoad(bps, usual.size() >= LEAST_INTERVALS && bps > 0 && isFlat(usual, bps));
    }

    private static boolean isFlat(List<History.Load> loads, double meanBps) {
        double meanN = meanConnections(loads);
        double covariance = 0;
        double variance = 0;
        for (History.Load load : loads) {
            covariance += (load.connections() - meanN) * (load.bps() - meanBps);
            variance += (load.connections() - meanN) * (load.connections() - meanN);
        }
        boolean moved = Math.sqrt(variance / loads.size()) > LEAST_MOVEMENT * meanN;
        // They moved and something was carried, so both divisors are positive.
        return moved && covariance / variance * meanN / meanBps < FLAT;
    }

    private static double meanConnections(Collection<History.Load> loads) {
        return loads.stream().mapToDouble(History.Load::connections).average().orElse(0);
    }
}
