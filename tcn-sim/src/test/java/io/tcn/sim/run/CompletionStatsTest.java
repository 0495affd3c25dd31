// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CompletionStatsTest {
    private static CompletionSummary ofOneTo(int count) {
        CompletionStats stats = new CompletionStats();
        for (int i = count; i >= 1; i--) {
            stats.add(i, i);
        }
        return stats.summary(7);
    }

    @Test
    void quantilesOfFewAreThoseOfTheNearestRank() {
        CompletionSummary ten = ofOneTo(10);

        assertThat(ten.p50Seconds()).isEqualTo(5);
        assertThat(ten.p90Seconds()).isEqualTo(9);
        assertThat(ten.p99Seconds()).isEqualTo(10);
        assertThat(ten.meanSeconds()).isCloseTo(5.5, within(1e-9));
        assertThat(ten.maxSeconds()).isEqualTo(10);
        assertThat(ten.unfinished()).isEqualTo(7);
        assertThat(ten.isExact()).isTrue();
    }

    @Test
    void quantilesOfManyAreAtMostAHundredthTooHigh() {
        CompletionSummary many = ofOneTo(200_000);

        assertThat(many.isExact()).isFalse();
        assertThat(many.p50Seconds()).isBetween(100_000.0, 101_000.0);
        assertThat(many.p99Seconds()).isBetween(198_000.0, 200_000.0);
        assertThat(many.maxSeconds()).isEqualTo(200_000);
        assertThat(many.meanSeconds()).isCloseTo(100_000.5, within(1e-6));
    }

    @Test
    void withoutAnyThereIsNoTime() {
        CompletionSummary none = new CompletionStats().summary(3);

        assertThat(none.meanSeconds()).isNaN();
        assertThat(none.p50Seconds()).isNaN();
        assertThat(none.unfinished()).isEqualTo(3);
    }
}
