// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.first;

import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.StepRows;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.ThroughputGradient;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The network as the map knows it: weighted max-min over the connections that are open, with the capacities,
/// ceilings and deteriorations that the map gives. What nobody knows does not limit; a pipe that nothing known
/// limits is taken to be limited by its connections, at what they carry now.
///
/// A resource that is just full is a kink of the throughput: one connection less loses, one more gains nothing or
/// costs. No derivative leads along such kinks, on which the optimum lies as a rule. So the derivative is taken
/// with [#HEADROOM] more capacity, that is on the side where there is room, and the capacities are rows of the
/// step: what the connections on a resource carry at most together must not exceed it. Their prices are what
/// capacity is worth.
///
/// Cost per interval: O(total path length x log resources).
public final class ExplicitModel {
    /// Part of the capacity by which the model is roomier than the map.
    private static final double HEADROOM = 0.03;

    /// Throughput per connection of a congested pipe may rise by this factor when there is room again, up to its
    /// ceiling or, where nobody knows that, the most that it was seen to carry.
    private static final double RECOVERY = 1.25;

    /// Ceilings that differ by less than this part are the same.
    private static final double SAME = 0.01;

    private PathIndex paths = PathIndex.none();
    private double[] ceilingBps = {};
    private double[] modelCeilingBps = {};
    private double[] ratesBps = {};
    private double[] weights = {};
    private double[] prices = {};
    private FlowNetwork network = PathIndex.none().toFlowNetwork(new double[0], HEADROOM);
    private WeightedMaxMin solver = new WeightedMaxMin(network);
    private ThroughputGradient gradient = new ThroughputGradient(network, solver);
    private int firstRow;

    /// Takes over the paths and what the map knows of them.
    public void adopt(IntervalView view) {
        if (!view.pathsChanged() && paths.pipes() == view.size()) {
            return;
        }
        Map<ResourceId, Double> known = new HashMap<>();
        for (int r = 0; r < paths.resources(); r++) {
            known.put(paths.resource(r).id(), prices[r]);
        }
        paths = view.paths();
        prices = new double[paths.resources()];
        for (int r = 0; r < prices.length; r++) {
            prices[r] = known.getOrDefault(paths.resource(r).id(), 0.0);
        }
        ceilingBps = new double[paths.pipes()];
        for (int i = 0; i < ceilingBps.length; i++) {
            ceilingBps[i] = paths.ceilingOfPipe(i);
        }
        modelCeilingBps = ceilingBps.clone();
        adoptNetwork(modelCeilingBps);
        ratesBps = new double[paths.pipes()];
        weights = new double[paths.pipes()];
    }

    /// Works out the throughput that the model expects of the connections that were open.
    ///
    /// @param measured per pipe whether its connections carry what was measured, whatever the map says
    /// @return per pipe in bit/s; valid until the next call
    public double[] expect(IntervalView view, boolean[] measured) {
        double[] ceilings = new double[paths.pipes()];
        for (int i = 0; i < ceilings.length; i++) {
            double seen = view.perConnectionBps()[i];
            boolean take = (measured[i] || isUnlimited(i)) && seen > 0;
            ceilings[i] = take ? Math.min(seen, ceilingBps[i]) : ceilingBps[i];
            weights[i] = view.busy()[i] ? view.connections()[i] : 0;
        }
        if (!isSame(ceilings, modelCeilingBps)) {
            modelCeilingBps = ceilings;
            adoptNetwork(ceilings);
        }
        solver.allocate(weights, ratesBps);
        return ratesBps;
    }

    private void adoptNetwork(double[] ceilings) {
        network = paths.toFlowNetwork(ceilings, HEADROOM);
        solver = new WeightedMaxMin(network);
        gradient = new ThroughputGradient(network, solver);
    }

    /// Whether nothing that the map knows limits a pipe.
    public boolean isUnlimited(int pipe) {
        if (ceilingBps[pipe] < Double.POSITIVE_INFINITY) {
            return false;
        }
        for (int k = paths.pathStart(pipe); k < paths.pathEnd(pipe); k++) {
            if (paths.capacityBps(paths.resourceAt(k)) < Double.POSITIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(double[] a, double[] b) {
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            boolean same = a[i] < Double.POSITIVE_INFINITY
                    ? Math.abs(a[i] - b[i]) <= SAME * a[i]
                    : !(b[i] < Double.POSITIVE_INFINITY);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /// The product of the transposed Jacobian with a vector, at the connections of the last call of [#expect].
    public void product(double[] v, double[] out) {
        gradient.product(weights, ratesBps, v, out);
    }

    /// Adds a row for every known capacity that could be reached.
    ///
    /// @param measured per pipe whether its connections carry what was measured
    public void addRows(IntervalView view, boolean[] measured, StepRows rows) {
        firstRow = rows.size();
        for (int r = 0; r < prices.length; r++) {
            double capacityBps = paths.capacityBps(r);
            if (!(capacityBps < Double.POSITIVE_INFINITY)) {
                rows.begin(1, 0);
                continue;
            }
            rows.begin(capacityBps, prices[r]);
            for (int k = paths.usersStart(r); k < paths.usersEnd(r); k++) {
                int i = paths.userAt(k);
                double seen = view.perConnectionBps()[i];
                if (view.busy()[i] && seen > 0) {
                    double ceiling = Math.min(ceilingBps[i], view.bestPerConnectionBps()[i]);
                    rows.add(i, measured[i] ? seen : Math.min(ceiling, RECOVERY * seen));
                }
            }
        }
    }

    /// Remembers the prices that the step has found.
    public void remember(StepRows rows) {
        for (int r = 0; r < prices.length; r++) {
            prices[r] = rows.price(firstRow + r);
        }
    }

    /// A copy of an array of flags, all of one value.
    static boolean[] flags(int size, boolean value) {
        boolean[] flags = new boolean[size];
        Arrays.fill(flags, value);
        return flags;
    }
}
