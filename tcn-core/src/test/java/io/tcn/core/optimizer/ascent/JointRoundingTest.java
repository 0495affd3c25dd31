// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Three pipes with 2.5 connections each share a row of 7.5 connections.
class JointRoundingTest {
    private static final double[] REAL = {2.5, 2.5, 2.5};

    private static final Staying NONE = Staying.none(3);

    private static StepRows rows(boolean hard) {
        StepRows rows = new StepRows();
        rows.clear();
        rows.begin(7.5, 0);
        rows.hard(hard);
        for (int i = 0; i < REAL.length; i++) {
            rows.add(i, 1);
        }
        return rows;
    }

    @Test
    void roundingDoesNotExceedAHardRow() {
        int[] published = {3, 3, 3};
        double[] carry = {0.4, 0.1, 0.2};
        WholeLimits.keepRows(rows(true), REAL, published, carry, NONE);
        assertThat(published).containsExactly(3, 2, 2);
    }

    @Test
    void whatGaveWayIsOwed() {
        int[] published = {3, 3, 3};
        double[] carry = {0.4, 0.1, 0.2};
        WholeLimits.keepRows(rows(true), REAL, published, carry, NONE);
        assertThat(carry).containsExactly(0.4, 1.1, 1.2);
    }

    @Test
    void whatLingersDoesNotGiveWay() {
        int[] published = {3, 3, 3};
        // The limit of the row knows what of the first two is open anyway: only the third one can give way.
        Staying staying = new Staying(new double[] {3, 3, 0}, 1);
        WholeLimits.keepRows(rows(true), REAL, published, new double[] {0.1, 0.2, 0.4}, staying);
        assertThat(published).containsExactly(3, 3, 2);
    }

    @Test
    void otherRowsAreKeptOnAverageOnly() {
        int[] published = {3, 3, 3};
        WholeLimits.keepRows(rows(false), REAL, published, new double[3], NONE);
        assertThat(published).containsExactly(3, 3, 3);
    }

    /// Its resource and something of its own have a line each.
    @Test
    void whoGivesWayToTwoRowsIsServedInItsTurn() {
        double[] real = {0.8};
        StepRows rows = new StepRows();
        rows.clear();
        for (int row = 0; row < 2; row++) {
            rows.begin(0.8, 0);
            rows.hard(true);
            rows.add(0, 1);
        }
        CarryRounding rounding = new CarryRounding(new SplittableRandom(1));
        double[] carry = {0.5};
        int served = 0;
        for (int interval = 0; interval < 100; interval++) {
            int[] published = {rounding.round(real[0], carry, 0)};
            WholeLimits.keepRows(rows, real, published, carry, Staying.none(1));
            served += published[0];
        }
        assertThat(served).isBetween(78, 82);
    }
}
