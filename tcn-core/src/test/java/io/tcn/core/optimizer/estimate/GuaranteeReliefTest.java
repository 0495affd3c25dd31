// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.ascent.Tables;
import org.junit.jupiter.api.Test;

/// A resource that carries 10 Mbit/s with up to 20 connections, and 2 % less with each more; a connection carries
/// 0.3 Mbit/s by itself.
class GuaranteeReliefTest {
    private static final double ALONE = 0.3;

    private final GuaranteeRelief relief = new GuaranteeRelief();

    GuaranteeReliefTest() {
        relief.adopt(Tables.ofNew(1));
    }

    private static double carried(double connections) {
        return Math.min(ALONE * connections, 10 * (1 - 0.02 * Math.max(0, connections - 20)));
    }

    private void see(boolean owed, double connections) {
        relief.see(0, owed, connections, carried(connections), ALONE * connections);
    }

    @Test
    void nothingIsLimitedUnlessAGuaranteeWasShortWhereLessWasCarried() {
        see(true, 50);

        assertThat(relief.isActive(0)).isFalse();
    }

    @Test
    void othersGiveWayUntilConnectionsSufferNoMore() {
        relief.begin(0, 40);
        for (int k = 0; k < 20; k++) {
            see(true, relief.connections(0));
        }

        // 28.9 connections carry what they do by themselves.
        assertThat(relief.connections(0)).isBetween(27.0, 33.0);
    }

    @Test
    void whereFewerCarryLessItGoesBack() {
        relief.begin(0, 40);
        // Half of it would suffice by what rates say, but what is carried goes with the connections.
        for (int k = 0; k < 20; k++) {
            double n = relief.connections(0);
            relief.see(0, true, n, 0.1 * n, ALONE * n);
        }

        assertThat(relief.connections(0)).isBetween(30.0, 45.0);
    }

    @Test
    void itEndsWhenNobodyNeedsTheRoom() {
        relief.begin(0, 40);
        for (int k = 0; k < 20; k++) {
            see(false, 25);
        }

        assertThat(relief.isActive(0)).isFalse();
    }

    /// Fourteen pipes have their least connections, and are asked to have fewer.
    @Test
    void itEndsAlsoWhereLeastConnectionsAreMoreThanItAsksFor() {
        relief.begin(0, 16);
        for (int k = 0; k < 60; k++) {
            relief.see(0, true, 14, 7, 14);
        }
        assertThat(relief.connections(0)).isLessThan(14);
        for (int k = 0; k < 60; k++) {
            relief.see(0, false, 14, 14, 14);
        }
        assertThat(relief.isActive(0)).isFalse();
    }
}
