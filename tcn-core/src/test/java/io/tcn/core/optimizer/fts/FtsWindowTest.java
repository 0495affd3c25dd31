// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import static io.tcn.core.optimizer.fts.Watch.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// When the optimizer of FTS runs, and what part of the past it looks at.
class FtsWindowTest {
    private static final Pipe P = Seen.pipe("cms", "a.org", "b.net", 1, 41);
    private static final long MB = 1_000_000;

    private final Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);

    /// FTS keeps whole seconds, and 30 s are in neither of the two shorter windows.
    @ParameterizedTest
    @CsvSource({
        "0.9, 1800",
        "1, 300",
        "29.9, 300",
        "30, 1800",
        "30.9, 1800",
        "31, 900",
        "899.9, 900",
        "900, 1800",
        "86400, 1800"
    })
    void theMeanDurationOfTheLastHalfHourChoosesTheWindow(double seconds, double window) {
        watch.start(Seen.of(P));
        assertThat(figure(watch.minuteOf(Seen.of(P).finished(4, MB, seconds)), "window"))
                .isEqualTo(window);
    }

    @Test
    void withoutFinishedTransfersTheWindowIsHalfAnHour() {
        watch.start(Seen.of(P));
        assertThat(figure(watch.minuteOf(Seen.of(P).moved(MB)), "window")).isEqualTo(1800);
    }

    @ParameterizedTest
    @CsvSource({"10, 5", "100, 15", "1000, 30"})
    void whatIsOlderThanTheWindowIsForgotten(double seconds, int minutes) {
        watch.start(Seen.of(P));
        watch.minuteOf(Seen.of(P).moved(60 * MB).finished(1, 60 * MB, seconds).failedRetryably(1));
        PipeDecision last = watch.minuteOf(Seen.of(P));
        for (int minute = 3; minute <= minutes; minute++) {
            last = watch.minuteOf(Seen.of(P));
        }
        assertThat(figure(last, "throughput")).isEqualTo(8.0 * MB / minutes, within(1e-3));
        assertThat(figure(last, "successRate")).isEqualTo(50);
        last = watch.minuteOf(Seen.of(P));
        assertThat(figure(last, "throughput")).isZero();
        assertThat(figure(last, "successRate")).isEqualTo(100);
        // The mean size of the files is not known any more: the last known one stays.
        assertThat(figure(last, "meanFileSize")).isEqualTo(60 * MB);
    }

    /// Long transfers that finish after the window began count with what they moved inside it: 8 minutes in a
    /// bucket of 8 minutes, of which 5 are inside.
    @Test
    void anIntervalAtTheEdgeCountsWithThePartThatLiesInside() {
        watch.start(Seen.of(P));
        Decision decision =
                watch.interval(Duration.ofMinutes(8), Seen.of(P).moved(480 * MB).finished(10, 48 * MB, 10));
        assertThat(figure(decision.pipes().getFirst(), "throughput")).isEqualTo(8 * MB, within(1e-3));
    }

    @Test
    void withShortControlIntervalsItRunsOnceAMinuteAndRepeatsItselfInBetween() {
        watch.start(Seen.of(P));
        List<Integer> n = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            n.add(tenSeconds(Duration.ofSeconds(10)).tuning().connections());
        }
        assertThat(n).containsExactly(21, 21, 21, 21, 21, 23, 23, 23, 23, 23, 23, 25);
        PipeDecision between = tenSeconds(Duration.ofSeconds(10));
        assertThat(between.rationale().reason()).isEqualTo(Reason.EMA_ROSE);
    }

    @ParameterizedTest
    @ValueSource(longs = {9_900, 9_999, 10_001, 10_100})
    void clocksThatAreALittleOffChangeNothingAboutThat(long millis) {
        watch.start(Seen.of(P));
        for (int i = 1; i <= 60; i++) {
            int n = tenSeconds(Duration.ofMillis(millis)).tuning().connections();
            assertThat(n).isEqualTo(21 + 2 * (i / 6));
        }
    }

    @Test
    void withAnIntervalOfZeroItRunsEachTime() {
        Watch eager = new Watch(FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO));
        eager.start(Seen.of(P));
        for (int i = 1; i <= 10; i++) {
            Decision decision = eager.interval(Duration.ofSeconds(1), Seen.of(P).moved(MB));
            assertThat(Watch.connections(decision)).containsExactly(21 + 2 * i);
        }
    }

    @Test
    void theWindowHoldsABucketPer10SecondsHoweverShortTheIntervals() {
        PairWindow window = new PairWindow();
        for (long millis : new long[] {1, 700, 3_000, 7_000, 10_000, 11_000, 60_000, 3_600_000}) {
            long now = 0;
            for (int i = 0; i < 5000; i++) {
                window.add(now * 1_000_000, (now + millis) * 1_000_000, sums(1));
                now += millis;
                assertThat(window.bucketCount()).isLessThanOrEqualTo(PairWindow.MAX_BUCKETS);
            }
            window = new PairWindow();
        }
    }

    @Test
    void intervalsInWhichNothingHappensTakeNoRoom() {
        PairWindow window = new PairWindow();
        window.add(0, 10_000_000_000L, sums(5));
        for (long second = 10; second < 1800; second += 10) {
            window.add(second * 1_000_000_000, (second + 10) * 1_000_000_000, new TransferSums());
            assertThat(window.bucketCount()).isEqualTo(1);
        }
        window.add(1_800_000_000_000L, 1_810_000_000_000L, new TransferSums());
        assertThat(window.bucketCount()).isZero();
    }

    /// Against a list of all intervals, which are multiples of 10 s so that no bucket holds two of them.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aWindowHoldsTheSumsOfItsIntervals(long seed) {
        Random random = Random.from(new SplittableRandom(seed));
        PairWindow window = new PairWindow();
        List<long[]> all = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 1000; i++) {
            long length = 10_000_000_000L * random.nextInt(1, 30);
            long bytes = random.nextBoolean() ? 0 : random.nextInt(1_000_000);
            window.add(now, now + length, sums(bytes));
            all.add(new long[] {now, now + length, bytes});
            now += length;
            for (Duration look : List.of(PairWindow.SHORT, PairWindow.MIDDLE, PairWindow.LONG)) {
                long edge = now - look.toNanos();
                double expected = 0;
                for (long[] interval : all) {
                    double inside = interval[1] - Math.max(edge, interval[0]);
                    expected += interval[2] * Math.max(0, inside) / (interval[1] - interval[0]);
                }
                assertThat(window.over(look, now).movedBytes()).isEqualTo(expected, within(1e-6 * (1 + expected)));
            }
        }
    }

    private PipeDecision tenSeconds(Duration length) {
        return watch.interval(length, Seen.of(P).moved(10 * MB)).pipes().getFirst();
    }

    private static TransferSums sums(long bytes) {
        TransferSums sums = new TransferSums();
        sums.add(Seen.of(P).moved(bytes).in(1));
        return sums;
    }
}
