// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.Growth;
import io.tcn.core.ManualTime;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransportControlStateTest {
    private static final UserId CMS = UserId.of("cms");
    private static final Pipe PIPE = new Pipe(
            PipeId.of("p"), Endpoint.parse("https://a"), Endpoint.parse("https://b"), CMS, new PipeLimits(2, 9));

    private final TransportControlState state = new TransportControlState(new ManualTime());

    @Test
    void aPipeOfAnUnknownUserIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> state.putPipe(PIPE))
                .withMessageContaining("pipe p belongs to user cms, who is not known");
    }

    @Test
    void everyChangeMakesANewSnapshotAndLeavesTheOldOne() {
        StateSnapshot before = state.snapshot();
        state.putUser(User.of(CMS));
        state.putPipe(PIPE);
        assertThat(before.pipes()).isEmpty();
        assertThat(state.snapshot().revision()).isEqualTo(before.revision() + 2);
        assertThat(state.snapshot().pipes().values()).containsExactly(PIPE);
    }

    @Test
    void declaringPipesOneByOneCopiesNotAllThatWereDeclaredBefore() {
        double growth = Growth.of(500, size -> {
            TransportControlState fresh = new TransportControlState(new ManualTime());
            fresh.putUser(User.of(CMS));
            List<Pipe> pipes =
                    IntStream.range(0, size).mapToObj(i -> pipe("pipe-" + i)).toList();
            return () -> pipes.forEach(fresh::putPipe);
        });

        assertThat(growth).isLessThan(Growth.MOST);
    }

    private static Pipe pipe(String name) {
        return new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://" + name),
                Endpoint.parse("https://b"),
                CMS,
                new PipeLimits(2, 9));
    }

    private static NetworkMapSnapshot answer(double capacityBps, int second) {
        ResourceId link = ResourceId.of("link:x");
        return new NetworkMapSnapshot(
                new MapVersion(99),
                Instant.ofEpochSecond(second),
                new TreeMap<>(Map.of(link, new Resource(link, Resource.Kind.LINK, capacityBps))),
                new TreeMap<>(Map.of(PIPE.id(), List.of(link))));
    }

    @Test
    void anAnswerWithOtherContentIsTheNextVersionOfTheMapAndOneWithTheSameOnlyConfirmsIt() {
        assertThat(state.putMap(answer(10, 1))).isPresent();
        assertThat(state.putMap(answer(10, 2))).isEmpty();
        assertThat(state.snapshot().map().version()).isEqualTo(new MapVersion(1));
        assertThat(state.snapshot().map().asOf()).isEqualTo(Instant.ofEpochSecond(2));
        assertThat(state.putMap(answer(20, 3))).contains(state.snapshot().mapChange());
        assertThat(state.snapshot().map().version()).isEqualTo(new MapVersion(2));
    }

    @Test
    void whoHasSeenTheVersionBeforeIsGivenTheChangeThatWasWorkedOutWhenTheMapCame() {
        state.putMap(answer(10, 1));
        NetworkMapSnapshot first = state.snapshot().map();
        assertThat(state.snapshot().mapChangeSince(first)).isEmpty();
        state.putMap(answer(20, 2));
        assertThat(state.snapshot().mapChangeSince(first).orElseThrow())
                .isSameAs(state.snapshot().mapChange());
        // Who has seen nothing of the second version is told of both as one change: 10 -> 30.
        state.putMap(answer(30, 3));
        NetworkMapChange both = state.snapshot().mapChangeSince(first).orElseThrow();
        assertThat(both.capacities().values()).containsExactly(new NetworkMapChange.Capacities(10.0, 30.0));
        assertThat(both.from()).isEqualTo(new MapVersion(1));
        assertThat(both.to()).isEqualTo(new MapVersion(3));
    }

    @Test
    void theVersionOfThePipesGrowsWithThemAndWithNothingElse() {
        state.putUser(User.of(CMS));
        PipeTable none = state.snapshot().pipeTable();
        state.putMap(answer(10, 1));
        assertThat(state.snapshot().pipeTable().isSameAs(none)).isTrue();
        state.putPipe(PIPE);
        PipeTable one = state.snapshot().pipeTable();
        assertThat(one.isSameAs(none)).isFalse();
        assertThat(one.pipes()).containsExactly(PIPE);
        state.removePipe(PIPE.id());
        assertThat(state.snapshot().pipeTable().isSameAs(none)).isFalse();
    }

    @Test
    void mapsAndDeclarationsFromTwoThreadsLoseNothingOfEachOther() throws InterruptedException {
        state.putUser(User.of(CMS));
        int times = 2000;
        Thread mapLoop = new Thread(() -> {
            for (int i = 1; i <= times; i++) {
                state.putMap(answer(i, i));
            }
        });
        mapLoop.start();
        for (int i = 0; i < times; i++) {
            state.putPipe(pipe("pipe-" + i));
        }
        mapLoop.join();
        assertThat(state.snapshot().pipes()).hasSize(times);
        assertThat(state.snapshot().map().version()).isEqualTo(new MapVersion(times));
        assertThat(state.snapshot().revision()).isEqualTo(2L * times + 1);
    }

    @Test
    void aResourceControlReplacesOneOfItsKindOnly() {
        state.putResourceControl(new Bound(CMS, ResourceSet.ALL_LINKS.name(), new Bound.Rate(1)));
        state.putResourceControl(new RelativeWeight(CMS, ResourceSet.ALL_LINKS.name(), 2));
        state.putResourceControl(new Bound(CMS, ResourceSet.ALL_STORAGES.name(), new Bound.Rate(3)));
        Bound newer = new Bound(CMS, ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(0.5));
        state.putResourceControl(newer);
        assertThat(state.snapshot().resourceControls())
                .containsExactly(
                        new RelativeWeight(CMS, ResourceSet.ALL_LINKS.name(), 2),
                        new Bound(CMS, ResourceSet.ALL_STORAGES.name(), new Bound.Rate(3)),
                        newer);
        state.removeResourceControl(newer);
        assertThat(state.snapshot().resourceControls()).hasSize(2).doesNotContain(newer);
    }

    @Test
    void aPipeThatNothingWasDecidedForHasItsLeastNumberOfConnections() {
        assertThat(ControlState.INITIAL.tuningOf(PIPE)).isEqualTo(PipeTuning.of(2));
        ControlState decided = ControlState.of(1, Map.of(PIPE.id(), PipeTuning.of(7)));
        assertThat(decided.tuningOf(PIPE)).isEqualTo(PipeTuning.of(7));
    }

    @Test
    void aPipeThatHasDoneNothingIsIdle() {
        assertThat(state.activityOf(PIPE.id())).isEqualTo(PipeActivity.idleAt(0));
        // 3 connections for 2 s on top of 5 connection-seconds
        PipeActivity activity = PipeActivity.at(1_000_000_000L)
                .activeTransfers(3)
                .activeConnections(3)
                .connectionSeconds(5)
                .build();
        state.putActivity(PIPE.id(), activity);
        assertThat(state.activityOf(PIPE.id()).connectionSecondsAt(3_000_000_000L))
                .isEqualTo(11);
    }
}
