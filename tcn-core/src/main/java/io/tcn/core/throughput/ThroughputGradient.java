// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import java.util.Arrays;

/// How the rates of weighted max-min change with the weights: the first-order derivative through the bottleneck
/// structure (Ros-Giralt et al., Designing data center networks using bottleneck structures, SIGCOMM'21), here with
/// weights, ceilings and deterioration. It belongs to the last allocation of one [WeightedMaxMin].
///
/// A flow i that resource r stopped has `T_i = n_i s_r` with `s_r = (C_r(N_r) - sum of T_j over F_r) / W_r`. F_r
/// are the flows on r that stopped earlier, W_r is the weight of those that r stopped, N_r that of all on r. A flow
/// that its ceiling stopped has `T_i = n_i c_i`.
///
/// Flows are passed in the reverse of the order in which they stopped. On the way each resource gets a price `q_r`,
/// what one bit/s more of its capacity would be worth:
///
/// ```text
/// q_r = sum over the flows i that r stopped of n_i (v_i - sum of q over the rest of i's path) / W_r
/// gradient_k = s (v_k - sum of q over k's path) + sum of q_r C_r'(N_r) over k's path,   s = T_k / n_k
/// ```
///
/// A resource that stopped nobody has price 0. Nothing but the flow's path is looked at, so J is never built and a
/// product costs O(total path length).
///
/// Flows without weight get the derivative for a weight that rises from zero. Such a flow would get, per
/// connection, the least level of the full resources on its path, or its ceiling, and the same formula holds with
/// that as s. If neither limits it, its rate would jump, and there is no derivative: what its first connection
/// would find unused stands in for s.
///
/// Where the rates have a kink there are several derivatives, and this one is taken: of resources (or a resource
/// and a ceiling) that are reached at the same level, the one that stopped flows first limits; a ceiling goes
/// before a resource, and a lower index before a higher. Where the deterioration just begins, the slope is that of
/// more connections. For flows without weight [TiedResources] tells what a full resource costs that stopped nobody.
///
/// Allocates nothing after construction; not thread-safe. The tests check both products against finite differences
/// and against each other.
public final class ThroughputGradient {
    private final FlowNetwork network;
    private final WeightedMaxMin solver;
    private final TiedResources ties;

    /// Per resource the price, and the price times the slope of its capacity.
    private final double[] price;

    private final double[] lossPrice;
    private final double[] slopeBps;

    /// Per flow what a bit/s of it is worth, after the prices on its path other than that of its bottleneck.
    private final double[] worth;

    /// Per resource how its capacity changes, less what flows that stop elsewhere take more.
    private final double[] gained;

    public ThroughputGradient(FlowNetwork network, WeightedMaxMin solver) {
        this.network = network;
        this.solver = solver;
        this.ties = new TiedResources(network, solver);
        this.price = new double[network.resources()];
        this.lossPrice = new double[network.resources()];
        this.slopeBps = new double[network.resources()];
        this.gained = new double[network.resources()];
        this.worth = new double[network.flows()];
    }

    /// Works out the transposed Jacobian times `v`: `out_k` is the sum over j of `v_j dT_j/dn_k`. With ones for `v`
    /// it is what one connection more gives to all flows together; with the derivative of a utility, its gradient.
    /// A flow that nothing limits counts for nothing.
    ///
    /// @param weights the weights of the last allocation
    /// @param ratesBps what it made of them
    /// @param v a number per flow
    /// @param out result per flow; not the same array as `v`
    public void product(double[] weights, double[] ratesBps, double[] v, double[] out) {
        checkLengths(weights, ratesBps, v, out);
        findSlopes();
        Arrays.fill(price, 0);
        Arrays.fill(lossPrice, 0);
        int end = solver.stoppedFlows();
        while (end > 0) {
            end = priceGroup(end, weights, ratesBps, v, out);
        }
        if (solver.stoppedFlows() == network.flows()) {
            return;
        }
        ties.find(weights, ratesBps);
        ties.findPrices(weights, ratesBps, worth, price);
        for (int i = 0; i < network.flows(); i++) {
            if (!(weights[i] > 0)) {
                out[i] = ofFlowWithoutWeight(i, v[i]);
            }
        }
    }

    /// Works out the Jacobian times `dn`: how every rate changes when the weights change by `dn`, to first order.
    ///
    /// @param weights the weights of the last allocation
    /// @param ratesBps what it made of them
    /// @param dn the change of each weight
    /// @param dT result per flow, in bit/s; not the same array as `dn`
    public void forward(double[] weights, double[] ratesBps, double[] dn, double[] dT) {
        checkLengths(weights, ratesBps, dn, dT);
        findSlopes();
        Arrays.fill(gained, 0);
        Arrays.fill(dT, 0);
        for (int i = 0; i < dn.length; i++) {
            for (int k = network.pathStart(i); k < network.pathEnd(i); k++) {
                int r = network.resourceAt(k);
                gained[r] += slopeBps[r] * dn[i];
            }
        }
        if (solver.stoppedFlows() < network.flows()) {
            ties.find(weights, ratesBps);
            ties.startMoves();
            for (int i = 0; i < dn.length; i++) {
                if (!(weights[i] > 0)) {
                    double change = startLevelBps(i) * dn[i];
                    takeElsewhere(i, change);
                    ties.take(i, change, dn[i], slopeBps);
                    dT[i] = change;
                }
            }
            ties.move(weights, ratesBps, dT);
        }
        int start = 0;
        while (start < solver.stoppedFlows()) {
            start = moveGroup(start, weights, ratesBps, dn, dT);
        }
    }

    /// Works out the diagonal of the Jacobian: what one connection more gives to each flow itself, in bit/s.
    ///
    /// @param weights the weights of the last allocation
    /// @param ratesBps what it made of them
    /// @param out result per flow
    public void diagonal(double[] weights, double[] ratesBps, double[] out) {
        checkLengths(weights, ratesBps, weights, out);
        if (solver.stoppedFlows() < network.flows()) {
            ties.find(weights, ratesBps);
        }
        for (int i = 0; i < out.length; i++) {
            if (!(weights[i] > 0)) {
                out[i] = startLevelBps(i);
                continue;
            }
            int r = solver.bottleneckOf(i);
            double level = ratesBps[i] / weights[i];
            if (r == WeightedMaxMin.NO_RESOURCE) {
                out[i] = level < Double.POSITIVE_INFINITY ? level : 0;
            } else {
                // No flow that stopped earlier depends on n_i, else i had stopped with it.
                double slope = network.capacitySlopeBps(r, solver.connections(r));
                out[i] = level + (slope - level) * (weights[i] / solver.stoppedWeight(r));
            }
        }
    }

    /// The full resource that would limit a flow without weight if it got one, after [#product], [#forward] or
    /// [#diagonal]; or [WeightedMaxMin#NO_RESOURCE].
    int startBottleneck(int flow) {
        double level = network.ceilingBps(flow);
        int least = WeightedMaxMin.NO_RESOURCE;
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            double share = fullLevelBps(r);
            if (share < level) {
                level = share;
                least = r;
            }
        }
        return least;
    }

    /// Prices the flows that stopped together as the last before place `end`, and returns the place of the first.
    private int priceGroup(int end, double[] weights, double[] ratesBps, double[] v, double[] out) {
        int r = solver.bottleneckOf(solver.stoppedFlow(end - 1));
        int start = end;
        double value = 0;
        do {
            start--;
            int flow = solver.stoppedFlow(start);
            double priced = 0;
            double lost = 0;
            for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
                // Resources that stopped flows earlier are not on this path, and r has no price yet.
                int on = network.resourceAt(k);
                priced += price[on];
                lost += lossPrice[on];
            }
            worth[flow] = v[flow] - priced;
            out[flow] = lost;
            value += weights[flow] * worth[flow];
        } while (r != WeightedMaxMin.NO_RESOURCE
                && start > 0
                && solver.bottleneckOf(solver.stoppedFlow(start - 1)) == r);
        double ownPrice = 0;
        double ownLoss = 0;
        if (r != WeightedMaxMin.NO_RESOURCE) {
            // It stopped a flow, so their weight is positive.
            ownPrice = value / solver.stoppedWeight(r);
            ownLoss = ownPrice * slopeBps[r];
            price[r] = ownPrice;
            lossPrice[r] = ownLoss;
        }
        for (int place = start; place < end; place++) {
            int flow = solver.stoppedFlow(place);
            double level = ratesBps[flow] / weights[flow];
            out[flow] = level < Double.POSITIVE_INFINITY ? out[flow] + ownLoss + level * (worth[flow] - ownPrice) : 0;
        }
        return start;
    }

    private double ofFlowWithoutWeight(int flow, double v) {
        double priced = 0;
        double lost = 0;
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            double q = ties.counts(flow, k) ? ties.price(r) : price[r];
            priced += q;
            lost += q * slopeBps[r];
        }
        return startLevelBps(flow) * (v - priced) + lost;
    }

    /// What the first, small part of a connection of a flow would get, per connection.
    private double startLevelBps(int flow) {
        double level = network.ceilingBps(flow);
        double unused = Double.POSITIVE_INFINITY;
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            int r = network.resourceAt(k);
            level = Math.min(level, fullLevelBps(r));
            unused = Math.min(unused, solver.unusedBps(r));
        }
        if (level < Double.POSITIVE_INFINITY) {
            return level;
        }
        return unused < Double.POSITIVE_INFINITY ? unused : 0;
    }

    private double fullLevelBps(int resource) {
        return Math.min(solver.levelBps(resource), ties.levelBps(resource));
    }

    /// Moves the flows that stopped together from place `start` on, and returns the place after the last.
    private int moveGroup(int start, double[] weights, double[] ratesBps, double[] dn, double[] dT) {
        int r = solver.bottleneckOf(solver.stoppedFlow(start));
        int end = start;
        double change = 0;
        do {
            change += dn[solver.stoppedFlow(end)];
            end++;
        } while (r != WeightedMaxMin.NO_RESOURCE
                && end < solver.stoppedFlows()
                && solver.bottleneckOf(solver.stoppedFlow(end)) == r);
        double levelChange = 0;
        if (r != WeightedMaxMin.NO_RESOURCE) {
            levelChange = (gained[r] - solver.levelBps(r) * change) / solver.stoppedWeight(r);
        }
        for (int place = start; place < end; place++) {
            int flow = solver.stoppedFlow(place);
            double level = ratesBps[flow] / weights[flow];
            if (level < Double.POSITIVE_INFINITY) {
                // dT holds what tied resources moved.
                dT[flow] += weights[flow] * levelChange + level * dn[flow];
                takeElsewhere(flow, dT[flow]);
            }
        }
        return end;
    }

    private void takeElsewhere(int flow, double change) {
        for (int k = network.pathStart(flow); k < network.pathEnd(flow); k++) {
            gained[network.resourceAt(k)] -= change;
        }
    }

    private void findSlopes() {
        for (int r = 0; r < slopeBps.length; r++) {
            slopeBps[r] = network.capacitySlopeBps(r, solver.connections(r));
        }
    }

    private void checkLengths(double[] weights, double[] ratesBps, double[] in, double[] out) {
        int flows = network.flows();
        if (weights.length != flows || ratesBps.length != flows || in.length != flows || out.length != flows) {
            throw new IllegalArgumentException("there are " + flows + " flows, given were " + weights.length
                    + " weights, " + ratesBps.length + " rates, " + in.length + " numbers and room for " + out.length);
        }
    }
}
