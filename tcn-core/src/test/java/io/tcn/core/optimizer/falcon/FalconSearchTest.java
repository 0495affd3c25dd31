// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Falcon's searches on the paper's Emulab setting: 20 Mbit/s for each file, a link of 1 Gbit/s, up to 100 files.
class FalconSearchTest {
    private static final double FILE_BPS = 20e6;
    private static final double LINK_BPS = 1e9;
    private static final int MOST = 100;
    private static final FalconUtility USUAL = FalconUtility.usual();

    private static double linkBps(int n) {
        return Math.min(n * FILE_BPS, LINK_BPS);
    }

    private static List<Integer> trials(ConcurrencySearch search, int count, IntToDoubleFunction throughputBps) {
        List<Integer> trials = new ArrayList<>();
        int n = search.first(1, MOST);
        for (int i = 0; i < count; i++) {
            assertThat(n).isBetween(1, MOST);
            trials.add(n);
            n = search.next(n, USUAL.of(n, throughputBps.applyAsDouble(n), 0), 1, MOST);
        }
        return trials;
    }

    private static int until(List<Integer> trials, int atLeast) {
        return IntStream.range(0, trials.size())
                .filter(i -> trials.get(i) >= atLeast)
                .findFirst()
                .orElse(trials.size());
    }

    /// Figure 8: about 35 s from 2 to 48 files; then it moves between 40 and 50.
    @Test
    void gradientDescentFillsTheLinkInFewTrialsAndStays() {
        List<Integer> trials = trials(new GradientDescentSearch(), 200, FalconSearchTest::linkBps);
        assertThat(until(trials, 45)).isLessThanOrEqualTo(9);
        assertThat(trials.subList(30, 200)).allSatisfy(n -> assertThat(n).isBetween(38, 56));
    }

    /// u(2) = 38.4 and u(3) = 56.5 Mbit/s: (56.5 - 38.4) / 38.4 = 0.47 of 3 files, 1.4, makes 2, twice for the second
    /// move in the same direction: 7; u(7) = 121.9 is 0.29 a file of 7, which makes 3, three times: 16; and so on.
    @Test
    void gradientDescentComparesWithTheTrialBeforeAndTakesEverLongerSteps() {
        List<Integer> trials = trials(new GradientDescentSearch(), 6, FalconSearchTest::linkBps);
        assertThat(trials).containsExactly(2, 3, 7, 16, 24, 29);
    }

    /// As above with a step of 2 once; u(5) = 90.6 is 0.30 a file, again 2, twice for the second: 9; and so on.
    @Test
    void aCarefulOneBeginsLaterToTakeLongerSteps() {
        List<Integer> trials = trials(GradientDescentSearch.careful(2), 6, FalconSearchTest::linkBps);
        assertThat(trials).containsExactly(2, 3, 5, 9, 15, 23);
    }

    @Test
    void gradientDescentGoesTheOtherWayOnceItIsWorse() {
        GradientDescentSearch search = new GradientDescentSearch();
        assertThat(search.first(1, MOST)).isEqualTo(2);
        assertThat(search.next(10, 100, 1, MOST)).isEqualTo(11);
        // 10 % less for one file more: ceil(1.1) down.
        assertThat(search.next(11, 90, 1, MOST)).isEqualTo(9);
        // A third more for two fewer: 1/6 a file of 9 makes 2, down again, twice.
        assertThat(search.next(9, 120, 1, MOST)).isEqualTo(5);
        search.forget();
        assertThat(search.next(5, 1, 1, MOST)).isEqualTo(6);
    }

    @Test
    void gradientDescentFollowsALinkThatBecomesSmallerAndLarger() {
        GradientDescentSearch search = new GradientDescentSearch();
        trials(search, 60, FalconSearchTest::linkBps);
        List<Integer> small = trials(search, 100, n -> Math.min(n * FILE_BPS, 0.4e9));
        assertThat(small.subList(60, 100)).allSatisfy(n -> assertThat(n).isBetween(14, 27));
        List<Integer> large = trials(search, 100, FalconSearchTest::linkBps);
        assertThat(large.subList(60, 100)).allSatisfy(n -> assertThat(n).isBetween(38, 56));
    }

    @Test
    void hillClimbingTakesMuchLonger() {
        List<Integer> climbing = trials(new HillClimbingSearch(), 200, FalconSearchTest::linkBps);
        List<Integer> descent = trials(new GradientDescentSearch(), 200, FalconSearchTest::linkBps);
        assertThat(until(climbing, 48)).isGreaterThan(2 * until(descent, 45));
        assertThat(climbing.subList(60, 200)).allSatisfy(n -> assertThat(n).isBetween(48, 52));
    }

    /// Figure 7: from one end to the other, and what it settles on need not be the best.
    @Test
    void binarySearchJumpsAndSettles() {
        List<Integer> trials = trials(new BinarySearch(), 40, FalconSearchTest::linkBps);
        assertThat(trials.subList(0, 3)).containsExactly(1, 100, 50);
        assertThat(trials.subList(12, 40)).containsOnly(trials.get(12));
        assertThat(linkBps(trials.get(12))).isGreaterThan(0.7 * LINK_BPS);
    }

    @Test
    void binarySearchBeginsAnewWhenWhatItSettledOnIsWorthLess() {
        BinarySearch search = new BinarySearch();
        int settled = trials(search, 20, FalconSearchTest::linkBps).getLast();
        int n = search.next(settled, 0.5 * USUAL.of(settled, linkBps(settled), 0), 1, MOST);
        assertThat(n).isEqualTo(1);
    }

    /// Section 4.2: within four or five trials, and unsteadily.
    @Test
    void bayesianOptimisationIsNearWithinFewTrials() {
        List<Integer> found = new ArrayList<>();
        for (int seed = 1; seed <= 20; seed++) {
            List<Integer> trials = trials(new BayesianSearch(new Random(seed)), 12, FalconSearchTest::linkBps);
            double best = trials.stream()
                    .mapToDouble(n -> USUAL.of(n, linkBps(n), 0))
                    .max()
                    .orElse(0);
            found.add(best >= 0.95 * USUAL.of(50, linkBps(50), 0) ? 1 : 0);
        }
        assertThat(found.stream().mapToInt(Integer::intValue).sum()).isGreaterThanOrEqualTo(18);
    }

    @Test
    void aPlantThatTellsNothingIsSurvived() {
        for (ConcurrencySearch search : List.of(
                new GradientDescentSearch(),
                new HillClimbingSearch(),
                new BinarySearch(),
                new BayesianSearch(new Random(1)))) {
            trials(search, 50, n -> 0);
            trials(search, 50, n -> n % 2 == 0 ? 1e300 : 1e-300);
            for (int most = 1; most < 5; most++) {
                int n = search.first(1, most);
                for (int i = 0; i < 20; i++) {
                    assertThat(n).isBetween(1, most);
                    n = search.next(n, n, 1, most);
                }
            }
        }
    }

    /// Section 5.2: two and three jobs that compete for one link come to fair shares.
    @Test
    void jobsThatCompeteComeToFairShares() {
        for (int jobs = 2; jobs <= 3; jobs++) {
            List<ConcurrencySearch> searches = new ArrayList<>();
            int[] n = new int[jobs];
            double[] moved = new double[jobs];
            for (int i = 0; i < jobs; i++) {
                searches.add(new GradientDescentSearch());
                n[i] = searches.get(i).first(1, MOST);
            }
            for (int trial = 0; trial < 600; trial++) {
                int all = IntStream.of(n).sum();
                for (int i = 0; i < jobs; i++) {
                    double bps = Math.min(FILE_BPS, LINK_BPS / all) * n[i];
                    moved[i] += trial < 200 ? 0 : bps;
                    n[i] = searches.get(i).next(n[i], USUAL.of(n[i], bps, 0), 1, MOST);
                }
            }
            double sum = 0;
            double squares = 0;
            for (double one : moved) {
                sum += one;
                squares += one * one;
            }
            assertThat(sum * sum / (jobs * squares))
                    .as("Jain's index of %s jobs", jobs)
                    .isGreaterThan(0.95);
        }
    }

    /// Equation 5: strictly concave up to 2 / ln K files; and what is charged.
    @Test
    void theUtilitiesAreThoseOfThePaper() {
        double one = 8e6;
        assertThat(FalconUtility.linear(10, 0.02).of(5, one, 0.01)).isEqualTo(one * (1 - 0.1 - 0.1));
        assertThat(USUAL.of(10, one, 0)).isCloseTo(one / Math.pow(1.02, 10), org.assertj.core.data.Offset.offset(1e-3));
        int last = (int) (2 / Math.log(1.02));
        for (int n = 2; n < last; n++) {
            double bend = USUAL.of(n + 1, n + 1, 0) - 2 * USUAL.of(n, n, 0) + USUAL.of(n - 1, n - 1, 0);
            assertThat(bend).as("at %s", n).isNegative();
        }
        assertThatThrownBy(() -> FalconUtility.nonlinear(10, 1)).hasMessageContaining("K of Falcon's utility");
    }
}
