// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;

/// Weighted max-min fair rates by progressive filling (Bertsekas and Gallager, Data Networks, section 6.5.2): the
/// level
/// (rate per connection) of all flows rises together; a flow stops when its ceiling or one of its resources is
/// reached.
///
/// Invariants that the tests check: no resource carries more than its capacity, and every flow with a weight is
/// stopped
/// by its ceiling or by a full resource on which no other flow has a higher level.
///
/// Deviation: capacities depend on the connections, which are given, so they are worked out once, before filling.
/// Complexity: O(rounds x resources in use + total path length), at most one round per flow. Allocates nothing after
/// construction; not thread-safe.
public final class WeightedMaxMin {
    /// Marks a flow that has no bottleneck among the resources: its own ceiling stops it, or it has no weight.
    public static final int NO_RESOURCE = -1;

    private final FlowNetwork network;
    private final double[] weight;
    private final double[] connections;
    private final double[] remainingBps;
    private final boolean[] frozen;
    private final int[] used;
    private final int[] bottleneck;

    public WeightedMaxMin(FlowNetwork network) {
        this.network = network;
        int resources = network.resources();
        this.weight = new double[resources];
        this.connections = new double[resources];
        this.remainingBps = new double[resources];
        this.used = new int[resources];
        this.frozen = new boolean[network.flows()];
        this.bottleneck = new int[network.flows()];
    }

    /// Works out the rate of every flow.
    ///
    /// @param weights connections per flow, zero or more; a flow of weight zero gets nothing
    /// @param ratesBps result per flow, in bit/s; infinite for a flow that nothing limits
    public void allocate(double[] weights, double[] ratesBps) {
        int flows = network.flows();
        if (weights.length != flows || ratesBps.length != flows) {
            throw new IllegalArgumentException("there are " + flows + " flows, given were " + weights.length
                    + " weights and room for " + ratesBps.length + " rates");
        }
        int usedResources = prepare(weights, ratesBps);
        int left = 0;
        for (int i = 0; i < flows; i++) {
            left += frozen[i] ? 0 : 1;
        }
        while (left > 0) {
            double level = Double.POSITIVE_INFINITY;
            int tightest = NO_RESOURCE;
            for (int k = 0; k < usedResources; k++) {
                int r = used[k];
                // weight > 0 holds: a resource leaves the list with its last unfrozen flow.
                double share = weight[r] > 0 ? remainingBps[r] / weight[r] : Double.POSITIVE_INFINITY;
                if (share < level) {
                    level = share;
                    tightest = r;
                }
            }
            left -= freezeAtCeiling(weights, ratesBps, level);
            if (tightest == NO_RESOURCE) {
                left -= freezeUnlimited(ratesBps);
            } else if (left > 0) {
                left -= freezeAt(tightest, level, weights, ratesBps);
            }
            usedResources = dropEmpty(usedResources);
        }
    }

    /// The resource that stopped a flow in the last allocation, or [#NO_RESOURCE].
    public int bottleneckOf(int flow) {
        return bottleneck[flow];
    }

    private int prepare(double[] weights, double[] ratesBps) {
        Arrays.fill(weight, 0);
        Arrays.fill(frozen, false);
        Arrays.fill(bottleneck, NO_RESOURCE);
        for (int i = 0; i < weights.length; i++) {
            double w = weights[i];
            if (!(w >= 0) || Double.isInfinite(w)) {
                throw new IllegalArgumentException("the weight of flow " + i + " must be zero or more, given was " + w);
            }
            ratesBps[i] = 0;
            if (w == 0) {
                frozen[i] = true;
                continue;
            }
            for (int k = network.pathStart(i); k < network.pathEnd(i); k++) {
                weight[network.resourceAt(k)] += w;
            }
        }
        int usedResources = 0;
        for (int r = 0; r < weight.length; r++) {
            connections[r] = weight[r];
            if (weight[r] > 0) {
                remainingBps[r] = network.capacityBps(r, weight[r]);
                used[usedResources++] = r;
            }
        }
        return usedResources;
    }

    /// Stops every flow whose ceiling is at or below the level that the tightest resource allows.
    private int freezeAtCeiling(double[] weights, double[] ratesBps, double level) {
        int stopped = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < weights.length; i++) {
            if (!frozen[i]) {
                lowest = Math.min(lowest, network.ceilingBps(i));
            }
        }
        if (lowest > level || lowest == Double.POSITIVE_INFINITY) {
            return 0;
        }
        // All ceilings up to the level may be taken at once: what they leave only raises the level.
        for (int i = 0; i < weights.length; i++) {
            if (!frozen[i] && network.ceilingBps(i) <= level) {
                stop(i, network.ceilingBps(i), NO_RESOURCE, weights, ratesBps);
                stopped++;
            }
        }
        return stopped;
    }

    private int freezeAt(int resource, double level, double[] weights, double[] ratesBps) {
        int stopped = 0;
        // Ceilings may just have been taken from this resource: its level is worked out again, never below the
        // old one.
        if (!(weight[resource] > 0)) {
            return 0;
        }
        double now = Math.max(level, remainingBps[resource] / weight[resource]);
        if (now > level) {
            return 0;
        }
        for (int i = 0; i < weights.length; i++) {
            if (!frozen[i] && uses(i, resource)) {
                stop(i, level, resource, weights, ratesBps);
                stopped++;
            }
        }
        return stopped;
    }

    private int freezeUnlimited(double[] ratesBps) {
        int stopped = 0;
        for (int i = 0; i < frozen.length; i++) {
            if (!frozen[i]) {
                frozen[i] = true;
                ratesBps[i] = Double.POSITIVE_INFINITY;
                stopped++;
            }
        }
        return stopped;
    }

    private void stop(int flow, double level, int resource, double[] weights, double[] ratesBps) {
        double rate = weights[flow] * level;
        frozen[flow] = true;
        ratesBps[flow] = rate;
        bottleneck[flow] = resource;
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            remainingBps[r] = Math.max(0, remainingBps[r] - rate);
            weight[r] = leftOver(weight[r] - weights[flow], connections[r]);
        }
    }

    /// Sums of weights that cancel leave rounding noise behind: noise is zero.
    private static double leftOver(double difference, double whole) {
        return difference > 1e-12 * whole ? difference : 0;
    }

    private boolean uses(int flow, int resource) {
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            if (network.resourceAt(k) == resource) {
                return true;
            }
        }
        return false;
    }

    private int dropEmpty(int usedResources) {
        int kept = 0;
        for (int k = 0; k < usedResources; k++) {
            if (weight[used[k]] > 0) {
                used[kept++] = used[k];
            }
        }
        return kept;
    }
}
