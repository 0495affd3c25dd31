// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What operators do to dispatch: hold pipes, pause, share by activity, force a start.
class OperatorControlsTest {
    private static final UserId CMS = UserId.of("cms");
    private static final PipeId PIPE = PipeId.of("p");
    private static final PipeId LATER = PipeId.of("q");

    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final TransportControlState state = new TransportControlState(time);
    private final DispatchLoop loop = new DispatchLoop(
            state,
            store,
            dataPlane,
            time,
            time,
            new NoFailures(),
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

    @BeforeEach
    void onePipe() {
        loop.writer().userDeclared(User.of(CMS));
        declare(PIPE);
        loop.start();
        time.settle();
    }

    // --- held pipes

    @Test
    void aHeldPipeStartsNothingWhatRunsGoesOnAndItGoesOnWhenLetGo() {
        connections(2);
        add("default", 1, 2, 3, 4);
        loop.pipeHeld(PIPE, true);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L, 2L);

        finish(1, 2);
        time.advance(Duration.ofMinutes(5));
        assertThat(dataPlane.running()).isEmpty();
        assertThat(store.stateOf(TransferId.of(3))).contains(TransferState.QUEUED);

        loop.pipeHeld(PIPE, false);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(3L, 4L);
    }

    @Test
    void sinceWhenAPipeIsHeldIsToldUntilItGoesOn() {
        time.advance(Duration.ofMinutes(1));
        Instant drained = time.now();
        loop.pause();
        time.settle();
        time.advance(Duration.ofMinutes(2));
        assertThat(loop.heldSince(PIPE)).contains(drained);

        Instant banned = time.now();
        loop.pipeHeld(PIPE, true);
        loop.resume();
        time.settle();
        assertThat(loop.holdOf(PIPE)).contains(Hold.HELD);
        assertThat(loop.heldSince(PIPE)).contains(banned);

        loop.pipeHeld(PIPE, false);
        time.settle();
        assertThat(loop.heldSince(PIPE)).isEmpty();
    }

    @Test
    void sinceWhenBothEndsAreLookedAtIsToldUntilItEnds() {
        connections(1);
        dataPlane.slowToPrepare = true;
        Instant begun = time.now();
        add("default", 1, 2);
        time.advance(Duration.ofSeconds(10));
        assertThat(loop.preparingSince(TransferId.of(1))).contains(begun);
        assertThat(loop.preparingSince(TransferId.of(2))).isEmpty();

        finish(1);
        assertThat(loop.preparingSince(TransferId.of(1))).isEmpty();
    }

    @Test
    void whatWaitsOnAHeldPipeIsNoWorkForTheOptimizer() {
        connections(1);
        loop.pipeHeld(PIPE, true);
        add("default", 1, 2);
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).waitingTransfers()).isEqualTo(2);
        assertThat(state.activityOf(PIPE).readyTransfers()).isEqualTo(2);

        loop.pipeHeld(PIPE, false);
        time.settle();
        assertThat(state.activityOf(PIPE).queuedTransfers()).isEqualTo(1);
        assertThat(state.activityOf(PIPE).waitingTransfers()).isZero();
        assertThat(state.activityOf(PIPE).readyTransfers()).isEqualTo(1);

        // So it is where the server is drained.
        loop.pause();
        time.settle();
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).readyTransfers()).isEqualTo(1);
    }

    @Test
    void aPipeThatIsHeldBeforeItIsKnownIsHeld() {
        loop.pipeHeld(LATER, true);
        declare(LATER);
        store.add(transfer(LATER, 1));
        loop.transfersAdded(Map.of(LATER, 1), List.of());
        time.advance(Duration.ofMinutes(1));
        assertThat(dataPlane.running()).isEmpty();

        loop.pipeHeld(LATER, false);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L);
    }

    @Test
    void aPipeIsForgottenOnceNothingIsOpenOnItAndMayComeBack() {
        connections(1);
        add("default", 1, 2);
        List<Boolean> answers = new ArrayList<>();
        loop.writer().pipeRemoved(PIPE, answers::add);
        time.settle();
        assertThat(answers).containsExactly(false);
        assertThat(state.snapshot().pipes()).containsKey(PIPE);
        assertThat(dataPlane.forgotten).isEmpty();

        finish(1);
        time.settle();
        finish(2);
        time.advance(Duration.ofSeconds(5));
        loop.writer().pipeRemoved(PIPE, answers::add);
        loop.writer().pipeRemoved(PIPE, answers::add);
        time.settle();
        assertThat(answers).containsExactly(false, true, true);
        assertThat(dataPlane.forgotten).containsExactly(PIPE);
        assertThat(state.snapshot().pipes()).doesNotContainKey(PIPE);
        assertThat(state.activityOf(PIPE).finishedTransfers()).isZero();
        assertThat(loop.holdOf(PIPE)).isEmpty();

        declare(PIPE);
        add("default", 3);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(3L);
        assertThat(loop.isHealthy()).isTrue();
    }

    @Test
    void whatIsCanceledOnAHeldPipeIsGoneWhenItIsLetGo() {
        loop.pipeHeld(PIPE, true);
        add("default", 1, 2);
        TransferState from = store.cancel(TransferId.of(1)).orElseThrow();
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(1), PIPE, from)));
        loop.pipeHeld(PIPE, false);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(2L);
    }

    // --- what the network carries nothing for

    @Test
    void aCapacityOfZeroHoldsThePipesThroughItUntilThereIsSomeOrNobodyKnows() {
        connections(1);
        add("default", 1, 2, 3);
        mapSays(0.0);
        finish(1);
        time.advance(Duration.ofMinutes(5));
        assertThat(dataPlane.running()).isEmpty();
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();

        mapSays(5e9);
        assertThat(dataPlane.running()).containsExactly(2L);

        mapSays(0.0);
        finish(2);
        assertThat(dataPlane.running()).isEmpty();
        mapSays(null);
        assertThat(dataPlane.running()).containsExactly(3L);
    }

    @Test
    void aPipeDeclaredAfterItsResourceWasClosedIsHeld() {
        mapSays(0.0);
        declare(LATER);
        store.add(transfer(LATER, 1));
        loop.transfersAdded(Map.of(LATER, 1), List.of());
        time.advance(Duration.ofMinutes(1));
        assertThat(dataPlane.running()).isEmpty();
    }

    private void mapSays(@Nullable Double capacityBps) {
        ResourceId link = ResourceId.of("link:x");
        state.putMap(new NetworkMapSnapshot(
                new MapVersion(0),
                time.now(),
                new TreeMap<>(Map.of(link, new Resource(link, Resource.Kind.LINK, capacityBps))),
                new TreeMap<>(Map.of(PIPE, List.of(link), LATER, List.of(link)))));
        loop.writer().mapChanged();
        time.settle();
    }

    // --- pause

    @Test
    void aPauseStartsNothingOnAnyPipeUntilItIsOver() {
        connections(1);
        declare(LATER);
        add("default", 1, 2);
        loop.pause();
        store.add(transfer(LATER, 3));
        loop.transfersAdded(Map.of(LATER, 1), List.of());
        finish(1);
        time.advance(Duration.ofMinutes(5));
        assertThat(dataPlane.running()).isEmpty();

        loop.resume();
        time.settle();
        assertThat(dataPlane.running()).containsExactlyInAnyOrder(2L, 3L);
    }

    @Test
    void thatAPauseIsOverDoesNotLetAHeldPipeGo() {
        connections(1);
        loop.pause();
        loop.pipeHeld(PIPE, true);
        add("default", 1);
        loop.resume();
        time.settle();
        assertThat(dataPlane.running()).isEmpty();
    }

    // --- activities

    @Test
    void activitiesAreServedByTheirWeightsHoweverManyTransfersCameBefore() {
        connections(1);
        loop.writer().activityShares(CMS, Map.of("bulk", 3.0, "user", 1.0));
        add("bulk", range(1, 200));
        add("user", range(201, 220));
        time.advance(Duration.ofSeconds(2));

        List<Long> served = serve(40);
        // The first began before the others came.
        assertThat(served.stream().filter(id -> id > 200).count()).isBetween(9L, 11L);
        for (int from = 4; from + 8 <= served.size(); from += 8) {
            assertThat(served.subList(from, from + 8).stream().filter(id -> id > 200))
                    .as("in every eight, at %s of %s", from, served)
                    .hasSizeBetween(1, 3);
        }
    }

    @Test
    void withoutSharesItIsFirstComeFirstServed() {
        connections(1);
        add("bulk", range(1, 20));
        add("user", range(21, 24));
        assertThat(serve(20)).containsExactlyElementsOf(ids(range(1, 20)));
    }

    @Test
    void sharesThatEndLeaveFirstComeFirstServed() {
        connections(1);
        loop.writer().activityShares(CMS, Map.of("bulk", 1.0, "user", 1.0));
        add("bulk", range(1, 20));
        add("user", range(21, 24));
        loop.writer().activityShares(CMS, Map.of());
        time.advance(Duration.ofSeconds(2));
        assertThat(serve(20).stream().skip(1)).isSorted();
    }

    @Test
    void priorityComesBeforeActivity() {
        connections(1);
        loop.writer().activityShares(CMS, Map.of("bulk", 1.0, "user", 100.0));
        add("user", 1, 2, 3);
        store.add(
                new Transfer(
                        TransferId.of(9),
                        PIPE,
                        URI.create("https://a/9"),
                        URI.create("https://b/9"),
                        10,
                        5,
                        Set.of(),
                        TransferOptions.DEFAULT),
                "bulk");
        loop.transfersAdded(Map.of(PIPE, 1), List.of());
        time.advance(Duration.ofSeconds(2));
        assertThat(serve(2)).containsExactly(1L, 9L);
    }

    @Test
    void anActivityThatHadNothingToDoGainsNoCredit() {
        connections(1);
        loop.writer().activityShares(CMS, Map.of("bulk", 1.0, "user", 1.0));
        add("bulk", range(1, 60));
        serve(30);
        add("user", range(101, 130));
        time.advance(Duration.ofSeconds(2));
        assertThat(serve(20).stream().filter(id -> id > 100).count()).isBetween(9L, 11L);
    }

    @Test
    void anActivityOfWeightZeroGetsWhatOthersLeave() {
        connections(1);
        loop.writer().activityShares(CMS, Map.of("bulk", 0.0, "user", 1.0));
        add("user", 1, 2, 3);
        add("bulk", 4, 5);
        time.advance(Duration.ofSeconds(2));
        assertThat(serve(5)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aNegativeWeightIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loop.writer().activityShares(CMS, Map.of("bulk", -1.0)))
                .withMessageContaining("bulk");
    }

    // --- forced starts

    @Test
    void aForcedStartGoesBeyondN() {
        connections(1);
        add("default", 1, 2, 3);
        assertThat(forceStart(3, 0)).isTrue();
        assertThat(dataPlane.running()).containsExactly(1L, 3L);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(2);

        finish(1);
        assertThat(dataPlane.running()).containsExactly(3L);
        finish(3);
        assertThat(dataPlane.running()).containsExactly(2L);
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
    }

    @Test
    void whatRunsOrMayNotStartIsNotForced() {
        connections(1);
        add("default", 1, 2);
        assertThat(forceStart(1, 0)).isFalse();
        loop.pipeHeld(PIPE, true);
        assertThat(forceStart(2, 0)).isFalse();
        loop.pipeHeld(PIPE, false);
        loop.pause();
        assertThat(forceStart(2, 0)).isFalse();
        assertThat(dataPlane.running()).containsExactly(1L);
    }

    @Test
    void whatIsNoLongerQueuedIsLeftAlone() {
        connections(1);
        add("default", 1, 2);
        finish(1);
        finish(2);
        // The claim of attempt 1 fails: it was made before.
        forceStart(2, 0);
        assertThat(dataPlane.running()).isEmpty();
        assertThat(store.stateOf(TransferId.of(2))).contains(TransferState.FINISHED);
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).activeConnections()).isZero();
    }

    private boolean forceStart(long id, int attempts) {
        List<Boolean> answer = new ArrayList<>();
        loop.forceStart(new QueuedTransfer(transfer(PIPE, id), attempts, 0, null), answer::add);
        time.settle();
        return answer.getFirst();
    }

    private void declare(PipeId id) {
        loop.writer()
                .pipeDeclared(new Pipe(
                        id, Endpoint.parse("https://a"), Endpoint.parse("https://" + id), CMS, new PipeLimits(1, 10)));
    }

    private void connections(int n) {
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, PipeTuning.of(n))));
        time.settle();
    }

    private void add(String activity, long... ids) {
        for (long id : ids) {
            store.add(transfer(PIPE, id), activity);
        }
        loop.transfersAdded(Map.of(PIPE, ids.length), List.of());
        time.settle();
    }

    /// Finishes what runs, one after the other.
    private List<Long> serve(int count) {
        List<Long> served = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long next = dataPlane.running().iterator().next();
            served.add(next);
            finish(next);
        }
        return served;
    }

    private void finish(long... ids) {
        for (long id : ids) {
            dataPlane.finish(id);
            time.settle();
        }
    }

    private static long[] range(long from, long to) {
        return LongStream.rangeClosed(from, to).toArray();
    }

    private static List<Long> ids(long[] ids) {
        return Arrays.stream(ids).boxed().toList();
    }

    private static Transfer transfer(PipeId pipe, long id) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("https://a/" + id),
                URI.create("https://b/" + id),
                10,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
    }
}
