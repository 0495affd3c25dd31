// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.PipeTable;
import io.tcn.core.optimizer.ascent.ResourceTable;
import io.tcn.core.optimizer.ascent.Tables;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A near pipe (0) that gets all that its connections can carry, and a far one (1) that gets the rest, over a link of
/// which the map tells nothing. A connection of either carries 10 Mbit/s by itself.
class SteadyLoadsTest {
    private static final double MEGA = 1e6;
    private static final double ALONE = 10 * MEGA;
    private static final int LINK = 0;

    private final ConnectionRates rates = new ConnectionRates();
    private final ResourceLoads loads = new ResourceLoads(rates);
    private final SteadyLoads steady = new SteadyLoads(rates, loads);
    private final List<PipeObservation> pipes =
            List.of(Watched.idle(Watched.pipe("a-near", 1, 100), 1), Watched.idle(Watched.pipe("b-far", 1, 100), 1));
    private final PathIndex paths = PathIndex.of(pipes, map());
    private final ResourceTable resources = Tables.ofNew(paths);
    private final PipeTable table = Tables.ofNew(pipes);
    private PipeTable pipesNow = table;
    private double[] openBefore = {1, 4};
    private double[] movedBefore = {ALONE, 4 * ALONE};

    private static NetworkMapSnapshot map() {
        ResourceId up = ResourceId.of("up");
        return new NetworkMapSnapshot(
                new MapVersion(1),
                Instant.EPOCH,
                new TreeMap<>(Map.of(up, new Resource(up, Resource.Kind.LINK, null))),
                new TreeMap<>(Map.of(PipeId.of("a-near"), List.of(up), PipeId.of("b-far"), List.of(up))));
    }

    /// An interval in which the far pipe has four connections.
    private IntervalView see(double near, double capacityBps) {
        return see(near, 4, capacityBps, Double.POSITIVE_INFINITY);
    }

    /// @param ownBps what something that only the far pipe uses carries
    private IntervalView see(double near, double far, double capacityBps, double ownBps) {
        double[] open = {near, far};
        double nearBps = Math.min(near * ALONE, capacityBps);
        double[] moved = {nearBps, Math.min(Math.min(far * ALONE, ownBps), capacityBps - nearBps)};
        double[] nothing = new double[2];
        boolean[] both = {true, true};
        IntervalView view = new IntervalView(
                pipesNow,
                resources,
                paths,
                false,
                both,
                new boolean[] {near > 0, far > 0},
                open,
                moved,
                nothing,
                nothing,
                nothing,
                both,
                openBefore,
                movedBefore,
                0,
                10);
        rates.observe(view, new boolean[2]);
        loads.sum(view);
        steady.see(view);
        rates.learn(view, new boolean[2], new boolean[2]);
        // The same table twice would be new pipes again.
        pipesNow = new PipeTable();
        openBefore = open;
        movedBefore = moved;
        return view;
    }

    private void begin() {
        steady.adopt(Tables.of(table, resources, paths));
    }

    private void nearComesAndGoes(double capacityBps) {
        begin();
        for (int k = 0; k < 20; k++) {
            see(3 + k % 3, capacityBps);
        }
    }

    @Test
    void aLinkThatCarriesTheSameWhateverComesIsFull() {
        nearComesAndGoes(60 * MEGA);
        assertThat(steady.isSteady(LINK)).isTrue();
    }

    @Test
    void aLinkThatCarriesWhatComesHasRoom() {
        nearComesAndGoes(600 * MEGA);
        assertThat(steady.isSteady(LINK)).isFalse();
        assertThat(steady.evidence(LINK)).isNegative();
    }

    @Test
    void whereNothingChangesNothingIsLearnt() {
        begin();
        for (int k = 0; k < 20; k++) {
            see(3, 60 * MEGA);
        }
        assertThat(steady.isSteady(LINK)).isFalse();
    }

    @Test
    void whatIsBelievedIsForgottenAgain() {
        nearComesAndGoes(60 * MEGA);
        for (int k = 0; k < 10; k++) {
            see(3 + k % 3, 600 * MEGA);
        }
        assertThat(steady.isSteady(LINK)).isFalse();
    }

    /// Others begin to use the link, little by little, while hardly anything is added by ours.
    @Test
    void whatOthersTakeSaysNothing() {
        begin();
        for (int k = 0; k < 10; k++) {
            see(3 + k % 3, 600 * MEGA);
        }
        for (int k = 0; k < 10; k++) {
            see(4 + 0.01 * k, (70 - 5 * k) * MEGA);
            assertThat(steady.isSteady(LINK)).isFalse();
        }
    }

    /// One interval of nonsense is forgotten.
    @Test
    void whatCannotBeIsNoEvidence() {
        nearComesAndGoes(60 * MEGA);
        see(1e300, 4, 1e306, Double.POSITIVE_INFINITY);
        see(Double.POSITIVE_INFINITY, 60 * MEGA);
        see(4, 60 * MEGA);
        see(5, 60 * MEGA);
        assertThat(steady.evidence(LINK)).isBetween(1.0, 4.0);
    }

    /// It had ten connections at a storage that carries what four do, and the link has room.
    @Test
    void thatOneGoesThatWasHeldBackElsewhereSaysNothing() {
        begin();
        for (int k = 0; k < 10; k++) {
            see(3 + k % 3, 10, 600 * MEGA, 40 * MEGA);
        }
        for (int k = 0; k < 10; k++) {
            see(4, 0, 600 * MEGA, 40 * MEGA);
            assertThat(steady.isSteady(LINK)).isFalse();
        }
    }

    /// The near one is the fastest, and held back by nothing: by max-min fairness nothing names the link.
    @Test
    void whoIsHeldBackThereIsHeldBackByTheLink() {
        begin();
        IntervalView last = see(3, 60 * MEGA);
        for (int k = 0; k < 20; k++) {
            last = see(3 + k % 3, 60 * MEGA);
        }
        BottleneckCandidates candidates = new BottleneckCandidates(rates, loads, steady, true);
        candidates.adopt(last);
        candidates.see(last, resource -> Double.POSITIVE_INFINITY);
        assertThat(candidates.of(1, BottleneckCandidates.NOTHING)).isEqualTo(LINK);
        assertThat(candidates.isFar(1)).isTrue();
        assertThat(candidates.isSteady(LINK)).isTrue();
    }
}
