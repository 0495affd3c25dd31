// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeanLimitsTest {
    private static final double CAPACITY = 100;
    private static final double EXACT = 1e-9;

    private final LeanLimits limits = new LeanLimits(2);

    private void see(int intervals, double carried, boolean full, boolean reason) {
        for (int k = 0; k < intervals; k++) {
            limits.see(0, carried, CAPACITY, full, reason);
        }
    }

    /// There has to be a reason in two intervals first.
    @Test
    void aLimitIsLoweredWhileAsMuchIsCarried() {
        see(1, 97, true, true);
        assertThat(limits.part(0)).isEqualTo(1);
        see(2, 97, true, true);
        assertThat(limits.part(0)).isCloseTo(0.99 * 0.99, within(EXACT));
    }

    @Test
    void itGoesDownToSomePartOnly() {
        see(50, 97, true, true);
        assertThat(limits.part(0)).isEqualTo(0.92);
    }

    @Test
    void itComesBackWhereLessIsCarried() {
        see(20, 97, true, true);
        see(10, 90, false, true);
        assertThat(limits.part(0)).isEqualTo(1);
    }

    /// What is carried falls by what is asked for: that is no capacity that has gone.
    @Test
    void itDoesNotFollowWhatItBroughtAbout() {
        double least = 1;
        for (int k = 0; k < 500; k++) {
            limits.see(0, CAPACITY * limits.part(0), CAPACITY, true, true);
            least = k > 20 ? Math.min(least, limits.part(0)) : 1;
        }
        assertThat(least).isGreaterThan(0.95);
    }

    /// Others take a tenth of it for good.
    @Test
    void aCapacityThatHasGoneIsNotWaitedFor() {
        see(12, 97, true, true);
        see(50, 88, true, true);
        assertThat(limits.part(0)).isLessThan(0.95);
    }

    @Test
    void aLittleLessForOnceIsAsMuch() {
        see(5, 97, true, true);
        double before = limits.part(0);
        see(1, 92, false, true);
        assertThat(limits.part(0)).isLessThan(before);
    }

    @Test
    void nothingIsTriedWhereNobodyIsHeldBackBySeveral() {
        see(50, 97, true, false);
        assertThat(limits.part(0)).isEqualTo(1);
    }

    /// One that is told too small carries more before.
    @Test
    void whatWasNotSeenToBeFullHasToStayForSomeIntervals() {
        see(4, 97, false, true);
        assertThat(limits.part(0)).isEqualTo(1);
        see(1, 97, false, true);
        assertThat(limits.part(0)).isLessThan(1);
    }

    @Test
    void whereMoreIsCarriedThanIsKnownItComesBackSlowly() {
        see(12, 97, true, true);
        double before = limits.part(0);
        see(1, 106, true, true);
        assertThat(limits.part(0)).isCloseTo(before + 0.02, within(EXACT));
        see(20, 106, true, true);
        assertThat(limits.part(0)).isEqualTo(1);
    }

    @Test
    void nothingIsTriedWhereNobodyKnowsACapacity() {
        for (int k = 0; k < 20; k++) {
            limits.see(0, 97, Double.POSITIVE_INFINITY, true, true);
        }
        assertThat(limits.part(0)).isEqualTo(1);
    }

    @Test
    void nonsenseIsForgotten() {
        see(12, 97, true, true);
        see(1, Double.NaN, true, true);
        see(12, 97, true, true);
        assertThat(limits.part(0)).isBetween(0.92, 0.95);
    }

    @Test
    void itIsTakenOverWithEverythingElse() {
        see(12, 97, true, true);
        LeanLimits other = new LeanLimits(1);
        other.copy(0, limits, 0);
        see(1, 97, false, true);
        other.see(0, 97, CAPACITY, false, true);
        assertThat(other.part(0)).isEqualTo(limits.part(0)).isLessThan(1);
    }
}
