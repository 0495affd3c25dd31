// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.BayesianPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// The second alternative that Marlin is compared with, in its figure 4c: Bayesian optimisation of the threads
/// of all three stages on [CombinedUtility]. It begins with [#AT_RANDOM] settings at random; then each sample is
/// of the most promising of [#CANDIDATES] settings drawn at random ([BayesianPoints]). It takes no notice of
/// waiting.
///
/// The paper names neither kernel nor acquisition function ("a few random concurrency combinations", "a Gaussian
/// surrogate model"); both are ours, and so is the number of candidates. What is tried is drawn even in the
/// logarithm.
public final class MarlinBayesianTuner implements StageTuner {
    private static final int AT_RANDOM = 3;
    private static final int CANDIDATES = 500;

    private final RandomGenerator random;
    private final CombinedUtility utility = new CombinedUtility();
    private final BayesianPoints points = new BayesianPoints();
    private StageThreads tried = new StageThreads(1, 1, 1);
    private int tries;

    /// @param random where settings come from
    public MarlinBayesianTuner(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public StageThreads first() {
        tried = toThreads(drawn());
        return tried;
    }

    @Override
    public StageThreads next(StageSample sample) {
        points.add(new int[] {tried.read(), tried.network(), tried.write()}, utility.of(tried, sample));
        tries++;
        tried = toThreads(tries < AT_RANDOM ? drawn() : mostPromising());
        return tried;
    }

    private int[] mostPromising() {
        List<int[]> candidates = new ArrayList<>();
        for (int k = 0; k < CANDIDATES; k++) {
            candidates.add(drawn());
        }
        return points.mostPromising(candidates).orElseGet(this::drawn);
    }

    private int[] drawn() {
        int[] point = new int[3];
        for (int i = 0; i < point.length; i++) {
            point[i] =
                    (int) Math.min(MarlinTuner.MOST, Math.exp(random.nextDouble() * Math.log(MarlinTuner.MOST + 1.0)));
        }
        return point;
    }

    private static StageThreads toThreads(int[] point) {
        return new StageThreads(point[0], point[1], point[2]);
    }
}
