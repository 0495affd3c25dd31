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
import io.tcn.core.optimizer.ascent.Tables;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A near pipe (0) and a far one (1) over one link and each over an access link of its own; sometimes over a second
/// link that they share. A connection of either carries 10 Mbit/s by itself; the far one is held back.
class BottleneckCandidatesTest {
    private static final double MEGA = 1e6;
    private static final int FAR = 1;

    private final List<PipeObservation> pipes = new ArrayList<>();
    private final SortedMap<ResourceId, Resource> links = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> ways = new TreeMap<>();

    /// What the candidate of the far pipe is, and how it came to be that.
    private record Found(String name, boolean ofSeveral, boolean far) {}

    private void link(String name, double megabits) {
        ResourceId id = ResourceId.of(name);
        links.put(
                id, new Resource(id, Resource.Kind.LINK, megabits < Double.POSITIVE_INFINITY ? megabits * MEGA : null));
    }

    private void pipe(String name, String... over) {
        pipes.add(Watched.idle(Watched.pipe(name, 1, 100), 1));
        ways.put(PipeId.of(name), Arrays.stream(over).map(ResourceId::of).toList());
    }

    private IntervalView view(PathIndex paths, double nearMegabits, double farMegabits) {
        double[] open = {4, 4};
        double[] moved = {4 * nearMegabits * MEGA, 4 * farMegabits * MEGA};
        double[] nothing = new double[2];
        boolean[] both = {true, true};
        return new IntervalView(
                Tables.ofNew(pipes),
                Tables.ofNew(paths),
                paths,
                true,
                both,
                both,
                open,
                moved,
                nothing,
                nothing,
                nothing,
                both,
                open,
                moved,
                0,
                10);
    }

    /// Both carried 10 Mbit/s a connection before.
    private Found candidateOfFar(boolean far, double nearMegabits, double farMegabits) {
        PathIndex paths = PathIndex.of(pipes, new NetworkMapSnapshot(new MapVersion(1), Instant.EPOCH, links, ways));
        ConnectionRates rates = new ConnectionRates();
        ResourceLoads loads = new ResourceLoads(rates);
        SteadyLoads steady = new SteadyLoads(rates, loads);
        BottleneckCandidates candidates = new BottleneckCandidates(rates, loads, steady, far);
        rates.observe(view(paths, 10, 10), new boolean[2]);
        IntervalView now = view(paths, nearMegabits, farMegabits);
        steady.adopt(now);
        candidates.adopt(now);
        // The same table twice would be new pipes again.
        rates.observe(again(now), new boolean[2]);
        loads.sum(now);
        candidates.see(now, paths::capacityBps);
        int found = candidates.of(FAR, BottleneckCandidates.NOTHING);
        String name = found < 0 ? "nothing" : paths.resource(found).id().value();
        return new Found(name, candidates.isOfSeveral(FAR), candidates.isFar(FAR));
    }

    private static IntervalView again(IntervalView view) {
        return new IntervalView(
                new PipeTable(),
                view.resources(),
                view.paths(),
                false,
                view.busy(),
                view.usable(),
                view.connections(),
                view.throughputBps(),
                view.spreadBps(),
                view.perConnectionBps(),
                view.bestPerConnectionBps(),
                view.comparable(),
                view.connectionsBefore(),
                view.throughputBeforeBps(),
                view.stays(),
                view.seconds());
    }

    private void uplink(double toldMegabits, double accessMegabits) {
        link("up", toldMegabits);
        link("access-near", 400);
        link("access-far", accessMegabits);
        pipe("a-near", "up", "access-near");
        pipe("b-far", "up", "access-far");
    }

    @Test
    void whatHoldsBackAFarOneIsWhatOthersUseToo() {
        uplink(150, 400);
        assertThat(candidateOfFar(true, 10, 3)).isEqualTo(new Found("up", false, true));
    }

    @Test
    void byMaxMinFairnessItIsItsOwnLinkHoweverMuchRoomThereIs() {
        uplink(150, 400);
        assertThat(candidateOfFar(false, 10, 3)).isEqualTo(new Found("access-far", false, false));
    }

    @Test
    void aLinkOfItsOwnThatIsFullExplainsIt() {
        uplink(150, 12);
        assertThat(candidateOfFar(true, 10, 3)).isEqualTo(new Found("access-far", false, false));
    }

    @Test
    void ofEquallyFastOnesTheSharedLinkIsTheCandidateByFairnessAlone() {
        uplink(42, 400);
        assertThat(candidateOfFar(true, 5, 5)).isEqualTo(new Found("up", false, false));
    }

    @Test
    void whatOthersUseCountsOnlyIfItsCapacityIsKnown() {
        uplink(Double.POSITIVE_INFINITY, 400);
        assertThat(candidateOfFar(true, 10, 3)).isEqualTo(new Found("access-far", false, false));
    }

    @Test
    void ofSeveralThatOthersUseOneThatIsNearlyFullIsEnough() {
        link("up", 54);
        link("core", 1000);
        pipe("a-near", "up", "core");
        pipe("b-far", "up", "core");
        assertThat(candidateOfFar(true, 10, 3)).isEqualTo(new Found("up", true, true));
        assertThat(candidateOfFar(false, 10, 3)).isEqualTo(new Found("nothing", false, false));
    }

    @Test
    void andNoneOfThemWhereAllHaveRoom() {
        link("up", 500);
        link("core", 1000);
        pipe("a-near", "up", "core");
        pipe("b-far", "up", "core");
        assertThat(candidateOfFar(true, 10, 3)).isEqualTo(new Found("nothing", false, false));
    }
}
