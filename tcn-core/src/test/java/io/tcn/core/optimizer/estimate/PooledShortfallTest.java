// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PooledShortfallTest {
    private static final double TOLD = 100;
    private static final double ERROR = 4;

    private final PooledShortfall shortfall = new PooledShortfall(2);

    /// @return after how many intervals it is full; 0 if it is not within so many
    private int fullAfter(int intervals, double carried, double would, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 1; k <= intervals; k++) {
            double now = carried + noise * random.nextGaussian();
            if (shortfall.isFull(0, now, would, ERROR)) {
                return k;
            }
        }
        return 0;
    }

    /// A twentieth is 1.2 standard errors: 0.7 are added in each interval.
    @Test
    void whatIsMissingInEveryIntervalIsNoChance() {
        assertThat(fullAfter(20, 95, 100, 0, 1)).isEqualTo(9);
    }

    @Test
    void whatIsMissingInOneIntervalIs() {
        assertThat(shortfall.isFull(0, 85, 100, ERROR)).isFalse();
        for (int k = 0; k < 20; k++) {
            assertThat(shortfall.isFull(0, 100, 100, ERROR)).isFalse();
        }
    }

    /// Noise alone makes a resource full in one of some thousand intervals.
    @Test
    void noiseAloneIsSeldomTakenForIt() {
        int full = 0;
        for (long seed = 1; seed <= 100; seed++) {
            shortfall.copy(0, new PooledShortfall(1), 0);
            full += fullAfter(100, 100, 100, ERROR, seed) > 0 ? 1 : 0;
        }
        assertThat(full).isLessThan(10);
    }

    @Test
    void aLittleIsNotWorthIt() {
        assertThat(fullAfter(200, 97, 100, 0, 1)).isZero();
    }

    @Test
    void itIsForgottenWhileAnIntervalSaysNothing() {
        fullAfter(7, 95, 100, 0, 1);
        for (int k = 0; k < 10; k++) {
            shortfall.pass(0);
        }
        assertThat(fullAfter(6, 95, 100, 0, 1)).isZero();
    }

    @Test
    void otherResourcesAreNotMeant() {
        fullAfter(20, 95, 100, 0, 1);
        assertThat(shortfall.isFull(1, 95, 100, ERROR)).isFalse();
    }

    @Test
    void onlyACapacityThatIsToldAndNearlyUsedShowsSomething() {
        assertThat(PooledShortfall.mayShow(95, TOLD)).isTrue();
        assertThat(PooledShortfall.mayShow(89, TOLD)).isFalse();
        assertThat(PooledShortfall.mayShow(106, TOLD)).isFalse();
        assertThat(PooledShortfall.mayShow(95, Double.POSITIVE_INFINITY)).isFalse();
    }
}
