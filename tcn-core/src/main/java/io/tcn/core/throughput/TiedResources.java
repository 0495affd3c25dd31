// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;

/// Resources that the last allocation filled, but that stopped nobody: all their flows stopped elsewhere, at the
/// very moment at which the resource became full. They are common, for links and storages have round capacities.
/// For the flows on them nothing depends on such a resource, to first order; but a flow that begins there must take
/// its rate from somebody.
///
/// It takes it from the flows at the highest level, the *displaced*, by their weights. What they leave at the
/// resource that stopped them goes to the other flows there, if there are any. Of several such resources on one
/// path those with the same *anchor* (what stopped their first displaced flow) count once, the first on the path;
/// and none whose anchor is on the path, for that one is counted already. This is exact for one such resource on a
/// path, and for several of them that displace the same flows.
final class TiedResources {
    /// A resource is full, and two levels are the same, within this part.
    private static final double SAME = 1e-9;

    private static final int NONE = -1;

    private final FlowNetwork network;
    private final WeightedMaxMin solver;
    private final double[] levelBps;
    private final double[] displacedWeight;
    private final double[] price;
    private final double[] moved;

    /// What stopped the first displaced flow: a resource, or `resources + flow` for the ceiling of that flow.
    private final int[] anchor;

    private final int[] tied;
    private int count;

    /// Per resource the weight and the worth of those of its flows that the tied resource at hand displaces.
    private final double[] groupWeight;

    private final double[] groupValue;

    /// Per resource how much the level of those of its flows rises that are not displaced.
    private final double[] rise;

    TiedResources(FlowNetwork network, WeightedMaxMin solver) {
        int resources = network.resources();
        this.network = network;
        this.solver = solver;
        this.levelBps = new double[resources];
        this.displacedWeight = new double[resources];
        this.price = new double[resources];
        this.moved = new double[resources];
        this.anchor = new int[resources];
        this.tied = new int[resources];
        this.groupWeight = new double[resources];
        this.groupValue = new double[resources];
        this.rise = new double[resources];
    }

    /// Finds them in the last allocation.
    void find(double[] weights, double[] ratesBps) {
        count = 0;
        Arrays.fill(levelBps, Double.POSITIVE_INFINITY);
        Arrays.fill(anchor, NONE);
        for (int r = 0; r < levelBps.length; r++) {
            double capacity = solver.effectiveCapacityBps(r);
            boolean stoppedSomebody = solver.levelBps(r) < Double.POSITIVE_INFINITY;
            if (!stoppedSomebody && capacity < Double.POSITIVE_INFINITY && solver.unusedBps(r) <= SAME * capacity) {
                tied[count++] = r;
                findDisplaced(r, weights, ratesBps);
            }
        }
    }

    private void findDisplaced(int resource, double[] weights, double[] ratesBps) {
        double highest = 0;
        for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
            int flow = network.userAt(k);
            if (weights[flow] > 0) {
                highest = Math.max(highest, ratesBps[flow] / weights[flow]);
            }
        }
        levelBps[resource] = highest;
        displacedWeight[resource] = 0;
        for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
            int flow = network.userAt(k);
            if (isDisplaced(flow, resource, weights, ratesBps)) {
                displacedWeight[resource] += weights[flow];
                if (anchor[resource] == NONE) {
                    int stoppedBy = solver.bottleneckOf(flow);
                    anchor[resource] = stoppedBy == WeightedMaxMin.NO_RESOURCE ? levelBps.length + flow : stoppedBy;
                }
            }
        }
    }

    private boolean isDisplaced(int flow, int resource, double[] weights, double[] ratesBps) {
        return weights[flow] > 0 && ratesBps[flow] >= (1 - SAME) * levelBps[resource] * weights[flow];
    }

    /// The highest level of the flows on a tied resource, which is what a new one gets there; infinite for a
    /// resource that is not tied.
    double levelBps(int resource) {
        return levelBps[resource];
    }

    /// Whether the resource at this position of a path is tied and costs a new flow something.
    boolean counts(int flow, int position) {
        int own = anchor[network.resourceAt(position)];
        if (own == NONE) {
            return false;
        }
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            if (r == own || (k < position && anchor[r] == own)) {
                return false;
            }
        }
        return true;
    }

    /// Works out what one bit/s on each of them is worth to the displaced and to those that gain by their leaving.
    ///
    /// @param worth per flow what a bit/s of it is worth, less the prices on its path other than of its bottleneck
    /// @param stopPrice the price of each resource that stopped flows
    void findPrices(double[] weights, double[] ratesBps, double[] worth, double[] stopPrice) {
        for (int t = 0; t < count; t++) {
            int resource = tied[t];
            double value = 0;
            for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
                int flow = network.userAt(k);
                if (isDisplaced(flow, resource, weights, ratesBps)) {
                    int r = solver.bottleneckOf(flow);
                    value += weights[flow] * worth[flow];
                    if (r != WeightedMaxMin.NO_RESOURCE) {
                        groupWeight[r] += weights[flow];
                        groupValue[r] += weights[flow] * worth[flow];
                    }
                }
            }
            for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
                int r = solver.bottleneckOf(network.userAt(k));
                if (r != WeightedMaxMin.NO_RESOURCE && groupWeight[r] > 0) {
                    double others = stopPrice[r] * solver.stoppedWeight(r) - groupValue[r];
                    value -= groupWeight[r] * perOther(r) * others;
                    groupWeight[r] = 0;
                    groupValue[r] = 0;
                }
            }
            price[resource] = displacedWeight[resource] > 0 ? value / displacedWeight[resource] : 0;
        }
    }

    /// One over the weight of the flows that `resource` stopped and that are not displaced; 0 if there are none.
    private double perOther(int resource) {
        double all = solver.stoppedWeight(resource);
        double others = all - groupWeight[resource];
        return others > SAME * all ? 1 / others : 0;
    }

    double price(int resource) {
        return price[resource];
    }

    void startMoves() {
        Arrays.fill(moved, 0);
        Arrays.fill(rise, 0);
    }

    /// A flow without weight takes `change` bit/s, and its `connections` change the capacities on its path.
    void take(int flow, double change, double connections, double[] slopeBps) {
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            if (counts(flow, k)) {
                int r = network.resourceAt(k);
                moved[r] += change - slopeBps[r] * connections;
            }
        }
    }

    /// Adds to `changeBps` what all that was taken means for the displaced and for those that gain by their
    /// leaving.
    void move(double[] weights, double[] ratesBps, double[] changeBps) {
        for (int t = 0; t < count; t++) {
            int resource = tied[t];
            if (!(displacedWeight[resource] > 0)) {
                continue;
            }
            double fall = moved[resource] / displacedWeight[resource];
            for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
                int flow = network.userAt(k);
                int r = solver.bottleneckOf(flow);
                if (isDisplaced(flow, resource, weights, ratesBps) && r != WeightedMaxMin.NO_RESOURCE) {
                    groupWeight[r] += weights[flow];
                }
            }
            for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
                int flow = network.userAt(k);
                if (isDisplaced(flow, resource, weights, ratesBps)) {
                    int r = solver.bottleneckOf(flow);
                    // Taken back here, for every flow that r stopped gets the rise below.
                    double risen = r == WeightedMaxMin.NO_RESOURCE ? 0 : fall * groupWeight[r] * perOther(r);
                    changeBps[flow] -= weights[flow] * (fall + risen);
                }
            }
            for (int k = network.usersStart(resource); k < network.usersEnd(resource); k++) {
                int r = solver.bottleneckOf(network.userAt(k));
                if (r != WeightedMaxMin.NO_RESOURCE) {
                    rise[r] += fall * groupWeight[r] * perOther(r);
                    groupWeight[r] = 0;
                }
            }
        }
        for (int place = 0; place < solver.stoppedFlows(); place++) {
            int flow = solver.stoppedFlow(place);
            int r = solver.bottleneckOf(flow);
            if (r != WeightedMaxMin.NO_RESOURCE) {
                changeBps[flow] += weights[flow] * rise[r];
            }
        }
    }
}
