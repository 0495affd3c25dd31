// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.RealVector;

/// Falcon's third alternative (section 4.2): Bayesian optimisation. A Gaussian process over log n with a squared
/// exponential kernel is fitted to the last [#REMEMBERED] trials; the next is the n with the greatest expected
/// improvement over the best mean. It finds the optimum within few trials, which lie far apart.
///
/// The paper names no kernel and no acquisition function; both are ours. So is log n: what one more file brings is the
/// less the more there are.
///
/// Cost per trial: O(k^3 + m k^2) for k trials remembered and m numbers of files looked at, at most [#CANDIDATES].
public final class BayesianSearch implements ConcurrencySearch {
    private static final int REMEMBERED = 20;
    private static final int CANDIDATES = 200;
    private static final int AT_RANDOM = 3;

    /// Length of the kernel: n and 1.6 n are alike.
    private static final double LENGTH = 0.5;

    /// Variance of the noise, over that of the utility.
    private static final double NOISE = 0.01;

    private record Trial(double place, double utility) {}

    private final RandomGenerator random;
    private final Deque<Trial> trials = new ArrayDeque<>();
    private int tries;

    /// @param random where the first trials come from
    public BayesianSearch(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int first(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    @Override
    public int next(int tried, double utility, int least, int most) {
        trials.addLast(new Trial(Math.log(tried), utility));
        if (trials.size() > REMEMBERED) {
            trials.removeFirst();
        }
        tries++;
        return tries < AT_RANDOM ? random.nextInt(least, most + 1) : mostPromising(least, most);
    }

    private int mostPromising(int least, int most) {
        List<Trial> known = new ArrayList<>(trials);
        double mean = known.stream().mapToDouble(Trial::utility).average().orElse(0);
        double variance = known.stream()
                .mapToDouble(trial -> (trial.utility() - mean) * (trial.utility() - mean))
                .average()
                .orElse(0);
        if (!(variance > 0)) {
            return random.nextInt(least, most + 1);
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
        return greatestImprovement(known, solver, weights, least, most);
    }

    private static int greatestImprovement(
            List<Trial> known, DecompositionSolver solver, RealVector weights, int least, int most) {
        double best = Double.NEGATIVE_INFINITY;
        for (Trial trial : known) {
            best = Math.max(best, kernelsTo(known, trial.place()).dotProduct(weights));
        }
        NormalDistribution normal = new NormalDistribution();
        int chosen = least;
        double greatest = Double.NEGATIVE_INFINITY;
        double step = Math.max(1, (most - least) / (double) CANDIDATES);
        for (double place = least; place <= most; place += step) {
            int n = (int) Math.round(place);
            RealVector near = kernelsTo(known, Math.log(n));
            double expected = near.dotProduct(weights);
            double deviation = Math.sqrt(Math.max(1e-12, 1 - near.dotProduct(solver.solve(near))));
            double z = (expected - best) / deviation;
            double improvement = deviation * (z * normal.cumulativeProbability(z) + normal.density(z));
            if (improvement > greatest) {
                greatest = improvement;
                chosen = n;
            }
        }
        return chosen;
    }

    private static RealVector kernelsTo(List<Trial> known, double place) {
        return new ArrayRealVector(
                known.stream()
                        .mapToDouble(trial -> kernel(trial.place(), place))
                        .toArray(),
                false);
    }

    private static double kernel(double a, double b) {
        double apart = (a - b) / LENGTH;
        return Math.exp(-apart * apart / 2);
    }
}
