// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class HarpPartsTest {
    private static final PathFacts WAN = new PathFacts(10e9, 0.040, 32e6);
    private static final PathFacts LAN = new PathFacts(1e9, 0.0002, 4e6);

    /// Table II, all nine rows.
    @Test
    void theLeastSizeIsThatOfTableTwo() {
        int[][] rows = {
            {10, 50, 90},
            {10, 30, 60},
            {10, 10, 30},
            {30, 50, 40},
            {30, 30, 30},
            {30, 10, 20},
            {50, 50, 30},
            {50, 30, 24},
            {50, 10, 18}
        };
        for (int[] row : rows) {
            assertThat(HarpCost.leastSizeSeconds(row[0] / 100.0, row[1] / 100.0))
                    .isCloseTo(row[2], within(1e-9));
        }
    }

    /// The example of section 3.1: seven channels for 1 GB each with 100, 200 and 400 a channel: 4, 2 and 1.
    @Test
    void channelsGoBySizeOverUnitThroughput() {
        FileClass gigabyte = new FileClass(100, 1e9);
        assertThat(ChannelDistribution.of(
                        List.of(gigabyte, gigabyte, gigabyte),
                        List.of(
                                new HarpOptimizer.Advice(new ClassTuning(7, 1, 10), 100, 0),
                                new HarpOptimizer.Advice(new ClassTuning(4, 3, 1), 200, 0),
                                new HarpOptimizer.Advice(new ClassTuning(3, 5, 0), 400, 0))))
                .containsExactly(new ClassTuning(4, 1, 10), new ClassTuning(2, 3, 1), new ClassTuning(1, 5, 0));
    }

    /// 100 and 104 differ by 3.8 % of 104; their mean is 102.
    @Test
    void aSampleEndsWhenTwoLooksAgree() {
        AdaptiveSampling looks = new AdaptiveSampling();
        assertThat(looks.converges(50)).isFalse();
        assertThat(looks.converges(100)).isFalse();
        assertThat(looks.converges(104)).isTrue();
        assertThat(looks.throughputBps()).isEqualTo(102);
    }

    /// (1, 0, ...) and (1, 1, 0, ...) with weights 2 and 2: 2 / sqrt(2 x 4).
    @Test
    void similarityIsAWeightedCosine() {
        double[] a = {1, 0, 0, 0, 0, 0};
        double[] b = {1, 1, 0, 0, 0, 0};
        assertThat(Similarity.of(a, b)).isCloseTo(Math.sqrt(0.5), within(1e-12));
        assertThat(Similarity.of(b, b)).isCloseTo(1, within(1e-12));
    }

    @Test
    void entriesOfTheSamePathAreFoundFirst() {
        List<PastTransfer> history = new ArrayList<>(entries(WAN, 1, tuning -> 1));
        history.addAll(entries(LAN, 2, tuning -> 1));
        double[] wanted = PastTransfer.featuresOf(WAN, 100, 100e6);
        assertThat(Similarity.alike(history, wanted, 216))
                .allMatch(past -> past.path().equals(WAN));
        assertThat(Similarity.alike(history, wanted, 400)).hasSize(432);
    }

    /// Estimates 100 and 102 are near 100, 200 is not: two classes, the near one counts twice as much a head.
    @Test
    void modelsThatTellTheSampleCountMore() {
        double[] weights = ModelWeights.of(new double[] {100, 102, 200}, 100);
        assertThat(weights).containsExactly(new double[] {0.4, 0.4, 0.2}, within(1e-9));
    }

    /// t = 10 x (2 - x) in concurrency over 16 rises to x = 1: 16 files. Relaxed to 0.7 of it: x (2 - x) >= 0.7
    /// from x = 0.452 on, 8 files.
    @Test
    void aGroupIsFittedMaximisedAndRelaxed() {
        GroupModel model = GroupModel.of(entries(WAN, 1, tuning -> {
                    double x = tuning.concurrency() / 16.0;
                    return 10e9 * x * (2 - x);
                }))
                .orElseThrow();
        assertThat(model.maximum().concurrency()).isEqualTo(16);
        assertThat(model.relaxed()).isEqualTo(new ClassTuning(8, 1, 0));
        assertThat(model.estimateBps(new ClassTuning(8, 1, 0))).isCloseTo(7.5e9, within(1e6));
        assertThat(model.validationAccuracy()).isCloseTo(1, within(1e-6));
    }

    /// Two loads: four files in the one, sixteen in the other, and the sample tells which it is.
    @Test
    void theSampleTellsUnderWhichLoadItIs() {
        List<PastTransfer> history = new ArrayList<>(entries(WAN, 1, tuning -> parabola(tuning, 8, 10e9)));
        history.addAll(entries(WAN, 2, tuning -> parabola(tuning, 32, 4e9)));
        HarpOptimizer optimizer = new HarpOptimizer(new HarpHistory(history, 1));
        FileClass files = new FileClass(100, 10e9);
        ClassTuning sampled = new ClassTuning(4, 1, 0);
        int light = optimizer
                .advise(WAN, files, sampled, parabola(sampled, 8, 10e9))
                .orElseThrow()
                .tuning()
                .concurrency();
        int heavy = optimizer
                .advise(WAN, files, sampled, parabola(sampled, 32, 4e9))
                .orElseThrow()
                .tuning()
                .concurrency();
        assertThat(heavy).isGreaterThan(light);
    }

    @Test
    void withoutHistoryThereIsNoAdvice() {
        HarpOptimizer optimizer = new HarpOptimizer(new HarpHistory(List.of()));
        assertThat(optimizer.advise(WAN, new FileClass(1, 1e9), new ClassTuning(1, 1, 0), 1e9))
                .isEmpty();
    }

    private static double parabola(ClassTuning tuning, double best, double most) {
        double x = tuning.concurrency() / best;
        return most * x * (2 - x);
    }

    /// All 216 settings of HARP's data, of files of 100 MB.
    private static List<PastTransfer> entries(PathFacts path, long period, ToDoubleFunction<ClassTuning> bps) {
        int[] values = {1, 2, 4, 8, 16, 32};
        List<PastTransfer> entries = new ArrayList<>();
        for (int files : values) {
            for (int streams : values) {
                for (int ahead : values) {
                    ClassTuning tuning = new ClassTuning(files, streams, ahead);
                    entries.add(new PastTransfer(path, 100, 100e6, tuning, bps.applyAsDouble(tuning), period));
                }
            }
        }
        return entries;
    }
}
