// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.Growth;
import io.tcn.core.ManualTime;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.List;
import java.util.Map;
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
