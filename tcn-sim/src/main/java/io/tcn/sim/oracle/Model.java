// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Resource;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A situation as dense arrays over its active pipes, and the true T(n). Used by one thread.
final class Model {
    final int pipes;
    final int[][] paths;
    final double[] capacityBps;
    final double[] ceilingBps;

    /// Per resource n0, the connections that cost nothing, and d, what each one more costs, in bit/s.
    final double[] deteriorationFrom;

    final double[] deteriorationBps;

    /// Per bound the active pipes that it is about.
    final int[][] boundPipes;

    final double[] boundBps;

    /// Per guarantee the active pipes that it is about.
    final int[][] floorPipes;

    final double[] floorBps;
    final double min;
    final double max;
    private final WeightedMaxMin maxMin;
    private final double[] ratesBps;

    Model(Situation situation) {
        List<Integer> active = situation.active();
        this.pipes = active.size();
        this.min = situation.limits().minConnections();
        this.max = situation.limits().maxConnections();
        int[] indexOfPipe = new int[situation.paths().size()];
        Arrays.fill(indexOfPipe, -1);
        int[] indexOfResource = new int[situation.resources().size()];
        Arrays.fill(indexOfResource, -1);
        List<Resource> used = new ArrayList<>();
        this.paths = new int[pipes][];
        this.ceilingBps = new double[pipes];
        for (int i = 0; i < pipes; i++) {
            indexOfPipe[active.get(i)] = i;
            List<Integer> path = situation.paths().get(active.get(i));
            paths[i] = new int[path.size()];
            ceilingBps[i] = situation.ceilingBps().get(active.get(i));
            for (int k = 0; k < paths[i].length; k++) {
                int r = path.get(k);
                Resource resource = situation.resources().get(r);
                if (indexOfResource[r] < 0) {
                    indexOfResource[r] = used.size();
                    used.add(resource);
                }
                paths[i][k] = indexOfResource[r];
            }
        }
        this.capacityBps = new double[used.size()];
        this.deteriorationFrom = new double[used.size()];
        this.deteriorationBps = new double[used.size()];
        for (int r = 0; r < capacityBps.length; r++) {
            capacityBps[r] = used.get(r).knownCapacityBps().orElse(Double.POSITIVE_INFINITY);
            Deterioration deterioration = used.get(r).deterioration();
            deteriorationFrom[r] = deterioration == null ? 0 : deterioration.fromConnections();
            deteriorationBps[r] = deterioration == null ? 0 : deterioration.bpsPerConnection();
        }
        List<int[]> groups = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        for (GroupBound bound : situation.bounds()) {
            add(bound.pipes(), bound.limitBps(), indexOfPipe, groups, limits);
        }
        List<int[]> lowerGroups = new ArrayList<>();
        List<Double> lowerLimits = new ArrayList<>();
        for (GroupFloor floor : situation.floors()) {
            add(floor.pipes(), floor.leastBps(), indexOfPipe, lowerGroups, lowerLimits);
        }
        this.floorPipes = lowerGroups.toArray(int[][]::new);
        this.floorBps = lowerLimits.stream().mapToDouble(Double::doubleValue).toArray();
        this.boundPipes = groups.toArray(int[][]::new);
        this.boundBps = limits.stream().mapToDouble(Double::doubleValue).toArray();
        this.maxMin = new WeightedMaxMin(
                new FlowNetwork(paths, capacityBps, deteriorationFrom, deteriorationBps, ceilingBps));
        this.ratesBps = new double[pipes];
    }

    private static void add(
            List<Integer> pipes, double limitBps, int[] indexOfPipe, List<int[]> groups, List<Double> limits) {
        int[] members = pipes.stream()
                .mapToInt(pipe -> indexOfPipe[pipe])
                .filter(pipe -> pipe >= 0)
                .toArray();
        if (members.length > 0) {
            groups.add(members);
            limits.add(limitBps);
        }
    }

    /// T(n); overwritten by the next call.
    double[] throughputBps(double[] connections) {
        maxMin.allocate(connections, ratesBps);
        return ratesBps;
    }

    /// The largest excess over a bound or shortfall of a guarantee, as a part of it.
    double excess(double[] throughputBps) {
        double worst = 0;
        for (int b = 0; b < boundBps.length; b++) {
            // A bound is positive.
            worst = Math.max(worst, excessBps(b, throughputBps) / boundBps[b]);
        }
        for (int f = 0; f < floorBps.length; f++) {
            // So is a guarantee.
            worst = Math.max(worst, shortBps(f, throughputBps) / floorBps[f]);
        }
        return worst;
    }

    double excessBps(int bound, double[] throughputBps) {
        double sum = -boundBps[bound];
        for (int pipe : boundPipes[bound]) {
            sum += throughputBps[pipe];
        }
        return Math.max(0, sum);
    }

    double shortBps(int floor, double[] throughputBps) {
        double missing = floorBps[floor];
        for (int pipe : floorPipes[floor]) {
            missing -= throughputBps[pipe];
        }
        return Math.max(0, missing);
    }
}
