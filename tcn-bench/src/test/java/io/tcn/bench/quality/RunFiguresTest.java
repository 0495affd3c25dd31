// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.bench.quality.RunFigures.Kind;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class RunFiguresTest {
    /// A run whose share of the optimum is given per interval, counted from 1; all of it within the bounds.
    private static Trace trace(int intervals, IntToDoubleFunction share) {
        Trace trace = new Trace(intervals);
        for (int k = 0; k < intervals; k++) {
            trace.totalBps[k] = 1e9 * share.applyAsDouble(k + 1);
            trace.keptBps[k] = trace.totalBps[k];
        }
        return trace;
    }

    private static RunFigures figures(Trace trace, int changeAfter, boolean bounded) {
        double[] optimumBps = new double[trace.intervals()];
        double[] connections = new double[trace.intervals()];
        Arrays.fill(optimumBps, 1e9);
        Arrays.fill(connections, 7);
        return RunFigures.of(trace, optimumBps, connections, changeAfter, bounded);
    }

    @Test
    void aShareIsTheMeanOverTheFiveIntervalsThatEndThere() {
        // Intervals 16 to 20 have shares 0.16 to 0.20: 0.18 on average.
        RunFigures figures = figures(trace(60, interval -> interval / 100.0), 0, false);

        assertThat(figures.get(Kind.SHARE_20)).isCloseTo(0.18, within(1e-12));
        assertThat(figures.get(Kind.SHARE_60)).isCloseTo(0.58, within(1e-12));
        assertThat(figures.get(Kind.SHARE_100)).isNaN();
        assertThat(figures.get(Kind.LEAST_SHARE)).isCloseTo(0.20, within(1e-12));
        assertThat(figures.get(Kind.CONNECTIONS_OF_OPTIMUM)).isEqualTo(7);
    }

    @Test
    void intervalsToNinetyPercentCountThoseThatPassBeforeItStaysGood() {
        // Good from interval 13 on: twelve have passed. Windows from 12 on hold one bad interval of 0.5: their mean is
        // (0.5 + 4) / 5 = 0.9, good enough: eleven have passed.
        assertThat(figures(trace(60, interval -> interval > 12 ? 1 : 0.5), 0, false)
                        .get(Kind.TO_90))
                .isEqualTo(11);
        assertThat(figures(trace(60, interval -> interval > 12 ? 1 : 0), 0, false)
                        .get(Kind.TO_90))
                .isEqualTo(12);
        assertThat(figures(trace(60, interval -> 1), 0, false).get(Kind.TO_90)).isZero();
        assertThat(figures(trace(60, interval -> 0.89), 0, false).get(Kind.TO_90))
                .isInfinite();
    }

    @Test
    void aGoodMomentIsNotEnough() {
        // Good in 6 to 15, which are ten intervals but six windows, then from 31 on.
        Trace trace = trace(60, interval -> (interval > 5 && interval <= 15) || interval > 30 ? 1 : 0);

        assertThat(figures(trace, 0, false).get(Kind.TO_90)).isEqualTo(30);
    }

    @Test
    void afterAChangeTheWayBackIsCountedFromThere() {
        // Good from the third interval, worse after 20, good again from interval 28 on: seven have passed since.
        Trace trace = trace(60, interval -> interval < 3 || (interval > 20 && interval < 28) ? 0.2 : 1);

        RunFigures figures = figures(trace, 20, false);

        assertThat(figures.get(Kind.TO_90)).isEqualTo(2);
        assertThat(figures.get(Kind.BACK_TO_90)).isEqualTo(7);
        assertThat(figures(trace, 0, false).get(Kind.BACK_TO_90)).isNaN();
    }

    @Test
    void whatBreaksABoundIsNoWayToTheOptimum() {
        Trace trace = trace(60, interval -> 1.5);
        Arrays.fill(trace.keptBps, 0.6e9);
        Arrays.fill(trace.meanExcess, 0.1);
        trace.worstExcess[40] = 3;
        trace.worstExcess[2] = 5;

        RunFigures figures = figures(trace, 0, true);

        assertThat(figures.get(Kind.SHARE_60)).isCloseTo(1.5, within(1e-12));
        assertThat(figures.get(Kind.KEPT_SHARE)).isCloseTo(0.6, within(1e-12));
        assertThat(figures.get(Kind.TO_90)).isInfinite();
        assertThat(figures.get(Kind.VIOLATION_MEAN)).isCloseTo(0.1, within(1e-12));
        assertThat(figures.get(Kind.VIOLATION_WORST))
                .as("the third interval counts, too")
                .isEqualTo(5);
        assertThat(figures(trace, 0, false).get(Kind.VIOLATION_MEAN)).isNaN();
    }

    @Test
    void whatIsMissingOfGuaranteesCountsFromTwentyOn() {
        Trace trace = trace(60, interval -> 1);
        assertThat(figures(trace, 0, false).get(Kind.SHORT_SHARE)).isNaN();
        assertThat(figures(trace, 0, false).get(Kind.EVENNESS)).isNaN();
        Arrays.fill(trace.worstShort, 0);
        Arrays.fill(trace.shortPart, 0);
        trace.worstShort[2] = 1;
        trace.worstShort[40] = 0.3;
        // One of two guarantees in one of the 41 intervals from 20 on.
        trace.shortPart[40] = 0.5;
        trace.evenness[30] = 0.8;
        trace.evenness[31] = 0.6;

        RunFigures figures = figures(trace, 0, false);

        assertThat(figures.get(Kind.SHORT_WORST)).isEqualTo(0.3);
        assertThat(figures.get(Kind.SHORT_SHARE)).isCloseTo(0.5 / 41, within(1e-12));
        assertThat(figures.get(Kind.EVENNESS)).isCloseTo(0.7, within(1e-12));
    }

    @Test
    void percentilesLieBetweenNeighboursAndKnowNever() {
        Percentiles eleven = Percentiles.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(eleven).isEqualTo(new Percentiles(1, 5, 9));

        double never = Double.POSITIVE_INFINITY;
        assertThat(Percentiles.of(4, never, 2)).isEqualTo(new Percentiles(2.4, 4, never));
        assertThat(Percentiles.of(Double.NaN, 3)).isEqualTo(new Percentiles(3, 3, 3));
        assertThat(Percentiles.of(Double.NaN).median()).isNaN();
    }
}
