// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.ResourceTable;

/// Where a guarantee is short although each connection more makes a resource carry less: how many connections there may
/// be, so that others give way instead of the guarantee adding more.
///
/// A guarantee pays with connections. On a resource that is worn out by them nobody gains by that, the guarantee least:
/// what its connections carry falls, and it asks for more of them. So where the same pipes have carried clearly less
/// with more connections ([GrowthCheck]) while a guarantee over the resource was short, it gets no more than it had at
/// its best. As long as what is there carries much less than it would by itself, it gets fewer still from interval to
/// interval, for fewer carry as much. Where less is carried it goes back to where most was. When connections suffer no
/// more, it gets more again, and in the end all that it may. Cost: O(resources).
final class GuaranteeRelief {
    /// Connections suffer where they carry less than this part of what they would by themselves.
    private static final double SUFFERS = 0.9;

    /// What is left of the connections per interval while they suffer, and what they become else.
    private static final double FEWER = 0.95;

    private static final double MORE = 1.02;

    /// So many more there are at least.
    private static final double STEP = 2;

    /// Less than this part of the most that was carried since is a loss, and how that fades.
    private static final double SAME = 0.95;

    private static final double FADES = 0.99;

    /// A limit that is so many times what is open is none any more.
    private static final double UNUSED = 1.3;

    private double[] most = {};
    private double[] bestBps = {};
    private double[] bestConnections = {};

    /// Takes over other resources; what is known of those that were there stays, if the map tells the same of them.
    void adopt(ResourceTable resources) {
        most = resources.carry(most, Double.POSITIVE_INFINITY);
        bestBps = resources.carry(bestBps, 0);
        bestConnections = resources.carry(bestConnections, 0);
        for (int r = 0; r < most.length; r++) {
            most[r] = resources.isToldTheSame(r) ? most[r] : Double.POSITIVE_INFINITY;
        }
    }

    /// It carried less with more connections while a guarantee over it was short.
    ///
    /// @param connections with how many it carried more
    void begin(int r, double connections) {
        if (!isActive(r)) {
            most[r] = connections;
            bestBps[r] = 0;
        }
    }

    /// Takes in an interval.
    ///
    /// @param owed whether a guarantee over it was short lately
    /// @param aloneBps what all connections would carry by themselves
    void see(int r, boolean owed, double connections, double carriedBps, double aloneBps) {
        if (!isActive(r)) {
            return;
        }
        if (connections > MORE * most[r] + STEP) {
            // It was never made room for, as where pipes have their least; and nobody needs it any more.
            most[r] = owed ? most[r] : Math.max(MORE * most[r], most[r] + STEP);
            return;
        }
        bestBps[r] *= FADES;
        if (carriedBps >= bestBps[r]) {
            bestBps[r] = carriedBps;
            bestConnections[r] = connections;
        }
        boolean lost = carriedBps < SAME * bestBps[r];
        boolean fewer = lost ? connections > bestConnections[r] : owed && carriedBps < SUFFERS * aloneBps;
        most[r] = fewer ? FEWER * Math.min(most[r], connections) : Math.max(MORE * most[r], most[r] + STEP);
        if (most[r] > UNUSED * connections) {
            most[r] = Double.POSITIVE_INFINITY;
        }
    }

    /// Whether connections are limited.
    boolean isActive(int r) {
        return most[r] < Double.POSITIVE_INFINITY;
    }

    /// The most connections.
    double connections(int r) {
        return most[r];
    }
}
