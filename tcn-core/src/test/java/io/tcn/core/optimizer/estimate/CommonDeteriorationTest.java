// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.Tables;
import org.junit.jupiter.api.Test;

/// Each connection above 40 costs 2 % of a resource: 20 % are lost with 50 connections, 40 % with 60, 60 % with 70.
class CommonDeteriorationTest {
    private final CommonDeterioration common = new CommonDeterioration();

    private static double loss(double connections) {
        return 0.02 * Math.max(0, connections - 40);
    }

    /// Resources 0 to 2 are full with 50, 60 and 70 connections.
    private void seeThreeThatAreFull(int resources) {
        common.adopt(Tables.ofNew(resources), new PipeTable());
        for (int r = 0; r < 3; r++) {
            double n = 50 + 10 * r;
            common.see(r, n, loss(n), r);
        }
    }

    /// Three points are believed when they are there for a second time.
    private void assertFound() {
        common.conclude();
        common.conclude();
        assertThat(common.isKnown()).isTrue();
        assertThat(common.lossPerConnection()).isCloseTo(0.02, within(1e-6));
        assertThat(common.fromConnections()).isCloseTo(40, within(1e-4));
    }

    @Test
    void threeThatAreFullShowIt() {
        seeThreeThatAreFull(3);
        assertFound();
    }

    @Test
    void threeOnALineForOneIntervalMayBeChance() {
        seeThreeThatAreFull(3);
        common.conclude();
        assertThat(common.isKnown()).isFalse();
        // With more connections they carry as much more, so that none of them was full.
        for (int r = 0; r < 3; r++) {
            common.see(r, 60 + 12 * r, loss(50 + 10 * r) - 0.15, r);
        }
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    /// Who is held back is so by one resource: of all on its way at most one is full.
    @Test
    void onePipeDoesNotSpeakForSeveral() {
        common.adopt(Tables.ofNew(4), new PipeTable());
        for (int r = 0; r < 4; r++) {
            common.see(r, 50 + 5 * r, loss(50 + 5 * r), r / 2);
        }
        common.conclude();
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    @Test
    void fourOnALineAreBelievedAtOnce() {
        seeThreeThatAreFull(4);
        common.see(3, 65, loss(65), 3);
        common.conclude();
        assertThat(common.isKnown()).isTrue();
    }

    /// Two carry a tenth more than the map says: where it is wrong that way, losses may be its errors too.
    @Test
    void aMapThatTellsTooLittleSpeaksAgainstIt() {
        seeThreeThatAreFull(5);
        common.see(3, 12, -0.1, CommonDeterioration.NOBODY);
        common.see(4, 30, -0.1, CommonDeterioration.NOBODY);
        common.conclude();
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    @Test
    void twoMayBeChance() {
        common.adopt(Tables.ofNew(2), new PipeTable());
        common.see(0, 50, loss(50), 0);
        common.see(1, 60, loss(60), 1);
        common.conclude();
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    /// They carry less than they could, which says nothing.
    @Test
    void resourcesThatAreNotFullDoNotDisturb() {
        seeThreeThatAreFull(8);
        common.see(3, 20, 0.5, 3);
        common.see(4, 45, 0.9, 4);
        common.see(5, 55, 0.7, 5);
        common.see(6, 62, 0.95, 6);
        common.see(7, 10, 0.3, 7);
        assertFound();
    }

    /// With 68 connections another one carries three quarters of what it has: so not every resource loses 2 %.
    @Test
    void oneThatCarriesMoreThanThatRefutesIt() {
        seeThreeThatAreFull(4);
        common.see(3, 68, 0.25, CommonDeterioration.NOBODY);
        common.conclude();
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    /// Capacities of the map that are a quarter too great lose a quarter, with however many connections.
    @Test
    void wrongCapacitiesAreNoDeterioration() {
        common.adopt(Tables.ofNew(6), new PipeTable());
        for (int r = 0; r < 6; r++) {
            common.see(r, 15 + 10 * r, 0.25, r);
        }
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }

    @Test
    void whatIsBelievedSurvivesOtherPathsUntilMeasurementsContradict() {
        seeThreeThatAreFull(3);
        assertFound();
        common.adopt(Tables.ofNew(3), new PipeTable());
        seeThreeThatAreFull(3);
        assertFound();
        common.adopt(Tables.ofNew(3), new PipeTable());
        for (int r = 0; r < 3; r++) {
            common.see(r, 50 + 10 * r, 0, r);
        }
        common.conclude();
        assertThat(common.isKnown()).isFalse();
    }
}
