// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The searches over all three stages at once, on 60, 30 and 300 Mbit/s a thread and a link of 300: 5, 10, 1.
class MarlinAlternativesTest {
    private static StageSample sample(StageThreads threads) {
        double moved = Math.min(300e6, Math.min(threads.read() * 60e6, Math.min(threads.network() * 30e6, 300e6)));
        StageSample.Stage stage = new StageSample.Stage(moved, 0);
        return new StageSample(stage, stage, stage, 0);
    }

    private static List<StageThreads> tried(StageTuner tuner, int samples) {
        List<StageThreads> tried = new ArrayList<>(List.of(tuner.first()));
        while (tried.size() < samples) {
            tried.add(tuner.next(sample(tried.getLast())));
        }
        return tried;
    }

    /// Where nothing fluctuates and no buffer misleads it, it comes near the best: 900 / 1.02^5 and so on.
    @Test
    void bayesianOptimisationComesNearTheBestWhereObservationsAreRight() {
        CombinedUtility utility = new CombinedUtility();
        double best = utility.of(new StageThreads(5, 10, 1), sample(new StageThreads(5, 10, 1)));
        for (int seed = 1; seed <= 5; seed++) {
            double found = tried(new MarlinBayesianTuner(new Random(seed)), 40).stream()
                    .mapToDouble(threads -> utility.of(threads, sample(threads)))
                    .max()
                    .orElse(0);
            assertThat(found).as("seed %s", seed).isGreaterThan(0.9 * best);
        }
    }

    @Test
    void theSameSeedTriesTheSame() {
        assertThat(tried(new MarlinBayesianTuner(new Random(3)), 20))
                .isEqualTo(tried(new MarlinBayesianTuner(new Random(3)), 20));
        assertThat(tried(new MarlinBayesianTuner(new Random(3)), 60))
                .allSatisfy(threads -> assertThat(
                                Math.max(threads.read(), Math.max(threads.network(), threads.write())))
                        .isBetween(1, MarlinTuner.MOST));
    }

    /// Ten connections that lose 0.1 % each count as 1 %, so a tenth of what is sent at B = 10: 100 / 1.02^2 +
    /// (100 / 1.02^10 - 10) + 100 / 1.02^2.
    @Test
    void theThreeStagesAreOneUtilityAndLossIsSummedOverConnections() {
        StageSample.Stage stage = new StageSample.Stage(100, 0);
        StageSample sample = new StageSample(stage, stage, stage, 0.001);
        assertThat(sample.totalLossRatio(10)).isCloseTo(0.01, within(1e-12));
        assertThat(sample.totalLossRatio(10_000)).isEqualTo(1);
        assertThat(new CombinedUtility().of(new StageThreads(2, 10, 2), sample))
                .isCloseTo(200 / Math.pow(1.02, 2) + 100 / Math.pow(1.02, 10) - 10, within(1e-9));
    }
}
