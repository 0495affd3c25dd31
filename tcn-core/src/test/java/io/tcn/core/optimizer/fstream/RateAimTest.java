// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Concurrency for a rate: 20 %, then 10 %, and back where more brings nothing.
class RateAimTest {
    private static final double MEGA = 1e6;

    @Test
    void farFromTheTargetItTakesAsManyAsCarryItAtMostTwiceAsMany() {
        RateAim aim = new RateAim();
        assertThat(aim.connections()).isEqualTo(1);
        assertThat(aim.next(10, 1, 10 * MEGA, 100 * MEGA)).isEqualTo(2);
        assertThat(aim.next(20, 2, 20 * MEGA, 100 * MEGA)).isEqualTo(4);
        assertThat(aim.next(30, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(8);
        // 8 carry 80, which is 20 % off: one more.
        assertThat(aim.next(40, 8, 80 * MEGA, 100 * MEGA)).isEqualTo(9);
        assertThat(aim.next(50, 9, 90 * MEGA, 100 * MEGA)).isEqualTo(9);
        // 20 carry 200: half of them.
        assertThat(aim.next(60, 20, 200 * MEGA, 100 * MEGA)).isEqualTo(10);
    }

    @Test
    void whereMoreBringsNothingItGoesBackForAMinute() {
        RateAim aim = new RateAim();
        assertThat(aim.next(10, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(8);
        // Four more would carry 40 more; they brought 5, less than a quarter of that.
        assertThat(aim.next(20, 8, 45 * MEGA, 100 * MEGA)).isEqualTo(4);
        assertThat(aim.next(30, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(4);
        assertThat(aim.next(79, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(4);
        assertThat(aim.next(81, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(8);
    }

    @Test
    void nothingSeenTeachesNothing() {
        RateAim aim = new RateAim();
        assertThat(aim.next(10, 4, 40 * MEGA, 100 * MEGA)).isEqualTo(8);
        assertThat(aim.next(20, 0, 0, 100 * MEGA)).isEqualTo(8);
        assertThat(aim.next(30, 8, 0, 100 * MEGA)).isEqualTo(8);
    }
}
