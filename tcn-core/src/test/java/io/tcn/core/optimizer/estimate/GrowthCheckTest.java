// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ascent.Tables;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Two pipes over one link, of which connections carry 0.3 Gbit/s by themselves unless a test says otherwise.
class GrowthCheckTest {
    private static final double GBPS = 1e9;
    private static final ResourceId LINK = ResourceId.of("link");

    private final GrowthCheck growth = new GrowthCheck();

    private final Tables tables = new Tables();

    GrowthCheckTest() {
        growth.adopt(tables.next(overTheLink("a", "b"), 40 * GBPS));
    }

    private static SortedMap<PipeId, List<ResourceId>> overTheLink(String... pipes) {
        SortedMap<PipeId, List<ResourceId>> ways = new TreeMap<>();
        for (String pipe : pipes) {
            ways.put(PipeId.of(pipe), List.of(LINK));
        }
        return ways;
    }

    private void see(double[] connections, double... movedGbps) {
        see(0.3 * (connections[0] + connections[1]), connections, movedGbps);
    }

    private void see(double aloneGbps, double[] connections, double... movedGbps) {
        see(true, aloneGbps, connections, movedGbps);
    }

    private void see(boolean filesStay, double aloneGbps, double[] connections, double... movedGbps) {
        double[] moved = {movedGbps[0] * GBPS, movedGbps[1] * GBPS};
        growth.begin(moved, connections);
        double open = connections[0] + connections[1];
        growth.see(0, moved[0] + moved[1], open, 0.1 * GBPS, aloneGbps * GBPS, filesStay);
    }

    private static double[] open(double first, double second) {
        return new double[] {first, second};
    }

    @Test
    void lessWithMoreConnectionsIsWorseUntilTheyAreGone() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 9, 9);
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(81);
        // Files have not ended.
        see(open(49, 50), 9, 9);
        assertThat(growth.isWorse(0)).isTrue();
        see(open(41, 41), 11, 11);
        assertThat(growth.isWorse(0)).isFalse();
    }

    @Test
    void aLittleLessIsNotWorse() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 10, 9.9);
        assertThat(growth.isWorse(0)).isFalse();
    }

    /// Files of a slow pipe have come where those of a fast one have ended: that is less, and nobody was hurt.
    @Test
    void lessBecauseOthersHaveTheConnectionsIsNotWorse() {
        see(open(40, 41), 18, 4);
        see(open(20, 81), 9, 8);
        assertThat(growth.isWorse(0)).isFalse();
    }

    @Test
    void lessThanBeforeButNearlyAllThatConnectionsCarryIsNotWorse() {
        see(22, open(40, 41), 11, 11);
        see(20, open(50, 51), 9, 9);
        assertThat(growth.isWorse(0)).isFalse();
    }

    @Test
    void lessWithAsManyAsBeforeIsAnotherNetwork() {
        see(open(40, 41), 11, 11);
        see(open(40, 41), 5, 6);
        see(open(50, 51), 6, 7);
        assertThat(growth.isWorse(0)).isFalse();
    }

    /// What was carried most is remembered while files do not stay, too.
    @Test
    void filesBeginToStayAfterAFall() {
        see(false, 24, open(40, 41), 11, 11);
        see(false, 30, open(50, 51), 9, 9);
        assertThat(growth.isWorse(0)).isFalse();
        see(true, 30, open(51, 51), 9, 9);
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(81);
    }

    /// A cliff gives back what it took; others on the way that have grown do not.
    @Test
    void lessStillWithAPartOfThemGoneWasSomethingElse() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 9, 9);
        see(open(50, 51), 8.5, 8.5);
        assertThat(growth.isWorse(0)).isTrue();
        see(open(46, 47), 8, 8);
        assertThat(growth.isWorse(0)).isFalse();

        // From here on it is tested again.
        see(open(52, 53), 8.2, 8.2);
        assertThat(growth.isWorse(0)).isFalse();
        see(open(60, 61), 6, 6);
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(105);
    }

    /// What storages report late is no refutation: the fall shows in the interval after the step only.
    @Test
    void aLittleMoreWithAPartOfThemGoneIsACliffStill() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 9.5, 9.5);
        see(open(50, 51), 8, 8);
        see(open(46, 47), 8.8, 8.8);
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(81);
    }

    @Test
    void nothingIsRefutedWhereNothingEnds() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 3, 3);
        for (int interval = 0; interval < 20; interval++) {
            see(open(50, 50), 0.1, 0);
        }
        assertThat(growth.isWorse(0)).isTrue();
        assertThat(growth.connections(0)).isEqualTo(81);
    }

    /// Another pipe elsewhere, and one more over the link that has nothing to do yet.
    @Test
    void otherPipesAreNoReasonToForget() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 9, 9);
        SortedMap<PipeId, List<ResourceId>> ways = overTheLink("a", "aa", "b");
        ways.put(PipeId.of("0"), List.of(ResourceId.of("elsewhere")));
        growth.adopt(tables.next(ways, 40 * GBPS));
        growth.begin(new double[] {1, 9 * GBPS, 0, 9 * GBPS}, new double[] {1, 49, 0, 50});
        growth.see(0, 1, 1, 1, 1, true);
        growth.see(1, 18 * GBPS, 99, 0.1 * GBPS, 0.3 * 99 * GBPS, true);
        assertThat(growth.isWorse(1)).isTrue();
        assertThat(growth.connections(1)).isEqualTo(81);
    }

    /// Without one of those who carried it less is carried, whatever the connections.
    @Test
    void whatAPipeCarriedThatIsGoneIsForgotten() {
        see(open(40, 41), 11, 11);
        see(open(50, 51), 9, 9);
        growth.adopt(tables.next(overTheLink("b", "c"), 40 * GBPS));
        assertThat(growth.isWorse(0)).isFalse();
        see(open(51, 60), 9, 2);
        assertThat(growth.isWorse(0)).isFalse();
    }
}
