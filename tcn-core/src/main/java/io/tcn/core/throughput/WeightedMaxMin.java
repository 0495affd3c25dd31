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
///
/// The next resource to fill up is found with a heap of levels that is kept lazily: as flows stop, the level that a
/// resource can give to the rest only rises, so a level that is out of date is too low, and it is enough to work
/// out anew the one at the top until it stays there. Equal levels: the resource with the lowest index first.
/// Complexity: O(total path length x log resources) at worst, and about O(total path length) in practice. Allocates
/// nothing after construction; not thread-safe.
///
/// Beside the rates it keeps the order in which the flows stopped and what the resources were like then, which
/// [ThroughputGradient] and [BottleneckStructure] read.
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
    private final int[] bottleneck;

    /// The flows with a weight, in the order in which they stopped.
    private final int[] order;

    private int stopped;

    /// Per resource the sum of the weights of all its flows.
    private final double[] connections;

    private final double[] effectiveBps;

    /// Per resource the level at which it stopped flows, infinite where it stopped none, and their weights.
    private final double[] levelBps;

    private final double[] stoppedWeight;

    /// The resources that may still stop a flow; `key` is their level when it was last worked out.
    private final int[] heap;

    private final double[] key;
    private int heapSize;

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
        this.connections = new double[resources];
        this.effectiveBps = new double[resources];
        this.levelBps = new double[resources];
        this.stoppedWeight = new double[resources];
        this.heap = new int[resources];
        this.key = new double[resources];
        this.frozen = new boolean[network.flows()];
        this.bottleneck = new int[network.flows()];
        this.order = new int[network.flows()];
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
        int withWeight = prepare(weights, ratesBps);
        fillHeap(weights);
        while (stopped < withWeight) {
            int tightest = findTightest(weights);
            double level = tightest == NO_RESOURCE ? Double.POSITIVE_INFINITY : key[tightest];
            if (freezeAtCeilings(weights, ratesBps, level)) {
                // What they leave can only raise the level of the others: it is worked out again.
                continue;
            }
            if (tightest == NO_RESOURCE) {
                freezeUnlimited(ratesBps);
            } else {
                freezeAt(tightest, level, weights, ratesBps);
            }
        }
    }

    /// The resource that stopped a flow in the last allocation, or [#NO_RESOURCE].
    public int bottleneckOf(int flow) {
        return bottleneck[flow];
    }

    /// The rate per connection at which a resource stopped flows in the last allocation, in bit/s; infinite where
    /// it stopped none.
    public double levelBps(int resource) {
        return levelBps[resource];
    }

    /// The connections of all flows on a resource in the last allocation.
    public double connections(int resource) {
        return connections[resource];
    }

    /// What a resource could carry with these connections, in bit/s.
    public double effectiveCapacityBps(int resource) {
        return effectiveBps[resource];
    }

    /// What the last allocation left unused of that, in bit/s; zero or more.
    public double unusedBps(int resource) {
        return remainingBps[resource];
    }

    /// The sum of the weights of the flows that a resource stopped.
    double stoppedWeight(int resource) {
        return stoppedWeight[resource];
    }

    /// How many flows have a weight; each has a place in the order of stopping.
    int stoppedFlows() {
        return stopped;
    }

    /// The flow that stopped as number `place`, from zero. Flows that the same resource stopped stand side by side.
    int stoppedFlow(int place) {
        return order[place];
    }

    /// Returns the number of flows with a weight.
    private int prepare(double[] weights, double[] ratesBps) {
        Arrays.fill(connections, 0);
        Arrays.fill(flowsLeft, 0);
        Arrays.fill(frozen, false);
        Arrays.fill(bottleneck, NO_RESOURCE);
        Arrays.fill(levelBps, Double.POSITIVE_INFINITY);
        Arrays.fill(stoppedWeight, 0);
        nextCeiling = 0;
        stopped = 0;
        int withWeight = 0;
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
            withWeight++;
            for (int k = network.pathStart(i); k < network.pathEnd(i); k++) {
                int r = network.resourceAt(k);
                connections[r] += w;
                flowsLeft[r]++;
            }
        }
        for (int r = 0; r < connections.length; r++) {
            weight[r] = connections[r];
            summedWeight[r] = connections[r];
            effectiveBps[r] = network.capacityBps(r, connections[r]);
            remainingBps[r] = effectiveBps[r];
        }
        return withWeight;
    }

    private void fillHeap(double[] weights) {
        heapSize = 0;
        for (int r = 0; r < key.length; r++) {
            if (flowsLeft[r] > 0) {
                key[r] = share(r, weights);
                // Levels only rise: what is infinite now never limits.
                if (key[r] < Double.POSITIVE_INFINITY) {
                    heap[heapSize++] = r;
                }
            }
        }
        for (int place = heapSize / 2 - 1; place >= 0; place--) {
            siftDown(place);
        }
    }

    /// The resource with the least level, its key worked out anew, or [#NO_RESOURCE].
    private int findTightest(double[] weights) {
        while (heapSize > 0) {
            int r = heap[0];
            if (flowsLeft[r] > 0) {
                double level = share(r, weights);
                boolean rose = level > key[r];
                key[r] = level;
                if (!rose) {
                    return level < Double.POSITIVE_INFINITY ? r : NO_RESOURCE;
                }
            } else {
                heap[0] = heap[--heapSize];
            }
            siftDown(0);
        }
        return NO_RESOURCE;
    }

    /// The level that a resource can give to its unfrozen flows, of which there is at least one. Where little
    /// weight is left of much, the difference is mostly rounding noise, zero or less even: then the weights that
    /// are left are summed anew. So the divisor is positive.
    private double share(int resource, double[] weights) {
        if (!(weight[resource] > NOISE * summedWeight[resource])) {
            sumAnew(resource, weights);
        }
        return remainingBps[resource] / weight[resource];
    }

    private void siftDown(int from) {
        if (from >= heapSize) {
            return;
        }
        int moving = heap[from];
        int place = from;
        while (true) {
            int child = 2 * place + 1;
            if (child >= heapSize) {
                break;
            }
            if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moving)) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = moving;
    }

    private boolean isBefore(int resource, int other) {
        return key[resource] < key[other] || (!(key[other] < key[resource]) && resource < other);
    }

    /// Stops every flow whose ceiling is at or below the level that the tightest resource allows; all at once, for
    /// what they leave only raises the level. Returns whether there was one.
    private boolean freezeAtCeilings(double[] weights, double[] ratesBps, double level) {
        int before = stopped;
        while (nextCeiling < byCeiling.length) {
            int flow = byCeiling[nextCeiling];
            if (!frozen[flow]) {
                if (network.ceilingBps(flow) > level) {
                    break;
                }
                stop(flow, network.ceilingBps(flow), NO_RESOURCE, weights, ratesBps);
            }
            nextCeiling++;
        }
        return stopped > before;
    }

    private void freezeAt(int resource, double level, double[] weights, double[] ratesBps) {
        levelBps[resource] = level;
        stoppedWeight[resource] = weight[resource];
        for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
            int flow = network.userAt(k);
            if (!frozen[flow]) {
                stop(flow, level, resource, weights, ratesBps);
            }
        }
        remainingBps[resource] = 0;
    }

    private void freezeUnlimited(double[] ratesBps) {
        for (int i = 0; i < frozen.length; i++) {
            if (!frozen[i]) {
                frozen[i] = true;
                ratesBps[i] = Double.POSITIVE_INFINITY;
                order[stopped++] = i;
            }
        }
    }

    private void stop(int flow, double level, int resource, double[] weights, double[] ratesBps) {
        double rate = weights[flow] * level;
        frozen[flow] = true;
        ratesBps[flow] = rate;
        bottleneck[flow] = resource;
        order[stopped++] = flow;
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            remainingBps[r] = Math.max(0, remainingBps[r] - rate);
            weight[r] -= weights[flow];
            flowsLeft[r]--;
        }
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
