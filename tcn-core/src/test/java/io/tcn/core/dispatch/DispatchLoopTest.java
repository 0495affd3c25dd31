// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.TransferChange;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DispatchLoopTest {
    private static final PipeId PIPE = PipeId.of("p");
    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final TransportControlState state = new TransportControlState(time);
    private @Nullable List<Throwable> defects;
    private final List<List<TransferChange>> told = new ArrayList<>();
    private final DispatchLoop loop = new DispatchLoop(
            state,
            store,
            dataPlane,
            time,
            time,
            new ControlEvents() {
                @Override
                public void stepFailed(String name, Throwable defect) {
                    if (defects == null) {
                        throw new AssertionError(defect);
                    }
                    defects.add(defect);
                }

                @Override
                public void transfersChanged(Instant at, List<TransferChange> changes) {
                    assertThat(at).isEqualTo(time.now());
                    told.add(changes);
                }
            },
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

    @BeforeEach
    void onePipe() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.writer()
                .pipeDeclared(new Pipe(
                        PIPE,
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
        loop.start();
        time.settle();
    }

    @Test
    void startsAsManyAsThereAreConnections() {
        connections(2);
        add(transfer(1), transfer(2), transfer(3));
        assertThat(dataPlane.running()).containsExactly(1L, 2L);

        finish(1);
        assertThat(dataPlane.running()).containsExactly(2L, 3L);
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
        assertThat(store.stateOf(TransferId.of(3))).contains(TransferState.ACTIVE);
    }

    @Test
    void whatTheStoreHasMadeDurableTogetherIsToldTogether() {
        connections(2);
        add(transfer(1), transfer(2));

        assertThat(told)
                .containsExactly(
                        List.of(change(1, TransferState.CLAIMED), change(2, TransferState.CLAIMED)),
                        List.of(change(1, TransferState.ACTIVE)),
                        List.of(change(2, TransferState.ACTIVE)));

        told.clear();
        finish(2);
        assertThat(told).containsExactly(List.of(change(2, TransferState.FINISHED)));
    }

    private static TransferChange change(long transfer, TransferState to) {
        return new TransferChange(TransferId.of(transfer), to, null);
    }

    @Test
    void takesTheHighestPriorityFirstThenTheFirstCome() {
        connections(1);
        add(transfer(1), priority(2, 3), priority(3, 5), priority(4, 3));
        finish(3, 1, 2, 4);
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).containsExactly(3L, 1L, 2L, 4L);
    }

    @Test
    void aLateComerWithHighPriorityOvertakesAFullWindow() {
        connections(1);
        add(transfer(1), transfer(2), transfer(3), transfer(4), transfer(5), transfer(6));
        add(priority(7, 5));
        time.advance(Duration.ofSeconds(2));
        finish(1);
        assertThat(dataPlane.running()).containsExactly(7L);
    }

    @Test
    void aQueueLongerThanTheWindowIsWorkedThroughToItsEnd() {
        connections(3);
        Transfer[] many = new Transfer[50];
        Arrays.setAll(many, i -> transfer(i + 1));
        add(many);
        for (int i = 1; i <= 50; i++) {
            finish(i);
        }
        assertThat(dataPlane.started).hasSize(50);
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).finishedTransfers()).isEqualTo(50);
    }

    @Test
    void aLoneTransferUsesAllConnectionsAndGivesThemBackWhenOthersCome() {
        dataPlane.adjustable = true;
        connections(6);
        add(transfer(1));
        assertThat(dataPlane.connections).containsValue(6);

        add(transfer(2), transfer(3));
        assertThat(dataPlane.running()).containsExactly(1L, 2L, 3L);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(6);

        finish(2);
        finish(3);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(6);
    }

    @Test
    void aTransferBeginsWithTheConnectionsThatNoOtherNeedsWhereItCannotChangeThemLater() {
        dataPlane.atBegin = 4;
        connections(6);
        add(transfer(1));
        assertThat(dataPlane.connections).containsValue(4);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(4);

        add(transfer(2), transfer(3), transfer(4));

        assertThat(dataPlane.running()).containsExactly(1L, 2L, 3L);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(6);
        finish(1);
        assertThat(dataPlane.running()).containsExactly(2L, 3L, 4L);
    }

    @Test
    void aDataPlaneThatUsesFewerConnectionsFreesTheOthers() {
        dataPlane.oneConnectionOnly = true;
        connections(4);
        add(transfer(1));
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(1);
        add(transfer(2), transfer(3), transfer(4), transfer(5));
        assertThat(dataPlane.running()).hasSize(4);
    }

    @Test
    void connectionsThatAnAttemptCannotUseAfterAllAreGivenToOthers() {
        dataPlane.adjustable = true;
        connections(4);
        add(transfer(1));
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(4);
        dataPlane.most = 1;
        loop.answers().uses(new AttemptId(TransferId.of(1), 1), 1);
        time.settle();
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(1);

        add(transfer(2), transfer(3), transfer(4), transfer(5));
        assertThat(dataPlane.running()).containsExactly(1L, 2L, 3L, 4L);
    }

    /// As one that a server before has begun may: what is more than the share is taken back.
    @Test
    void moreThanAnAttemptWasGivenIsCountedAndNothingStartsForIt() {
        dataPlane.adjustable = true;
        connections(2);
        add(transfer(1), transfer(2), transfer(3));
        dataPlane.adjustable = false;
        dataPlane.connections.put(new AttemptId(TransferId.of(1), 1), 3);
        loop.answers().uses(new AttemptId(TransferId.of(1), 1), 3);
        time.settle();
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(4);

        finish(2);
        assertThat(dataPlane.running()).containsExactly(1L);
        dataPlane.adjustable = true;
        loop.answers().uses(new AttemptId(TransferId.of(1), 1), 1);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L, 3L);
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(2);
    }

    @Test
    void whatIsToldOfAnAttemptThatIsOverIsIgnored() {
        connections(2);
        add(transfer(1));
        finish(1);
        loop.answers().uses(new AttemptId(TransferId.of(1), 1), 2);
        loop.answers().uses(new AttemptId(TransferId.of(9), 1), 2);
        time.settle();
        assertThat(state.activityOf(PIPE).activeConnections()).isZero();
    }

    @Test
    void fewerConnectionsEndNoTransferButStartNone() {
        connections(3);
        add(transfer(1), transfer(2), transfer(3), transfer(4));
        connections(1);
        assertThat(dataPlane.running()).containsExactly(1L, 2L, 3L);
        finish(1);
        finish(2);
        assertThat(dataPlane.running()).containsExactly(3L);
        finish(3);
        assertThat(dataPlane.running()).containsExactly(4L);
    }

    @Test
    void aSuccessorStartsOnlyWhenAllItsPredecessorsAreFinished() {
        connections(5);
        add(transfer(1), transfer(2), after(3, 1, 2), after(4, 3));
        assertThat(dataPlane.running()).containsExactly(1L, 2L);
        finish(1);
        assertThat(dataPlane.running()).containsExactly(2L);
        finish(2);
        assertThat(dataPlane.running()).containsExactly(3L);
        finish(3);
        assertThat(dataPlane.running()).containsExactly(4L);
    }

    @Test
    void aPredecessorThatFinishedBeforeItsSuccessorCameHoldsNobodyUp() {
        connections(1);
        add(transfer(1));
        finish(1);
        add(after(2, 1));
        assertThat(dataPlane.running()).containsExactly(2L);
    }

    @Test
    void aFailedPredecessorCancelsItsSuccessorsWithThatReason() {
        connections(5);
        add(transfer(1), after(2, 1), after(3, 2), transfer(4));
        dataPlane.fail(1, ErrorCode.SOURCE_NOT_FOUND);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FAILED);
        for (long id : new long[] {2, 3}) {
            assertThat(store.stateOf(TransferId.of(id))).contains(TransferState.CANCELED);
            assertThat(store.failureOf(TransferId.of(id)).orElseThrow().code()).isEqualTo(ErrorCode.PREDECESSOR_FAILED);
        }
        assertThat(store.failureOf(TransferId.of(2)).orElseThrow().message())
                .contains("transfer 1")
                .contains("failed");
        assertThat(dataPlane.running()).containsExactly(4L);
    }

    @Test
    void aRetryableFailureIsTriedAgainAfterItsDelayAsOftenAsAllowed() {
        connections(1);
        TransferOptions options =
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 2, Duration.ofSeconds(10), null);
        add(transfer(1, 3, options));
        for (int attempt = 1; attempt <= 2; attempt++) {
            dataPlane.fail(1, ErrorCode.TIMEOUT);
            time.settle();
            assertThat(dataPlane.running()).isEmpty();
            time.advance(Duration.ofSeconds(9));
            assertThat(dataPlane.running()).isEmpty();
            time.advance(Duration.ofSeconds(2));
            assertThat(dataPlane.running()).containsExactly(1L);
        }
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FAILED);
        assertThat(store.attemptsOf(TransferId.of(1))).isEqualTo(3);
    }

    @Test
    void whatRanWhenTheServerEndedGoesOnAsSoonAsItMayBeTouched() {
        connections(1);
        store.add(transfer(1));
        AttemptId before = new AttemptId(TransferId.of(1), 1);
        TransferFailure restarted = new TransferFailure(ErrorCode.SERVER_RESTARTED, "the server stopped");
        store.apply(
                List.of(
                        new Transition.Claim(before, time.now()),
                        new Transition.Activate(before, time.now(), -1),
                        new Transition.Retry(
                                before,
                                PIPE,
                                time.now(),
                                restarted,
                                false,
                                time.now().plusSeconds(2))),
                made -> assertThat(made).containsOnly(true));
        loop.transfersAdded(Map.of(PIPE, 1), List.of());
        loop.resumeAfter(Set.of(PIPE), Duration.ofSeconds(2));
        time.advance(Duration.ofMillis(1900));
        assertThat(dataPlane.running()).isEmpty();

        time.advance(Duration.ofMillis(400));

        assertThat(dataPlane.running()).containsExactly(1L);
    }

    @Test
    void aFinalFailureIsNotTriedAgain() {
        connections(1);
        add(transfer(1, 3, new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 5, Duration.ZERO, null)));
        dataPlane.fail(1, ErrorCode.DESTINATION_EXISTS);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FAILED);
    }

    @Test
    void attemptsThatFailAreCountedByKind() {
        connections(3);
        TransferOptions oneRetry =
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 1, Duration.ZERO, null);
        add(transfer(1, 3, oneRetry), transfer(2, 3, oneRetry));
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        dataPlane.fail(2, ErrorCode.DESTINATION_EXISTS);
        time.settle();
        assertFailures(2, 1, 1);
        // The second attempt of transfer 1 fails for good, although another attempt might have helped.
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        time.settle();
        assertFailures(3, 2, 1);
        assertThat(state.activityOf(PIPE).failedTransfers()).isEqualTo(2);
    }

    @Test
    void aStopOfTheDataPlaneIsNoFailureOfThePipe() {
        connections(1);
        add(transfer(1));
        dataPlane.cancel(dataPlane.started.getFirst());
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L);
        assertFailures(1, 0, 0);
    }

    @Test
    void aRetryThatACancellationForestalledIsNotCounted() {
        connections(1);
        add(transfer(1, 3, new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 1, Duration.ZERO, null)));
        store.cancel(TransferId.of(1));
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        time.settle();
        assertFailures(1, 1, 0);
    }

    @Test
    void sizesAndTimesOfFinishedTransfersAreSummed() {
        connections(1);
        add(transfer(1), transfer(2));
        time.advance(Duration.ofSeconds(5));
        finish(1);
        time.advance(Duration.ofMillis(2500));
        finish(2);
        // Transfer 2 moves only from the end of transfer 1 on. Both have 10 bytes.
        assertThat(state.activityOf(PIPE).finishedSeconds()).isEqualTo(7.5);
        assertThat(state.activityOf(PIPE).finishedBytes()).isEqualTo(20);
        assertThat(state.activityOf(PIPE).finishedBytesSquared()).isEqualTo(200);
    }

    @Test
    void onlyTheLastAttemptCountsForTheTimeATransferTook() {
        connections(1);
        add(transfer(
                1, 3, new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 1, Duration.ofSeconds(10), null)));
        time.advance(Duration.ofSeconds(100));
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        time.advance(Duration.ofSeconds(12));
        assertThat(dataPlane.running()).containsExactly(1L);
        time.advance(Duration.ofSeconds(3));
        finish(1);
        // The second attempt began 10 s after the failure, or with the next look at the store, a second later at most.
        assertThat(state.activityOf(PIPE).finishedSeconds()).isBetween(4.0, 5.0);
    }

    /// A spare source of a replica job is not told to the loop, so its pipe may have been removed: an error there left
    /// all that was cancelled after it running.
    @Test
    void whatIsCancelledOnAPipeThatIsGoneKeepsNothingElseRunning() {
        connections(1);
        add(transfer(1));
        store.cancel(TransferId.of(1));
        loop.transfersCanceled(List.of(
                new CanceledTransfer(TransferId.of(99), PipeId.of("gone"), TransferState.WAITING),
                new CanceledTransfer(TransferId.of(1), PIPE, TransferState.ACTIVE)));
        loop.priorityChanged(List.of(PipeId.of("gone"), PIPE));
        time.settle();
        assertThat(dataPlane.canceled).hasSize(1);
    }

    @Test
    void cancellingStopsWhatRunsTakesOutWhatIsQueuedAndGivesUpWhatWaits() {
        connections(1);
        add(transfer(1), transfer(2), transfer(3), after(4, 1));
        cancel(1, 2);
        assertThat(dataPlane.canceled).hasSize(1);
        assertThat(dataPlane.running()).containsExactly(3L);
        assertThat(store.stateOf(TransferId.of(4))).contains(TransferState.CANCELED);
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).waitingTransfers()).isZero();
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(1);
    }

    @Test
    void aTransferCancelledInTheStoreWhileItFinishesStaysCancelled() {
        connections(1);
        add(transfer(1), after(2, 1));
        store.cancel(TransferId.of(1));
        dataPlane.finish(1);
        time.settle();
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(1), PIPE, TransferState.ACTIVE)));
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.CANCELED);
        assertThat(store.stateOf(TransferId.of(2))).contains(TransferState.CANCELED);
    }

    @Test
    void lateAnswersOfAnOlderAttemptAreIgnored() {
        connections(1);
        add(transfer(1, 3, new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 1, Duration.ZERO, null)));
        var first = dataPlane.started.getFirst();
        dataPlane.fail(1, ErrorCode.TIMEOUT);
        time.settle();
        loop.answers().finished(first, 10, null);
        loop.answers().failed(first, new TransferFailure(ErrorCode.TIMEOUT, "late"), true);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L);
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.ACTIVE);
    }

    @Test
    void nothingStartsWhileDraining() {
        connections(1);
        loop.drain();
        add(transfer(1));
        assertThat(dataPlane.running()).isEmpty();
    }

    @Test
    void aDataPlaneThatGivesUpByItselfCostsNoRetry() {
        connections(1);
        add(transfer(1));
        var attempt = dataPlane.started.getFirst();
        dataPlane.cancel(attempt);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L);
        assertThat(dataPlane.started).hasSize(2);
    }

    @Test
    void aCancellationThatComesBeforeTheNewsOfTheTransferLeavesNobodyWaiting() {
        connections(1);
        add(transfer(1));
        // 2 waits for 1, 3 for 2; 2 is cancelled, and the loop hears of that first.
        store.add(after(2, 1));
        store.add(after(3, 2));
        cancel(2);
        loop.transfersAdded(
                Map.of(),
                List.of(
                        new WaitingTransfer(TransferId.of(2), PIPE, Set.of(TransferId.of(1))),
                        new WaitingTransfer(TransferId.of(3), PIPE, Set.of(TransferId.of(2)))));
        finish(1);
        assertThat(store.stateOf(TransferId.of(3))).contains(TransferState.CANCELED);
        assertThat(state.transfers().waitingCount()).isZero();
        assertThat(state.activityOf(PIPE).waitingTransfers()).isZero();
        assertThat(state.activityOf(PIPE).canceledTransfers()).isEqualTo(2);
    }

    @Test
    void aTransferThatFinishesAfterItWasCancelledCountsAsCancelledOnly() {
        connections(1);
        add(transfer(1));
        store.cancel(TransferId.of(1));
        finish(1);
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(1), PIPE, TransferState.ACTIVE)));
        time.settle();
        assertThat(state.activityOf(PIPE).finishedTransfers()).isZero();
        assertThat(state.activityOf(PIPE).canceledTransfers()).isEqualTo(1);
    }

    @Test
    void eachCancelledTransferIsToldOnceThoseThatHadNotBegunToo() {
        connections(1);
        add(transfer(1), transfer(2), after(3, 2));
        for (long id = 1; id <= 3; id++) {
            store.cancel(TransferId.of(id));
        }
        loop.transfersCanceled(List.of(
                new CanceledTransfer(TransferId.of(1), PIPE, TransferState.ACTIVE),
                new CanceledTransfer(TransferId.of(2), PIPE, TransferState.QUEUED),
                new CanceledTransfer(TransferId.of(3), PIPE, TransferState.WAITING)));
        time.settle();
        assertThat(told.stream()
                        .flatMap(List::stream)
                        .filter(change -> change.state() == TransferState.CANCELED)
                        .map(change -> change.transfer().value()))
                .containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    @Test
    void aTransferThatIsCancelledWhileItWasGivenUpIsCountedOnce() {
        connections(1);
        add(transfer(1), after(2, 1));
        store.cancel(TransferId.of(2));
        dataPlane.fail(1, ErrorCode.SOURCE_NOT_FOUND);
        time.settle();
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(2), PIPE, TransferState.WAITING)));
        time.settle();
        assertThat(state.activityOf(PIPE).canceledTransfers()).isEqualTo(1);
        add(after(3, 4), transfer(4));
        assertThat(state.activityOf(PIPE).waitingTransfers()).isEqualTo(1);
    }

    @Test
    void aDataPlaneThatThrowsGetsItsConnectionsBackAndTheOthersStart() {
        List<Throwable> defects = tolerateDefects();
        connections(3);
        dataPlane.refuses = 2;
        add(transfer(1), transfer(2), transfer(3));
        assertThat(defects)
                .singleElement()
                .satisfies(defect -> assertThat(defect).hasMessage("no thread left"));
        assertThat(store.stateOf(TransferId.of(2))).contains(TransferState.FAILED);
        assertThat(store.failureOf(TransferId.of(2)).orElseThrow().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(dataPlane.running()).containsExactly(1L, 3L);
        assertThat(state.activityOf(PIPE).activeConnections()).isLessThanOrEqualTo(3);
        assertThat(state.activityOf(PIPE).activeTransfers()).isEqualTo(2);
    }

    @Test
    void eventsThatThrowMakeTheLoopUnhealthyUntilOneWorks() {
        List<Throwable> defects = tolerateDefects();
        for (int i = 0; i < 3; i++) {
            assertThat(loop.isHealthy()).isTrue();
            loop.transfersAdded(Map.of(PIPE, 1, PipeId.of("undeclared"), 1), List.of());
            time.settle();
        }
        assertThat(loop.isHealthy()).isFalse();
        assertThat(defects).hasSize(3).allSatisfy(defect -> assertThat(defect).hasMessageContaining("undeclared"));
        // Nothing of a refused event has happened.
        assertThat(state.activityOf(PIPE).queuedTransfers()).isZero();
        connections(1);
        assertThat(loop.isHealthy()).isTrue();
    }

    @Test
    void aDecisionMadeForOlderLimitsIsKeptWithinTheNewOnes() {
        loop.writer()
                .pipeDeclared(new Pipe(
                        PIPE,
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 2)));
        connections(10);
        add(transfer(1), transfer(2), transfer(3));
        assertThat(dataPlane.running()).containsExactly(1L, 2L);
    }

    private void assertFailures(long attempts, long retryable, long retries) {
        assertThat(state.activityOf(PIPE).failedAttempts()).isEqualTo(attempts);
        assertThat(state.activityOf(PIPE).retryableFailures()).isEqualTo(retryable);
        assertThat(state.activityOf(PIPE).retries()).isEqualTo(retries);
    }

    @Test
    void theDataPlaneHearsOfThreadsThatChangeAndOfNothingElse() {
        connections(3);
        connections(4);
        assertThat(dataPlane.tuned).isEmpty();
        threads(4, 2, 1);
        threads(5, 2, 1);
        threads(5, 7, 1);
        connections(5);
        assertThat(dataPlane.tuned).extracting(PipeTuning::readThreads).containsExactly(2, 7, 0);
    }

    private void threads(int n, int read, int write) {
        PipeTuning tuning = new PipeTuning(n, PipeTuning.UNLIMITED_STREAMS, 1, read, n, write);
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, tuning)));
        time.settle();
    }

    private List<Throwable> tolerateDefects() {
        defects = new ArrayList<>();
        return defects;
    }

    private void connections(int n) {
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, PipeTuning.of(n))));
        time.settle();
    }

    private void finish(long... ids) {
        for (long id : ids) {
            dataPlane.finish(id);
            time.settle();
        }
    }

    private void add(Transfer... transfers) {
        List<WaitingTransfer> waiting = new ArrayList<>();
        int queued = 0;
        for (Transfer transfer : transfers) {
            if (store.add(transfer) == TransferState.QUEUED) {
                queued++;
            } else {
                waiting.add(new WaitingTransfer(transfer.id(), transfer.pipe(), transfer.after()));
            }
        }
        loop.transfersAdded(Map.of(PIPE, queued), waiting);
        time.settle();
    }

    private void cancel(long... ids) {
        List<CanceledTransfer> canceled = Arrays.stream(ids)
                .mapToObj(TransferId::of)
                .map(id -> new CanceledTransfer(id, PIPE, store.cancel(id).orElseThrow()))
                .toList();
        loop.transfersCanceled(canceled);
        time.settle();
    }

    @Test
    void aTransferWhoseCredentialsHaveEndedIsFailedNotStarted() {
        connections(1);
        add(
                ending(1, Duration.ZERO),
                ending(2, Duration.ofSeconds(-1)),
                ending(3, Duration.ofSeconds(60)),
                transfer(4));
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FAILED);
        assertThat(store.stateOf(TransferId.of(2))).contains(TransferState.FAILED);
        assertThat(dataPlane.running()).containsExactly(3L);
        assertThat(dataPlane.started).hasSize(1);
        assertThat(state.activityOf(PIPE).failedTransfers()).isEqualTo(2);

        finish(3, 4);
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).containsExactly(3L, 4L);
    }

    @Test
    void credentialsThatEndWhileATransferWaitsAreSeenWhenItsTurnComes() {
        connections(1);
        add(transfer(1));
        add(ending(2, Duration.ofSeconds(60)), transfer(3));
        time.advance(Duration.ofSeconds(61));
        finish(1);
        assertThat(store.stateOf(TransferId.of(2))).contains(TransferState.FAILED);
        assertThat(dataPlane.running()).containsExactly(3L);
        assertThat(ErrorCode.CREDENTIALS_EXPIRED.isRetryable()).isFalse();
    }

    @Test
    void onlyCredentialsThatEndSoonGoBeforeFirstCome() {
        connections(1);
        add(transfer(1));
        add(ending(2, Duration.ofHours(5)), ending(3, Duration.ofHours(1)), ending(4, Duration.ofMinutes(5)));
        finish(1, 4, 2, 3);
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).containsExactly(1L, 4L, 2L, 3L);
    }

    @Test
    void aSteadyFlowOfShortLivedCredentialsStarvesNobody() {
        connections(1);
        add(ending(1, Duration.ofHours(1)));
        add(ending(2, Duration.ofDays(7)));
        for (int i = 3; i <= 20; i++) {
            add(ending(i, Duration.ofHours(1)));
            finish(i - 2);
        }
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).startsWith(1L, 2L, 3L);
    }

    @Test
    void oneThatIsBeingPreparedHoldsOneConnectionOnly() {
        dataPlane.slowToPrepare = true;
        connections(8);
        add(transfer(1));
        assertThat(state.activityOf(PIPE).activeConnections()).isEqualTo(1);
        add(transfer(2), transfer(3));
        assertThat(dataPlane.running()).containsExactly(1L, 2L, 3L);
    }

    /// Its credentials end so long from now; it would be retried.
    private Transfer ending(long id, Duration in) {
        return transfer(
                id,
                Transfer.DEFAULT_PRIORITY,
                new TransferOptions(
                        false,
                        null,
                        ChecksumMode.WHEN_OBTAINABLE,
                        5,
                        Duration.ZERO,
                        null,
                        new TransferCredentials("s", "d", time.now().plus(in)),
                        false,
                        false));
    }

    private static Transfer transfer(long id) {
        return transfer(id, Transfer.DEFAULT_PRIORITY, TransferOptions.DEFAULT);
    }

    private static Transfer priority(long id, int priority) {
        return transfer(id, priority, TransferOptions.DEFAULT);
    }

    private static Transfer after(long id, long... predecessors) {
        Set<TransferId> after =
                Arrays.stream(predecessors).mapToObj(TransferId::of).collect(Collectors.toSet());
        return new Transfer(
                TransferId.of(id),
                PIPE,
                URI.create("https://a/" + id),
                URI.create("https://b/" + id),
                10,
                Transfer.DEFAULT_PRIORITY,
                after,
                TransferOptions.DEFAULT);
    }

    private static Transfer transfer(long id, int priority, TransferOptions options) {
        return new Transfer(
                TransferId.of(id),
                PIPE,
                URI.create("https://a/" + id),
                URI.create("https://b/" + id),
                10,
                priority,
                Set.of(),
                options);
    }
}
