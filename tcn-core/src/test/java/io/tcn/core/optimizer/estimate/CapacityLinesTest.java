// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// C = 100, and each connection above 10 costs 2: C(15) = 90, C(20) = 80, C(25) = 70.
class CapacityLinesTest {
    private static CapacityLines line() {
        CapacityLines lines = new CapacityLines(1);
        lines.begin(0, 20, 80, 1, 0, 4);
        return lines;
    }

    @Test
    void deteriorationIsLearntFromFullIntervals() {
        CapacityLines lines = line();
        for (int round = 0; round < 5; round++) {
            lines.learn(0, 15, 90, 1);
            lines.learn(0, 25, 70, 1);
        }
        assertThat(lines.slopeBps(0)).isCloseTo(2, within(0.05));
        assertThat(lines.limitBps(0, 20)).isCloseTo(80, within(0.5));
        assertThat(lines.interceptBps(0)).isCloseTo(120, within(1.5));
    }

    @Test
    void aPointThatWasSeenWithRoomIsKeptBelow() {
        CapacityLines lines = line();
        lines.keepAbove(0, 15, 90);
        assertThat(lines.limitBps(0, 15)).isCloseTo(90, within(1e-9));
    }

    @Test
    void aLineThatWasTooLowIsRaised() {
        CapacityLines lines = line();
        lines.raise(0, 20, 85);
        assertThat(lines.limitBps(0, 20)).isCloseTo(85, within(1e-9));
        lines.raise(0, 20, 50);
        assertThat(lines.limitBps(0, 20)).isCloseTo(85, within(1e-9));
    }

    @Test
    void numbersThatAreNotFiniteAreForgotten() {
        CapacityLines lines = line();
        lines.learn(0, 20, Double.NaN, 1);
        assertThat(lines.isKnown(0)).isFalse();
    }
}
