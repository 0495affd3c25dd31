// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IncumbentTest {
    private static final double[] FLAT = {1, 1};
    private static final Incumbent.Value SUM =
            (throughputBps, connections) -> Arrays.stream(throughputBps).sum();

    private final Incumbent incumbent = new Incumbent(pipe -> 0);

    private final Tables tables = new Tables();

    /// Per pipe whether what was last was its best.
    private boolean[] best = {};

    /// Two pipes over one link.
    private IntervalView view(double first, double second, boolean busy) {
        return view(
                tables.next(ways(List.of("a1", "a2")), 100),
                new boolean[] {busy, true},
                new double[] {10, 10},
                first,
                second);
    }

    private static SortedMap<PipeId, List<ResourceId>> ways(List<String> pipes) {
        SortedMap<PipeId, List<ResourceId>> ways = new TreeMap<>();
        pipes.forEach(pipe -> ways.put(PipeId.of(pipe), List.of(ResourceId.of("link-" + pipe.charAt(0)))));
        return ways;
    }

    private static IntervalView view(IntervalView next, boolean[] busy, double[] connections, double... movedBps) {
        double[] none = new double[busy.length];
        return new IntervalView(
                next.table(),
                next.resources(),
                next.paths(),
                true,
                busy,
                busy,
                connections,
                movedBps,
                none,
                none,
                none,
                busy,
                none,
                none,
                0,
                10);
    }

    private boolean isLost(double[] connections, double first, double second) {
        return isLost(connections, first, second, false);
    }

    private boolean isLost(double[] connections, double first, double second, boolean crowded) {
        return incumbent.isLost(view(first, second, true), connections, FLAT, SUM, null, whose -> {}, crowded);
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
        assertThat(incumbent.trust(0)).isEqualTo(1);
    }

    @Test
    void aFallWithFewerConnectionsIsNoCliff() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(isLost(new double[] {5, 10}, 25, 50)).isFalse();
    }

    @Test
    void anotherSituationBeginsAnew() {
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(incumbent.isLost(view(10, 50, false), new double[] {12, 12}, FLAT, SUM, null, whose -> {}, false))
                .isFalse();
        isLost(new double[] {10, 10}, 50, 50);
        assertThat(incumbent.isLost(
                        view(10, 50, true),
                        new double[] {12, 12},
                        FLAT,
                        SUM,
                        new boolean[] {true, false},
                        whose -> {},
                        false))
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

    /// Pipes whose names begin with the same letter share a link; all that are there have work.
    private boolean isLost(List<String> pipes, double[] movedBps, double... connections) {
        return isLost(pipes, movedBps, false, connections);
    }

    private boolean isLost(List<String> pipes, double[] movedBps, boolean crowded, double... connections) {
        boolean[] all = new boolean[connections.length];
        Arrays.fill(all, true);
        double[] flat = new double[connections.length];
        Arrays.fill(flat, 1);
        IntervalView view = view(tables.next(ways(pipes), 100), all, connections, movedBps);
        return incumbent.isLost(view, connections, flat, SUM, null, whose -> best = whose, crowded);
    }

    @Test
    void aPipeThatComesElsewhereIsNoReasonToForget() {
        assertThat(isLost(List.of("a", "c"), new double[] {50, 50}, 10, 10)).isFalse();
        assertThat(isLost(List.of("a", "b", "c"), new double[] {50, 30, 20}, 10, 3, 14))
                .isTrue();
        assertThat(incumbent.connections(2)).isEqualTo(10);
        assertThat(incumbent.connections(1)).isEqualTo(3);
    }

    @Test
    void whoSharesSomethingWithANewOneBeginsAnew() {
        isLost(List.of("a", "c1"), new double[] {50, 50}, 10, 10);
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {50, 10, 10}, 10, 14, 3))
                .isFalse();
        assertThat(incumbent.connections(1)).isEqualTo(14);
        // The others are still known.
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {20, 10, 10}, 14, 14, 3))
                .isTrue();
        assertThat(incumbent.connections(0)).isEqualTo(10);
    }

    @Test
    void whoLeavesTakesWhatHeMovedWithHim() {
        isLost(List.of("a", "b", "c"), new double[] {50, 50, 50}, 10, 10, 10);
        assertThat(isLost(List.of("a", "c"), new double[] {50, 50}, 10, 10)).isFalse();
        assertThat(isLost(List.of("a", "c"), new double[] {50, 20}, 10, 14)).isTrue();
    }

    /// Who came since the best was seen has nothing to go back to, and does not keep the others on their way.
    @Test
    void whoIsNewDoesNotKeepOthersGoingBack() {
        isLost(List.of("a", "c1"), new double[] {50, 50}, 10, 10);
        isLost(List.of("a", "c1", "c2"), new double[] {49, 50, 10}, 10, 10, 1);
        assertThat(incumbent.hasBest(0)).isTrue();
        assertThat(incumbent.hasBest(2)).isFalse();
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {49, 10, 10}, true, 10, 10, 20))
                .isTrue();
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {49, 10, 10}, true, 10, 10, 20))
                .isFalse();
    }

    /// An interval of which nothing can be told.
    @Test
    void noNumberIsNoBest() {
        isLost(List.of("a", "c1"), new double[] {50, 50}, 10, 10);
        isLost(List.of("a", "c1", "c2"), new double[] {50, 50, Double.NaN}, 10, 10, 1);
        isLost(List.of("a", "c1", "c2"), new double[] {50, 50, 10}, 10, 10, 1);
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {20, 50, 10}, 14, 10, 1))
                .isTrue();
    }

    /// Steps of who has just got work, or of whom something else is asked, are trusted; and of the others not.
    @Test
    void whoBeginsAnewIsTrusted() {
        isLost(List.of("a", "c1"), new double[] {50, 50}, 10, 10);
        assertThat(isLost(List.of("a", "c1"), new double[] {20, 20}, 14, 14)).isTrue();
        assertThat(isLost(List.of("a", "c1"), new double[] {48, 48}, 10, 10)).isFalse();
        isLost(List.of("a", "c1", "c2"), new double[] {48, 48, 10}, 10, 10, 1);
        assertThat(incumbent.radius(1)).isFinite();
        assertThat(incumbent.radius(2)).isInfinite();
        assertThat(incumbent.hasBest(1)).isTrue();
        assertThat(best).containsExactly(false, true, true);

        IntervalView same = view(
                tables.next(ways(List.of("a", "c1", "c2")), 100),
                new boolean[] {true, true, true},
                new double[] {10, 10, 1},
                48,
                46,
                10);
        incumbent.isLost(
                same,
                new double[] {10, 10, 1},
                new double[] {1, 1, 1},
                SUM,
                new boolean[] {true, false, false},
                whose -> best = whose,
                false);
        assertThat(incumbent.hasBest(0)).isFalse();
        assertThat(incumbent.radius(0)).isInfinite();
        assertThat(best).containsExactly(true, false, false);
    }

    /// Files linger on the way back: what is open then is no best, whoever comes meanwhile.
    @Test
    void whoIsOnItsWayBackGoesOnOnIt() {
        isLost(List.of("a", "c1"), new double[] {50, 50}, 10, 10);
        assertThat(isLost(List.of("a", "c1"), new double[] {10, 20}, true, 30, 20))
                .isTrue();
        assertThat(isLost(List.of("a", "c1", "c2"), new double[] {10, 20, 1}, true, 29, 19, 1))
                .isTrue();
        assertThat(incumbent.connections(1)).isEqualTo(10);
    }
}
