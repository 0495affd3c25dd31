// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CarriedElsewhereTest {
    private final CarriedElsewhere elsewhere = new CarriedElsewhere();

    private void carry(double[]... connectionsAndParts) {
        elsewhere.clear(connectionsAndParts.length);
        for (double[] each : connectionsAndParts) {
            elsewhere.add(each[0], each[1]);
        }
        elsewhere.order();
    }

    /// 48 carry a half elsewhere: 0.2 of a capacity with 40 becomes 0.24 with as many.
    @Test
    void asManyConnectionsAreTriedAsCarryAGreaterPartElsewhere() {
        carry(new double[] {48, 0.5}, new double[] {40, 0.2});

        assertThat(elsewhere.mostConnections(40, 0.2)).isEqualTo(48);
    }

    @Test
    void noMoreThanAQuarterIsAddedAtOnce() {
        carry(new double[] {100, 0.5});

        assertThat(elsewhere.mostConnections(40, 0.1)).isEqualTo(50);
    }

    /// 100 carry a fifth elsewhere: a resource that uses a fifth with 40 would use a half. What 100 connections have
    /// not
    /// been seen to carry they may not carry at all.
    @Test
    void aWideLinkShowsNothingToOneOfWhichMoreIsAskedFor() {
        carry(new double[] {100, 0.2});

        assertThat(elsewhere.mostConnections(40, 0.2)).isLessThan(40);
    }

    /// 80 carry 0.55 elsewhere, of which nine tenths, 0.495, may be used: with a hundredth each by 49.5.
    @Test
    void whatWouldBeUsedStaysBelowWhatIsCarriedElsewhere() {
        carry(new double[] {80, 0.55}, new double[] {30, 0.9});

        assertThat(elsewhere.mostConnections(45, 0.45)).isCloseTo(0.9 * 0.55 * 45 / 0.45, within(1e-9));
    }

    @Test
    void oneThatCarriesLessOnFewerShowsNothing() {
        carry(new double[] {48, 0.5}, new double[] {45, 0.4}, new double[] {42, 0.6});

        assertThat(elsewhere.mostConnections(40, 0.2)).isEqualTo(48);
        assertThat(elsewhere.mostConnections(40, 0.5)).isEqualTo(42);
    }

    @Test
    void whereNothingIsCarriedNothingIsShown() {
        carry();

        assertThat(elsewhere.mostConnections(40, 0.2)).isZero();
        assertThat(elsewhere.mostConnections(40, 0)).isZero();
    }
}
