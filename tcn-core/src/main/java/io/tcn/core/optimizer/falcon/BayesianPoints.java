// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.RealVector;
import org.jspecify.annotations.Nullable;

/// Bayesian optimisation over points of whole numbers (Falcon, section 4.2; Marlin, section 4.1): a Gaussian
/// process over the logarithms of the coordinates with a squared exponential kernel is fitted to the last
/// [#REMEMBERED] trials, and of some candidates the one with the greatest expected improvement over the best
/// mean is the most promising.
///
/// The papers name no kernel and no acquisition function; both are ours. So are the logarithms: what one more file
/// brings is the less the more there are.
///
/// Cost of a choice: O(k^3 + m k^2) for k trials remembered and m candidates.
public final class BayesianPoints {
    private static final int REMEMBERED = 20;

    /// Length of the kernel: n and 1.6 n are alike.
    private static final double LENGTH = 0.5;

    /// Variance of the noise, over that of the utility.
    private static final double NOISE = 0.01;

    private record Trial(RealVector place, double utility) {}

    private final Deque<Trial> trials = new ArrayDeque<>();

    /// Remembers a trial.
    ///
    /// @param point coordinates, each at least 1
    /// @param utility what was seen of it
    public void add(int[] point, double utility) {
        trials.addLast(new Trial(placeOf(point), utility));
        if (trials.size() > REMEMBERED) {
            trials.removeFirst();
        }
    }

    private static RealVector placeOf(int[] point) {
        RealVector place = new ArrayRealVector(point.length);
        for (int i = 0; i < point.length; i++) {
            place.setEntry(i, Math.log(point[i]));
        }
        return place;
    }

    /// The most promising of some points, the first of equals; empty where the trials do not differ or there is
    /// none.
    public Optional<int[]> mostPromising(List<int[]> candidates) {
        List<Trial> known = new ArrayList<>(trials);
        double mean = known.stream().mapToDouble(Trial::utility).average().orElse(0);
        double variance = known.stream()
                .mapToDouble(trial -> (trial.utility() - mean) * (trial.utility() - mean))
                .average()
                .orElse(0);
        if (!(variance > 0)) {
            return Optional.empty();
        }
        double scale = Math.sqrt(variance);
        int size = known.size();
        double[][] covariance = new double[size][size];
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = (known.get(i).utility() - mean) / scale;
            for (int j = 0; j < size; j++) {
                covariance[i][j] = kernel(known.get(i).place(), known.get(j).place()) + (i == j ? NOISE : 0);
            }
        }
        DecompositionSolver solver = new CholeskyDecomposition(new Array2DRowRealMatrix(covariance, false)).getSolver();
        RealVector weights = solver.solve(new ArrayRealVector(values, false));
        return Optional.ofNullable(greatestImprovement(known, solver, weights, candidates));
    }

    private static int @Nullable [] greatestImprovement(
            List<Trial> known, DecompositionSolver solver, RealVector weights, List<int[]> candidates) {
        double best = Double.NEGATIVE_INFINITY;
        for (Trial trial : known) {
            best = Math.max(best, kernelsTo(known, trial.place()).dotProduct(weights));
        }
        NormalDistribution normal = new NormalDistribution();
        int @Nullable [] chosen = null;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int[] point : candidates) {
            RealVector near = kernelsTo(known, placeOf(point));
            double expected = near.dotProduct(weights);
            double deviation = Math.sqrt(Math.max(1e-12, 1 - near.dotProduct(solver.solve(near))));
            double z = (expected - best) / deviation;
            double improvement = deviation * (z * normal.cumulativeProbability(z) + normal.density(z));
            if (improvement > greatest) {
                greatest = improvement;
                chosen = point;
            }
        }
        return chosen;
    }

    private static RealVector kernelsTo(List<Trial> known, RealVector place) {
        return new ArrayRealVector(
                known.stream()
                        .mapToDouble(trial -> kernel(trial.place(), place))
                        .toArray(),
                false);
    }

    private static double kernel(RealVector a, RealVector b) {
        double apart = a.getDistance(b) / LENGTH;
        return Math.exp(-apart * apart / 2);
    }
}
