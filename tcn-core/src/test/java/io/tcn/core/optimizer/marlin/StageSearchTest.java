// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.falcon.FalconUtility;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageSearchTest {
    private static final FalconUtility UTILITY = FalconUtility.nonlinear(0, FalconUtility.CONCURRENCY_BASE);

    /// 30 Mbit/s a thread of 300: ten.
    @Test
    void itFindsWhatAStageNeeds() {
        StageSearch search = new StageSearch(2, 100);
        List<Integer> tried = new ArrayList<>(List.of(search.first()));
        for (int k = 0; k < 40; k++) {
            int n = tried.getLast();
            tried.add(search.next(n, UTILITY.of(n, Math.min(n * 30e6, 300e6), 0), 0));
        }
        assertThat(tried.subList(20, 40)).allSatisfy(n -> assertThat(n).isBetween(8, 12));
    }

    /// Twelve threads that waited three quarters of the time: three would have done.
    @Test
    void aStageThatWaitsGivesBackWhatItDoesNotNeed() {
        StageSearch search = new StageSearch(12, 100);
        assertThat(search.next(12, 1, 0.75)).isEqualTo(3);
    }

    /// Three threads brought 90. At 20 and 21 the last two bring 88 and 80, of which the better is 2 % below it.
    @Test
    void itGoesBackToTheBestItRemembers() {
        StageSearch search = new StageSearch(3, 100);
        assertThat(search.next(3, 90, 0)).isEqualTo(4);
        assertThat(search.next(4, 89, 0)).isEqualTo(3);
        assertThat(search.next(20, 88, 0)).isNotEqualTo(3);
        assertThat(search.next(21, 80, 0)).isEqualTo(3);
        // What it went back to is no trial to compare with.
        assertThat(search.next(3, 90, 0)).isEqualTo(4);
    }

    /// With loss utilities are below zero: a step that brings less than 2 % more is not undone.
    @Test
    void aWorseTrialIsNoBetterOneWhereUtilityIsNegative() {
        StageSearch search = new StageSearch(10, 100);
        assertThat(search.next(10, -101, 0)).isEqualTo(11);
        assertThat(search.next(13, -100, 0)).isNotEqualTo(10);
        assertThat(search.next(16, -99, 0)).isNotEqualTo(10).isNotEqualTo(13);
    }

    /// All three stages at once: reading is the narrow one.
    @Test
    void theThreeStagesAreTunedApart() {
        MarlinTuner tuner = new MarlinTuner();
        StageThreads threads = tuner.first();
        for (int k = 0; k < 40; k++) {
            double moved = Math.min(threads.read() * 30e6, 300e6);
            threads = tuner.next(new StageSample(
                    new StageSample.Stage(moved, 0),
                    stage(threads.network(), moved),
                    stage(threads.write(), moved),
                    0));
        }
        assertThat(threads.read()).isBetween(8, 12);
        assertThat(threads.network()).isBetween(2, 4);
        assertThat(threads.write()).isBetween(2, 4);
    }

    /// A stage of 100 Mbit/s a thread that waits for the rest of the time.
    private static StageSample.Stage stage(int threads, double moved) {
        double could = threads * 100e6;
        return new StageSample.Stage(Math.min(moved, could), Math.max(0, 1 - moved / could));
    }
}
