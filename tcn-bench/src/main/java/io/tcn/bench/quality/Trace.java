// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.Arrays;

/// What happened in the intervals of one run; entry k is interval k + 1. Written by the run, read when it is over.
final class Trace {
    /// What all pipes really moved together, in bit/s.
    final double[] totalBps;

    /// The part of it that keeps all bounds: each pipe counts as if it had been slowed down by the most exceeded of its
    /// bounds. The same as the total without bounds; never more than the linear program allows.
    final double[] keptBps;

    /// Connections that were open on all pipes, averaged over the interval.
    final double[] connections;

    /// Excess over the bounds as a part of them, averaged over the bounds; 0 without bounds.
    final double[] meanExcess;

    /// The largest excess over a bound, as a part of it.
    final double[] worstExcess;

    /// Which part of the bounds was broken by more than 1 %.
    final double[] brokenPart;

    /// The largest excess over a bound, in connections: over the fastest connection that is under it.
    final double[] excessConnections;

    /// What is missing of guarantees, as a part of them: averaged over them, the most, of which part of them it is more
    /// than 5 %, and of which part more than a connection of the fastest pipe as well. NaN without guarantees.
    final double[] meanShort;

    final double[] worstShort;
    final double[] shortPart;
    final double[] clearlyShortPart;

    /// How even full links are by weight, see [WeightedShares]; NaN where there is nothing to share by weight.
    final double[] evenness;

    /// How far the open connections moved since the interval before, summed over the pipes.
    final double[] moves;

    Trace(int intervals) {
        this.totalBps = new double[intervals];
        this.keptBps = new double[intervals];
        this.connections = new double[intervals];
        this.meanExcess = new double[intervals];
        this.worstExcess = new double[intervals];
        this.brokenPart = new double[intervals];
        this.excessConnections = new double[intervals];
        this.moves = new double[intervals];
        this.meanShort = unknown(intervals);
        this.worstShort = unknown(intervals);
        this.shortPart = unknown(intervals);
        this.clearlyShortPart = unknown(intervals);
        this.evenness = unknown(intervals);
    }

    private static double[] unknown(int intervals) {
        double[] values = new double[intervals];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    int intervals() {
        return totalBps.length;
    }
}
