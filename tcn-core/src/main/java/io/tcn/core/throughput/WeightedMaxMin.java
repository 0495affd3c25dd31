// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Weighted max-min fair rates by progressive filling (Bertsekas and Gallager, Data Networks, section 6.5.2):
/// the level (rate per connection) of all flows rises together; a flow stops when its ceiling or one of its
/// resources is reached.
///
/// Invariants that the tests check: no resource carries more than its capacity, and every flow with a weight is
/// stopped by its ceiling or by a full resource on which no other flow has a higher level.
///
/// Deviation: capacities depend on the connections, which are given, so they are worked out once, before filling.
/// Complexity: O(rounds x resources in use + total path length), at most one round per resource in use and per flow
/// that its ceiling stops. Allocates nothing after construction; not thread-safe.
public final class WeightedMaxMin {
    /// Marks a flow that has no bottleneck among the resources: its own ceiling stops it, or it has no weight.
    public static final int NO_RESOURCE = -1;

    /// Below this part of its terms, a difference of sums of weights is not trusted.
    private static final double NOISE = 1e-6;

    private final FlowNetwork network;
    /// Per resource the weights of its unfrozen flows.
    private final double[] weight;

    /// What `weight` was when it was last summed from scratch.
    private final double[] summedWeight;

    private final double[] remainingBps;
    private final int[] flowsLeft;
    private final boolean[] frozen;
    private final int[] used;
    private final int[] bottleneck;

    /// The flows that have a ceiling, lowest first.
    private final int[] byCeiling;

    private int nextCeiling;

    public WeightedMaxMin(FlowNetwork network) {
        this.network = network;
        int resources = network.resources();
        this.weight = new double[resources];
        this.summedWeight = new double[resources];
        this.remainingBps = new double[resources];
        this.flowsLeft = new int[resources];
        this.used = new int[resources];
        this.frozen = new boolean[network.flows()];
        this.bottleneck = new int[network.flows()];
        this.byCeiling = IntStream.range(0, network.flows())
                .filter(flow -> network.ceilingBps(flow) < Double.POSITIVE_INFINITY)
                .boxed()
                .sorted(Comparator.comparingDouble(network::ceilingBps))
                .mapToInt(Integer::intValue)
                .toArray();
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
                // weight > 0: a resource leaves the list with its last unfrozen flow.
                double share = remainingBps[r] / weight[r];
                if (share < level) {
                    level = share;
                    tightest = r;
                }
            }
            int atCeiling = freezeAtCeilings(weights, ratesBps, level);
            if (atCeiling > 0) {
                // What they leave can only raise the level of the others: it is worked out again.
                left -= atCeiling;
            } else if (tightest == NO_RESOURCE) {
                left -= freezeUnlimited(ratesBps);
            } else {
                left -= freezeAt(tightest, level, weights, ratesBps);
            }
            usedResources = dropEmpty(usedResources, weights);
        }
    }

    /// The resource that stopped a flow in the last allocation, or [#NO_RESOURCE].
    public int bottleneckOf(int flow) {
        return bottleneck[flow];
    }

    private int prepare(double[] weights, double[] ratesBps) {
        Arrays.fill(weight, 0);
        Arrays.fill(flowsLeft, 0);
        Arrays.fill(frozen, false);
        Arrays.fill(bottleneck, NO_RESOURCE);
        nextCeiling = 0;
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
                int r = network.resourceAt(k);
                weight[r] += w;
                flowsLeft[r]++;
            }
        }
        int usedResources = 0;
        for (int r = 0; r < weight.length; r++) {
            summedWeight[r] = weight[r];
            if (flowsLeft[r] > 0) {
                remainingBps[r] = network.capacityBps(r, weight[r]);
                used[usedResources++] = r;
            }
        }
        return usedResources;
    }

    /// Stops every flow whose ceiling is at or below the level that the tightest resource allows; all at once, for
    /// what they leave only raises the level.
    private int freezeAtCeilings(double[] weights, double[] ratesBps, double level) {
        int stopped = 0;
        while (nextCeiling < byCeiling.length) {
            int flow = byCeiling[nextCeiling];
            if (!frozen[flow]) {
                if (network.ceilingBps(flow) > level) {
                    break;
                }
                stop(flow, network.ceilingBps(flow), NO_RESOURCE, weights, ratesBps);
                stopped++;
            }
            nextCeiling++;
        }
        return stopped;
    }

    private int freezeAt(int resource, double level, double[] weights, double[] ratesBps) {
        int stopped = 0;
        for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
            int flow = network.userAt(k);
            if (!frozen[flow]) {
                stop(flow, level, resource, weights, ratesBps);
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
            weight[r] -= weights[flow];
            flowsLeft[r]--;
        }
    }

    /// Takes resources without unfrozen flows off the list. Where little weight is left of much, the difference is
    /// mostly rounding noise, zero or less even: then the weights that are left are summed anew.
    private int dropEmpty(int usedResources, double[] weights) {
        int kept = 0;
        for (int k = 0; k < usedResources; k++) {
            int r = used[k];
            if (flowsLeft[r] > 0) {
                if (!(weight[r] > NOISE * summedWeight[r])) {
                    sumAnew(r, weights);
                }
                used[kept++] = r;
            }
        }
        return kept;
    }

    private void sumAnew(int resource, double[] weights) {
        double sum = 0;
        for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
            int flow = network.userAt(k);
            sum += frozen[flow] ? 0 : weights[flow];
        }
        weight[resource] = sum;
        summedWeight[resource] = sum;
    }
}
