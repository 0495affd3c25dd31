// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Pattern search on the true T(n): tries steps on single pipes and on pairs that share a resource or a bound (one up,
/// the other down), keeps what improves, and halves the step when a sweep finds nothing. The objective is the summed
/// throughput less an exact penalty on broken bounds and guarantees; the best n that keeps all of them is remembered
/// apart.
///
/// Deterministic for a generator. Cost: one allocation per trial.
final class Ascent {
    /// More than any bound is worth: one bit/s of a bound never gains more than one bit/s of throughput where rates can
    /// be chosen, a small multiple of it through max-min sharing.
    private static final double PENALTY = 10;

    /// Broken bounds below this part are rounding.
    static final double TOLERANCE = 1e-9;

    private static final double LAST_STEP = 0.01;

    private final Model model;
    private final RandomGenerator random;
    private final int[][] neighbours;
    private final double[] best;
    private double bestBps = Double.NEGATIVE_INFINITY;
    private double bestExcess = Double.POSITIVE_INFINITY;
    private long trials;

    Ascent(Model model, RandomGenerator random) {
        this.model = model;
        this.random = random;
        this.neighbours = neighbours(model);
        this.best = new double[model.pipes];
    }

    /// Per pipe the others with which it shares a finite resource or a bound.
    private static int[][] neighbours(Model model) {
        boolean[][] near = new boolean[model.pipes][model.pipes];
        int[][] users = new int[model.capacityBps.length][model.pipes];
        int[] count = new int[users.length];
        for (int i = 0; i < model.pipes; i++) {
            for (int r : model.paths[i]) {
                if (!Double.isInfinite(model.capacityBps[r])) {
                    users[r][count[r]++] = i;
                }
            }
        }
        for (int r = 0; r < users.length; r++) {
            markAll(near, Arrays.copyOf(users[r], count[r]));
        }
        for (int[] group : model.boundPipes) {
            markAll(near, group);
        }
        for (int[] group : model.floorPipes) {
            markAll(near, group);
        }
        int[][] lists = new int[model.pipes][];
        for (int i = 0; i < lists.length; i++) {
            boolean[] row = near[i];
            lists[i] = IntStream.range(0, model.pipes).filter(j -> row[j]).toArray();
        }
        return lists;
    }

    private static void markAll(boolean[][] near, int[] group) {
        for (int i : group) {
            for (int j : group) {
                near[i][j] |= i != j;
            }
        }
    }

    /// The best n so far.
    double[] best() {
        return best.clone();
    }

    /// The summed throughput of the best n so far, in bit/s.
    double bestBps() {
        return bestBps;
    }

    /// The largest excess over a bound, or shortfall of a guarantee, of the best n so far, as a part of it.
    double bestExcess() {
        return bestExcess;
    }

    /// Tries every n of whole numbers within the limits, if there are not too many.
    ///
    /// @param mostTrials more are too many: nothing is tried then
    void exhaust(long mostTrials) {
        int least = (int) Math.ceil(model.min);
        int values = (int) Math.floor(model.max) - least + 1;
        double count = Math.pow(values, model.pipes);
        if (values < 1 || !(count <= mostTrials)) {
            return;
        }
        double[] n = new double[model.pipes];
        for (long code = 0; code < count; code++) {
            long rest = code;
            for (int i = 0; i < n.length; i++) {
                n[i] = least + rest % values;
                rest /= values;
            }
            value(n);
        }
    }

    /// Climbs from n until steps are as small as they get.
    ///
    /// @param start where to begin; taken to the limits
    /// @param step the first step in connections
    /// @param maxTrials no more than this many allocations
    void climb(double[] start, double step, long maxTrials) {
        double[] n = start.clone();
        for (int i = 0; i < n.length; i++) {
            n[i] = Math.clamp(n[i], model.min, model.max);
        }
        long end = trials + maxTrials;
        double value = value(n);
        double size = step;
        while (size >= LAST_STEP && trials < end) {
            double before = value;
            for (int k = 0; k < n.length && trials < end; k++) {
                value = tryPipe(n, k, size, value);
                value = tryPair(n, k, size, value);
            }
            if (!(value > before * (1 + 1e-7))) {
                size /= 2;
            }
        }
    }

    private double tryPipe(double[] n, int i, double step, double value) {
        double before = n[i];
        double reached = value;
        double kept = before;
        for (int sign = -1; sign <= 1; sign += 2) {
            double tried = Math.clamp(before + sign * step, model.min, model.max);
            if (Math.abs(tried - before) > 0) {
                n[i] = tried;
                double got = value(n);
                if (got > reached) {
                    reached = got;
                    kept = tried;
                }
            }
        }
        n[i] = kept;
        return reached;
    }

    private double tryPair(double[] n, int i, double step, double value) {
        int[] near = neighbours[i];
        if (near.length == 0) {
            return value;
        }
        int j = near[random.nextInt(near.length)];
        double beforeI = n[i];
        double beforeJ = n[j];
        double ratio = random.nextBoolean() ? 1 : 0.25 + 1.5 * random.nextDouble();
        double sign = random.nextBoolean() ? 1 : -1;
        n[i] = Math.clamp(beforeI + sign * step, model.min, model.max);
        n[j] = Math.clamp(beforeJ - sign * step * ratio, model.min, model.max);
        double got = value(n);
        if (got > value) {
            return got;
        }
        n[i] = beforeI;
        n[j] = beforeJ;
        return value;
    }

    private double value(double[] n) {
        trials++;
        double[] throughputBps = model.throughputBps(n);
        double sum = 0;
        for (double rate : throughputBps) {
            sum += rate;
        }
        double penalty = 0;
        for (int b = 0; b < model.boundBps.length; b++) {
            penalty += model.excessBps(b, throughputBps);
        }
        for (int f = 0; f < model.floorBps.length; f++) {
            penalty += model.shortBps(f, throughputBps);
        }
        remember(n, sum, penalty > 0 ? model.excess(throughputBps) : 0);
        return sum - PENALTY * penalty;
    }

    private void remember(double[] n, double sumBps, double excess) {
        boolean kept = excess <= TOLERANCE;
        boolean bestKept = bestExcess <= TOLERANCE;
        boolean better;
        if (kept) {
            better = !bestKept || sumBps > bestBps;
        } else {
            better = !bestKept && excess < bestExcess;
        }
        if (better) {
            System.arraycopy(n, 0, best, 0, best.length);
            bestBps = sumBps;
            bestExcess = excess;
        }
    }
}
