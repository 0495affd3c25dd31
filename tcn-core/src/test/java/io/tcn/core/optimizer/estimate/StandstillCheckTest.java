// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.ResourceTable;
import io.tcn.core.optimizer.ascent.Tables;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Two pipes, each over a link of its own, of which connections carry 1 Gbit/s by themselves.
class StandstillCheckTest {
    private static final double GBPS = 1e9;

    private final StandstillCheck check = new StandstillCheck();
    private final PathIndex paths;

    StandstillCheckTest() {
        SortedMap<PipeId, List<ResourceId>> ways = new TreeMap<>();
        for (String name : List.of("a", "b")) {
            ways.put(PipeId.of(name), List.of(ResourceId.of("link-" + name)));
        }
        IntervalView first = new Tables().next(ways, 400 * GBPS);
        paths = first.paths();
        check.adopt(first);
    }

    private void see(double[] connections, double... movedGbps) {
        double[] moved = {movedGbps[0] * GBPS, movedGbps[1] * GBPS};
        boolean[] both = {true, true};
        double[] nothing = new double[2];
        check.see(
                new IntervalView(
                        new PipeTable(),
                        new ResourceTable(),
                        paths,
                        false,
                        both,
                        both,
                        connections,
                        moved,
                        nothing,
                        nothing,
                        nothing,
                        both,
                        nothing,
                        nothing,
                        0,
                        10),
                i -> GBPS);
    }

    private static double[] open(double first, double second) {
        return new double[] {first, second};
    }

    @Test
    void whereOneStandsStillNobodyComesNear() {
        see(open(54, 40), 54, 40);
        assertThat(check.mostConnections()).isInfinite();
        see(open(64, 42), 0, 42);
        assertThat(check.mostConnections()).isEqualTo(48);
    }

    @Test
    void theNumberIsLookedForAgainInTime() {
        see(open(54, 40), 54, 40);
        see(open(64, 42), 0, 42);
        for (int k = 0; k < 100; k++) {
            see(open(30, 42), 30, 42);
        }
        assertThat(check.mostConnections()).isCloseTo(0.75 * 64 * Math.pow(1.002, 100), within(0.1));
    }

    @Test
    void whoMovesWithAsManyRefutesIt() {
        see(open(54, 40), 54, 40);
        see(open(64, 42), 0, 42);
        see(open(64, 65), 0, 60);
        assertThat(check.mostConnections()).isInfinite();
    }

    @Test
    void theSameThatMovesAgainRefutesIt() {
        see(open(54, 40), 54, 40);
        see(open(64, 42), 0, 42);
        see(open(64, 42), 64, 42);
        assertThat(check.mostConnections()).isInfinite();
    }

    /// A storage that is down has no more connections than before.
    @Test
    void aStandstillWithoutMoreConnectionsSaysNothing() {
        see(open(54, 40), 54, 40);
        see(open(54, 40), 0, 40);
        assertThat(check.mostConnections()).isInfinite();
    }

    /// It went down just as its connections grew: with as few as it had before it would move again.
    @Test
    void whatStandsStillWithFewerIsDown() {
        see(open(54, 40), 54, 40);
        see(open(64, 42), 0, 42);
        see(open(58, 42), 0, 42);
        assertThat(check.mostConnections()).isFinite();
        see(open(48, 42), 0, 42);
        assertThat(check.mostConnections()).isInfinite();
    }

    /// One interval of nothing anywhere is a measurement that has failed.
    @Test
    void nothingAnywhereSaysNothing() {
        see(open(54, 40), 54, 40);
        see(open(64, 50), 0, 0);
        assertThat(check.mostConnections()).isInfinite();
    }

    @Test
    void fewConnectionsBringNothingToAStandstill() {
        see(open(5, 3), 5, 3);
        see(open(10, 3), 0, 3);
        assertThat(check.mostConnections()).isInfinite();
    }

    @Test
    void whatNeverMovedSaysNothing() {
        see(open(64, 40), 0, 40);
        assertThat(check.mostConnections()).isInfinite();
    }
}
