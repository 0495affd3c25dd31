// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.port.StageTotals;
import org.junit.jupiter.api.Test;

class StageActivityTest {
    private static final StageTotals BEFORE = new StageTotals(1_000, 500, 10, 5, 1, 2);

    @Test
    void itIsWhatHappenedBetweenTwoLooks() {
        // In 10 s: 30 s of reading and 10 s of waiting are four readers, a quarter of the time held back.
        StageTotals now = new StageTotals(11_000, 5_500, 40, 20, 11, 2);

        StageActivity seen = StageActivity.between(BEFORE, now, 10);

        assertThat(seen.readBps()).isEqualTo(8_000);
        assertThat(seen.writeBps()).isEqualTo(4_000);
        assertThat(seen.readers()).isEqualTo(4);
        assertThat(seen.writers()).isEqualTo(1.5);
        assertThat(seen.fullRatio()).isEqualTo(0.25);
        assertThat(seen.emptyRatio()).isZero();
        assertThat(seen.isSeen()).isTrue();
    }

    @Test
    void whereNothingHappenedOrThePlaneHadForgottenNothingIsTold() {
        assertThat(StageActivity.between(BEFORE, BEFORE, 10)).isEqualTo(StageActivity.NONE);
        assertThat(StageActivity.between(BEFORE, StageTotals.NONE, 10)).isEqualTo(StageActivity.NONE);
        assertThat(StageActivity.between(StageTotals.NONE, BEFORE, 0).isSeen()).isFalse();
    }
}
