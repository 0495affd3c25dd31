// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Falcon's third alternative (section 4.2): Bayesian optimisation ([BayesianPoints]) of the number of files,
/// after [#AT_RANDOM] trials at random. It finds the optimum within few trials, which lie far apart.
///
/// Cost per trial: that of a choice among at most [#CANDIDATES] numbers of files.
public final class BayesianSearch implements ConcurrencySearch {
    private static final int CANDIDATES = 200;
    private static final int AT_RANDOM = 3;

    private final RandomGenerator random;
    private final BayesianPoints points = new BayesianPoints();
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
        points.add(new int[] {tried}, utility);
        tries++;
        if (tries < AT_RANDOM) {
            return random.nextInt(least, most + 1);
        }
        List<int[]> candidates = new ArrayList<>();
        double step = Math.max(1, (most - least) / (double) CANDIDATES);
        for (double place = least; place <= most; place += step) {
            candidates.add(new int[] {(int) Math.round(place)});
        }
        return points.mostPromising(candidates).map(point -> point[0]).orElseGet(() -> random.nextInt(least, most + 1));
    }
}
