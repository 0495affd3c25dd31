// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IncumbentTest {
    private static final double[] FLAT = {1, 1};

    private final Incumbent incumbent = new Incumbent();

    private static IntervalView view(double first, double second, boolean busy) {
        double[] zero = new double[2];
        boolean[] both = {busy, true};
        return new IntervalView(
                new PipeTable(),
                PathIndex.none(),
                false,
                both,
                both,
                new double[] {10, 10},
                new double[] {first, second},
                zero,
                zero,
                zero,
                both,
                zero,
                zero,
                0,
                10);
    }

    private boolean isLost(double[] connections, double first, double second) {
        return isLost(connections, first, second, false);
    }

    private boolean isLost(double[] connections, double first, double second, boolean crowded) {
        return incumbent.isLost(
                view(first, second, true), connections, FLAT, first + second, pipe -> 0, false, crowded);
    }

    /// The same where too many files keep their connections.
    private boolean isLostWithFiles(double[] connections, double first, double second) {
        return isLost(connections, first, second, true);
    }

    @Test
    void aFallLeadsBackToTheBestOnce() {
        assertThat(isLost(new double[] {10, 10}, 50, 50)).isFalse();
        assertThat(isLost(new double[] {12, 11}, 20, 40)).isTrue();
        assertThat(incumbent.connections(0)).isEqualTo(10);
        // There it is low, too: the network has changed.
        assertThat(isLost(new double[] {10, 10}, 25, 40)).isFalse();
        assertThat(isLost(new double[] {10, 10}, 25, 40)).isFalse();
    }

    @Test
    void stepsAreTrustedLessAfterEachFallAndMoreAgainWithoutOne() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(incumbent.radius(0)).isInfinite();
        isLost(new double[] {12, 10}, 20, 40);
        double afterOne = incumbent.radius(0);
        isLost(new double[] {10, 10}, 50, 50);
        isLost(new double[] {12, 10}, 20, 40);
        assertThat(incumbent.radius(0)).isLessThan(afterOne).isLessThan(10);
        for (int k = 0; k < 100; k++) {
            isLost(new double[] {10, 10}, 50, 50);
        }
        assertThat(incumbent.trust()).isEqualTo(1);
    }

    @Test
    void aFallWithFewerConnectionsIsNoCliff() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(isLost(new double[] {5, 10}, 25, 50)).isFalse();
    }

    @Test
    void anotherSituationBeginsAnew() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(incumbent.isLost(view(10, 50, false), new double[] {12, 12}, FLAT, 60, pipe -> 0, false, false))
                .isFalse();
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(incumbent.isLost(view(10, 50, true), new double[] {12, 12}, FLAT, 60, pipe -> 0, true, false))
                .isFalse();
    }

    @Test
    void littleLessIsNoFall() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(isLost(new double[] {12, 12}, 48, 49)).isFalse();
    }

    /// Files keep their connections: what was opened too much is open still when the way back begins.
    @Test
    void theWayBackIsGoneOnWhileFilesHaveNotEnded() {
        isLostWithFiles(new double[] {10, 10}, 50, 50);
        assertThat(isLostWithFiles(new double[] {20, 10}, 20, 40)).isTrue();
        assertThat(isLostWithFiles(new double[] {18, 10}, 22, 40)).isTrue();
        assertThat(isLostWithFiles(new double[] {16, 10}, 24, 40)).isTrue();
        assertThat(incumbent.connections(0)).isEqualTo(10);
        // Most of it is gone, and it is low still: the network has changed.
        assertThat(isLostWithFiles(new double[] {14, 10}, 26, 40)).isFalse();
        assertThat(incumbent.connections(0)).isEqualTo(14);
    }

    @Test
    void whereTooManyAreOpenThatNothingMovesIsNoReasonToForget() {
        isLostWithFiles(new double[] {10, 10}, 50, 50);
        assertThat(isLostWithFiles(new double[] {20, 20}, 0, 0)).isFalse();
        assertThat(isLostWithFiles(new double[] {19, 18}, 1, 1)).isTrue();
        assertThat(incumbent.connections(0)).isEqualTo(10);
    }

    @Test
    void whereNoMoreAreOpenAndNothingMovesTheBestIsForgotten() {
        isLostWithFiles(new double[] {10, 10}, 50, 50);
        assertThat(isLostWithFiles(new double[] {10, 10}, 0, 0)).isFalse();
        assertThat(isLostWithFiles(new double[] {12, 12}, 1, 1)).isFalse();
    }
}
