// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What the loops rely on when they hand transitions over in batches; beside the suite of the port itself, which
/// [H2PortTest] and [PostgresPortTest] run.
abstract class StoreBatchesContract {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    static final TransferFailure TIMEOUT = new TransferFailure(ErrorCode.TIMEOUT, "no byte moved");

    /// The store under test.
    abstract TransferStore store();

    /// A pipe of this test alone.
    abstract PipeId pipe();

    /// Adds a transfer: QUEUED if it waits for nobody, else WAITING.
    abstract TransferId add(int priority, Set<TransferId> after);

    /// Cancels a transfer as a caller does.
    abstract void cancel(TransferId transfer);

    // --- questions, with answers awaited

    List<Boolean> apply(Transition... transitions) {
        CompletableFuture<List<Boolean>> answer = new CompletableFuture<>();
        store().apply(List.of(transitions), answer::complete);
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    void made(Transition... transitions) {
        assertThat(apply(transitions)).as("made").doesNotContain(false);
    }

    List<QueuedTransfer> queued(int limit, Instant now) {
        CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
        store().loadQueued(pipe(), limit, now, answer::complete);
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    List<TransferId> queuedIds(Instant now) {
        return queued(100, now).stream()
                .map(transfer -> transfer.transfer().id())
                .toList();
    }

    TransferState stateOf(TransferId transfer) {
        CompletableFuture<Map<TransferId, TransferState>> answer = new CompletableFuture<>();
        store().loadStates(List.of(transfer), answer::complete);
        TransferState state = answer.orTimeout(30, TimeUnit.SECONDS).join().get(transfer);
        if (state == null) {
            throw new AssertionError("the store does not know " + transfer);
        }
        return state;
    }

    TransferId add() {
        return add(3, Set.of());
    }

    static AttemptId attempt(TransferId transfer, int number) {
        return new AttemptId(transfer, number);
    }

    static Transition claim(TransferId transfer, int number) {
        return new Transition.Claim(attempt(transfer, number), NOW);
    }

    static Transition activate(TransferId transfer, int number) {
        return new Transition.Activate(attempt(transfer, number), NOW, 100);
    }

    static Transition finish(TransferId transfer, int number) {
        return new Transition.Finish(attempt(transfer, number), NOW, 100, Checksum.adler32(1));
    }

    static Transition fail(TransferId transfer, int number) {
        return new Transition.Fail(attempt(transfer, number), NOW, TIMEOUT, true);
    }

    Transition retry(TransferId transfer, int number, boolean clean, Instant notBefore) {
        return new Transition.Retry(attempt(transfer, number), pipe(), NOW, TIMEOUT, clean, notBefore);
    }

    Transition abandon(TransferId transfer) {
        return new Transition.Abandon(
                transfer, pipe(), NOW, new TransferFailure(ErrorCode.PREDECESSOR_FAILED, "not started"));
    }

    // --- the contract

    @Test
    void higherPrioritiesComeFirstThenWhoCameFirst() {
        TransferId low = add(1, Set.of());
        TransferId first = add(3, Set.of());
        TransferId second = add(3, Set.of());
        TransferId high = add(5, Set.of());

        assertThat(queuedIds(NOW)).containsExactly(high, first, second, low);
        assertThat(queued(2, NOW)).hasSize(2);
    }

    @Test
    void anAttemptGoesFromClaimedOverActiveToFinished() {
        TransferId transfer = add();

        made(claim(transfer, 1));
        assertThat(stateOf(transfer)).isEqualTo(TransferState.CLAIMED);
        assertThat(queuedIds(NOW)).isEmpty();
        made(activate(transfer, 1));
        assertThat(stateOf(transfer)).isEqualTo(TransferState.ACTIVE);
        made(finish(transfer, 1));
        assertThat(stateOf(transfer)).isEqualTo(TransferState.FINISHED);
    }

    @Test
    void aTransitionFromAnotherStateIsLeftOut() {
        TransferId transfer = add();

        assertThat(apply(activate(transfer, 1), finish(transfer, 1), fail(transfer, 1)))
                .containsExactly(false, false, false);
        made(claim(transfer, 1));
        assertThat(apply(claim(transfer, 1), claim(transfer, 2))).containsExactly(false, false);
        assertThat(apply(finish(transfer, 1))).containsExactly(false);
        made(fail(transfer, 1));
        assertThat(apply(activate(transfer, 1), retry(transfer, 1, true, NOW), finish(transfer, 1)))
                .containsExactly(false, false, false);
        assertThat(stateOf(transfer)).isEqualTo(TransferState.FAILED);
    }

    @Test
    void anAnswerOfAnEarlierAttemptChangesNothing() {
        TransferId transfer = add();
        made(claim(transfer, 1), activate(transfer, 1), retry(transfer, 1, true, NOW), claim(transfer, 2));

        assertThat(apply(activate(transfer, 1), fail(transfer, 1), retry(transfer, 1, true, NOW)))
                .containsExactly(false, false, false);
        assertThat(stateOf(transfer)).isEqualTo(TransferState.CLAIMED);
    }

    @Test
    void transitionsOfOneBatchTakeEffectInTheirOrder() {
        TransferId one = add();
        TransferId other = add();

        assertThat(apply(
                        claim(one, 1),
                        activate(one, 1),
                        retry(one, 1, true, NOW),
                        claim(one, 2),
                        claim(other, 2),
                        activate(one, 2),
                        claim(other, 1),
                        fail(one, 2),
                        fail(one, 2)))
                .containsExactly(true, true, true, true, false, true, true, true, false);
        assertThat(stateOf(one)).isEqualTo(TransferState.FAILED);
        assertThat(stateOf(other)).isEqualTo(TransferState.CLAIMED);
    }

    @Test
    void aRetryWaitsForItsDelayAndRemembersWhatMayBeAtTheDestination() {
        TransferId transfer = add();
        Instant later = NOW.plus(Duration.ofMinutes(2));
        made(claim(transfer, 1), activate(transfer, 1), retry(transfer, 1, false, later));

        assertThat(queuedIds(later.minusMillis(1))).isEmpty();
        assertThat(queued(10, later)).singleElement().satisfies(again -> {
            assertThat(again.attempts()).isEqualTo(1);
            assertThat(again.retries()).isEqualTo(1);
            assertThat(again.destinationMayBeOurs()).isTrue();
        });
    }

    @Test
    void aCleanFailureBeforeAnyWriteLeavesTheDestinationToOthers() {
        TransferId transfer = add();
        made(claim(transfer, 1), retry(transfer, 1, true, NOW));

        assertThat(queued(10, NOW))
                .singleElement()
                .satisfies(again -> assertThat(again.destinationMayBeOurs()).isFalse());
    }

    @Test
    void aRestartDoesNotUseUpARetry() {
        TransferId transfer = add();
        made(
                claim(transfer, 1),
                activate(transfer, 1),
                new Transition.Retry(
                        attempt(transfer, 1),
                        pipe(),
                        NOW,
                        new TransferFailure(ErrorCode.SERVER_RESTARTED, "the server stopped"),
                        false,
                        NOW));

        assertThat(queued(10, NOW)).singleElement().satisfies(again -> {
            assertThat(again.attempts()).isEqualTo(1);
            assertThat(again.retries()).isZero();
        });
    }

    @Test
    void whoWaitsIsQueuedOnReleaseAndEndsOnAbandon() {
        TransferId predecessor = add();
        TransferId released = add(3, Set.of(predecessor));
        TransferId abandoned = add(3, Set.of(predecessor));

        assertThat(stateOf(released)).isEqualTo(TransferState.WAITING);
        assertThat(queuedIds(NOW)).containsExactly(predecessor);
        assertThat(apply(claim(released, 1))).containsExactly(false);
        made(new Transition.Release(released, pipe(), NOW), abandon(abandoned));
        assertThat(queuedIds(NOW)).containsExactly(predecessor, released);
        assertThat(stateOf(abandoned)).isEqualTo(TransferState.CANCELED);
        assertThat(apply(new Transition.Release(released, pipe(), NOW), abandon(abandoned)))
                .containsExactly(false, false);
    }

    @Test
    void whatWasCanceledWhileItRanStaysCanceledWhenItStops() {
        TransferId transfer = add();
        made(claim(transfer, 1), activate(transfer, 1));
        cancel(transfer);

        assertThat(apply(finish(transfer, 1), fail(transfer, 1), retry(transfer, 1, true, NOW)))
                .containsExactly(false, false, false);
        made(new Transition.Stopped(attempt(transfer, 1), NOW, true));
        assertThat(stateOf(transfer)).isEqualTo(TransferState.CANCELED);
    }

    @Test
    void unknownTransfersAreMissingInTheAnswer() {
        CompletableFuture<Map<TransferId, TransferState>> answer = new CompletableFuture<>();
        store().loadStates(List.of(TransferId.of(999_999_999L)), answer::complete);

        assertThat(answer.orTimeout(30, TimeUnit.SECONDS).join()).isEmpty();
        assertThat(apply(claim(TransferId.of(999_999_999L), 1))).containsExactly(false);
    }

    @Test
    void aQuestionSeesEveryChangeAskedForBefore() {
        TransferId transfer = add();
        CompletableFuture<List<Boolean>> first = new CompletableFuture<>();
        CompletableFuture<List<QueuedTransfer>> between = new CompletableFuture<>();
        CompletableFuture<List<Boolean>> second = new CompletableFuture<>();
        CompletableFuture<List<QueuedTransfer>> after = new CompletableFuture<>();

        store().apply(List.of(claim(transfer, 1)), first::complete);
        store().loadQueued(pipe(), 10, NOW, between::complete);
        store().apply(List.of(retry(transfer, 1, true, NOW)), second::complete);
        store().loadQueued(pipe(), 10, NOW, after::complete);

        assertThat(first.orTimeout(30, TimeUnit.SECONDS).join()).containsExactly(true);
        assertThat(second.orTimeout(30, TimeUnit.SECONDS).join()).containsExactly(true);
        List<QueuedTransfer> last = after.orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(last).hasSize(1);
        // Answered before what was asked for behind it, or after that; never as if the claim were not there.
        assertThat(between.orTimeout(30, TimeUnit.SECONDS).join()).isIn(List.of(), last);
    }
}
