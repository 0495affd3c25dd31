// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestPaceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aSecondsWorthMayComeAtOnceAndThenOneAfterTheOther() {
        RequestPace pace = new RequestPace(10);
        long now = Long.MAX_VALUE - 5;
        for (int i = 0; i < 11; i++) {
            assertThat(pace.enter("a", now)).as("request %d", i).isNull();
        }
        assertThat(pace.enter("a", now)).isEqualTo(Duration.ofMillis(100));
        assertThat(pace.enter("b", now)).isNull();
        // The clock may turn over.
        assertThat(pace.enter("a", now + SECOND / 10)).isNull();
        assertThat(pace.enter("a", now + SECOND / 10)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void whateverTheTimesNoStretchHasMoreThanThePaceAndASecondsWorth() {
        SplittableRandom random = new SplittableRandom(19);
        RequestPace pace = new RequestPace(7);
        long[] taken = new long[4_000];
        int count = 0;
        long now = 0;
        for (int i = 0; i < taken.length; i++) {
            now += random.nextInt(5) == 0 ? random.nextLong(SECOND) : random.nextLong(SECOND / 50);
            if (pace.enter("a", now) == null) {
                taken[count++] = now;
            }
        }
        for (int from = 0; from < count; from++) {
            for (int to = from; to < Math.min(count, from + 200); to++) {
                assertThat(to - from).isLessThanOrEqualTo((int) ((taken[to] - taken[from]) * 7 / SECOND) + 8);
            }
        }
        // And it is not stricter than it says.
        assertThat(count).isGreaterThan((int) (now * 5 / SECOND));
    }
}
