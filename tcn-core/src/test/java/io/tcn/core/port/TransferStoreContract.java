// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every transfer store does. A store makes a subclass that says how to make one and to fill it; answers may
/// come on any thread.
///
/// Transfers are those of user `cms` on the pipes `p` and `q`, from `https://a` to `https://b`, numbered by the
/// test.
public abstract class TransferStoreContract {
    protected static final PipeId P = PipeId.of("p");
    protected static final PipeId Q = PipeId.of("q");
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final TransferFailure BROKE = new TransferFailure(ErrorCode.TIMEOUT, "it broke");
    private static final int PATIENCE_SECONDS = 30;

    private TransferStore store = new Unmade();

    /// Makes a store without transfers in which the pipes are known.
    protected abstract TransferStore createStore();

    /// Adds transfers as a submission does and returns when they are stored: those without predecessors are
    /// QUEUED, the others WAITING.
    protected abstract void add(List<Transfer> transfers);

    /// As [#add(List)], for one transfer of an activity.
    protected abstract void add(Transfer transfer, String activity);

    /// As [#add(List)], for one transfer in a group.
    protected abstract void add(Transfer transfer, GroupId group);

    /// Cancels a transfer as a caller's request does and returns when that is stored.
    ///
    /// @return the state that it had; empty if it had ended before
    protected abstract Optional<TransferState> cancel(TransferId transfer);

    /// The state of a transfer as a caller sees it; empty if there is none.
    protected abstract Optional<TransferState> stateOf(TransferId transfer);

    @BeforeEach
    void freshStore() {
        store = createStore();
    }

    // --- the queue

    @Test
    void aTransferWithPredecessorsWaitsAndOneWithoutIsQueued() {
        add(List.of(transfer(1), after(2, 1)));
        assertThat(stateOf(TransferId.of(1))).contains(TransferState.QUEUED);
        assertThat(stateOf(TransferId.of(2))).contains(TransferState.WAITING);
        assertThat(queue()).containsExactly(1L);
    }

    @Test
    void theQueueIsOrderedByPriorityThenByNumber() {
        add(List.of(prioritised(5, 3), prioritised(4, 5), prioritised(3, 1), prioritised(2, 3), prioritised(1, 3)));
        assertThat(queue()).containsExactly(4L, 1L, 2L, 5L, 3L);
    }

    @Test
    void aLoadGivesTheFirstAndNotMoreThanAskedFor() {
        add(List.of(transfer(1), transfer(2), prioritised(3, 5)));
        assertThat(queue(P, 2, NOW)).containsExactly(3L, 1L);
        assertThat(queue(P, 3, NOW)).hasSize(3);
    }

    @Test
    void withSharesAWindowHoldsEveryActivityInProportion() {
        for (int i = 1; i <= 20; i++) {
            add(transfer(i), "bulk");
        }
        for (int i = 21; i <= 30; i++) {
            add(transfer(i), "user");
        }
        // 3 to 1: at 1/3, 2/3, 1 the bulk, at 1 the user, and so on.
        assertThat(shared(8, Map.of("bulk", 3.0, "user", 1.0))).containsExactly(1L, 2L, 3L, 21L, 4L, 5L, 6L, 22L);
        assertThat(queue(P, 8, NOW)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void withSharesPriorityStillComesFirstAndActivitiesWithoutWeightAreOne() {
        add(transfer(1), "bulk");
        add(transfer(2), "bulk");
        add(transfer(3), "one");
        add(transfer(4), "another");
        add(prioritised(5, 5), "bulk");
        assertThat(shared(10, Map.of("bulk", 1.0, "default", 1.0))).containsExactly(5L, 1L, 3L, 2L, 4L);
        assertThat(shared(10, Map.of("bulk", 0.0))).containsExactly(5L, 3L, 4L, 1L, 2L);
        List<QueuedTransfer> second = answer(reply -> store.loadQueued(P, 2, NOW, shares(Map.of("x", 1.0)), reply));
        assertThat(second).extracting(QueuedTransfer::activity).containsExactly("bulk", "bulk");
    }

    private List<Long> shared(int limit, Map<String, Double> weights) {
        List<QueuedTransfer> found = answer(reply -> store.loadQueued(P, limit, NOW, shares(weights), reply));
        return found.stream().map(queued -> queued.transfer().id().value()).toList();
    }

    private static QueueOrder shares(Map<String, Double> weights) {
        return QueueOrder.FIRST_COME.withActivities(ActivityWeights.of(weights));
    }

    @Test
    void groupsComeInTheOrderGivenAndBesideThemWhatIsInNoGroup() {
        add(transfer(1), new GroupId(7));
        add(transfer(2), new GroupId(7));
        add(transfer(3), new GroupId(8));
        add(transfer(4), new GroupId(9));
        add(transfer(5), GroupId.NONE);
        add(prioritised(6, 5), new GroupId(7));
        add(transfer(7), GroupId.NONE);
        // What an order does not name comes after it, by number.
        assertThat(grouped(9, 8, 100)).containsExactlyInAnyOrder(5L, 7L, 3L, 6L, 1L, 2L, 4L);
        // Priority stays above the groups: 6 comes first.
        assertThat(grouped(9, 8, 3)).containsExactlyInAnyOrder(5L, 7L, 6L, 4L, 3L);
        assertThat(grouped(9, 9, 1)).containsExactlyInAnyOrder(5L, 6L);
        assertThat(grouped(9, 9, 2)).containsExactlyInAnyOrder(5L, 7L, 6L, 4L);
        assertThat(grouped(7, 8, 2)).containsExactlyInAnyOrder(5L, 7L, 6L, 1L);
        List<QueuedTransfer> first = answer(reply -> store.loadQueued(P, 100, NOW, reply));
        assertThat(first)
                .filteredOn(queued -> queued.transfer().id().value() == 3)
                .extracting(QueuedTransfer::group)
                .containsExactly(new GroupId(8));
    }

    @Test
    void whatIsOverLeavesItsGroup() {
        add(transfer(1), new GroupId(7));
        add(transfer(2), new GroupId(7));
        add(transfer(3), new GroupId(8));
        cancel(TransferId.of(1));
        assertThat(grouped(7, 8, 1)).containsExactly(2L);
        cancel(TransferId.of(2));
        assertThat(grouped(7, 8, 1)).containsExactly(3L);
    }

    /// The first of the queue where one group goes before another.
    private List<Long> grouped(long first, long second, int limit) {
        QueueOrder order = QueueOrder.FIRST_COME.withGroups(List.of(new GroupId(first), new GroupId(second)));
        List<QueuedTransfer> found = answer(reply -> store.loadQueued(P, limit, NOW, order, reply));
        return found.stream().map(queued -> queued.transfer().id().value()).toList();
    }

    @Test
    void aLimitComesWithItsTransfersAndCanBeLeftOut() {
        TransferLimit limit = new TransferLimit(new LimitId(901), "the token of alice by https://iam/", 5e9, 4);
        TransferLimit other =
                new TransferLimit(new LimitId(902), "the token of bob by https://iam/", Double.POSITIVE_INFINITY, 1);
        add(List.of(limited(1, limit), limited(2, limit), limited(3, other), transfer(4)));
        add(limited(5, limit), new GroupId(7));
        add(transfer(6), new GroupId(7));
        List<QueuedTransfer> all = answer(reply -> store.loadQueued(P, 10, NOW, QueueOrder.FIRST_COME, reply));
        assertThat(all)
                .extracting(queued -> queued.transfer().options().limit())
                .containsExactlyInAnyOrder(limit, limit, other, null, limit, null);
        assertThat(without(QueueOrder.FIRST_COME, limit)).containsExactlyInAnyOrder(3L, 4L, 6L);
        assertThat(without(QueueOrder.FIRST_COME, limit, other)).containsExactlyInAnyOrder(4L, 6L);
        assertThat(without(shares(Map.of("default", 1.0)), limit)).containsExactlyInAnyOrder(3L, 4L, 6L);
    }

    @Test
    void whatIsLeftOutTakesNoPlaceInALoad() {
        TransferLimit limit = new TransferLimit(new LimitId(901), "the token of alice by https://iam/", 5e9, 4);
        List<Transfer> added = new ArrayList<>();
        // Far more than any multiple of what is asked for.
        for (int i = 1; i <= 100; i++) {
            added.add(limited(i, limit));
        }
        added.add(transfer(101));
        added.add(transfer(102));
        added.add(transfer(103));
        add(added);
        for (QueueOrder order : List.of(QueueOrder.FIRST_COME, shares(Map.of("default", 1.0)))) {
            QueueOrder left = order.without(Set.of(limit.id()));
            List<QueuedTransfer> found = answer(reply -> store.loadQueued(P, 2, NOW, left, reply));
            assertThat(found)
                    .extracting(queued -> queued.transfer().id().value())
                    .containsExactly(101L, 102L);
        }
    }

    private static Transfer limited(long id, TransferLimit limit) {
        Transfer bare = transfer(id);
        return bare.withOptions(bare.options().withLimit(limit));
    }

    private List<Long> without(QueueOrder order, TransferLimit... limits) {
        QueueOrder left =
                order.without(Arrays.stream(limits).map(TransferLimit::id).collect(Collectors.toSet()));
        List<QueuedTransfer> found = answer(reply -> store.loadQueued(P, 10, NOW, left, reply));
        return found.stream().map(queued -> queued.transfer().id().value()).toList();
    }

    @Test
    void eachPipeHasItsOwnQueue() {
        add(List.of(transfer(1), on(Q, 2)));
        assertThat(queue(P, 10, NOW)).containsExactly(1L);
        assertThat(queue(Q, 10, NOW)).containsExactly(2L);
        assertThat(queue(PipeId.of("unknown"), 10, NOW)).isEmpty();
    }

    @Test
    void whatIsLoadedIsWhatWasAdded() {
        Transfer full = new Transfer(
                TransferId.of(7),
                P,
                URI.create("https://a/dir/file?x=1"),
                URI.create("https://b/dir/file"),
                123_456_789_012L,
                4,
                Set.of(),
                new TransferOptions(
                        true,
                        Checksum.adler32(0x1a2b3c4dL),
                        ChecksumMode.BOTH,
                        3,
                        Duration.ofSeconds(90),
                        Duration.ofMinutes(10)));
        Transfer bare = transfer(8);
        add(List.of(full, bare));
        assertThat(load(P, 10, NOW))
                .containsExactly(new QueuedTransfer(full, 0, 0, null), new QueuedTransfer(bare, 0, 0, null));
    }

    @Test
    void onlyQueuedTransfersAreInTheQueue() {
        long id = 0;
        long queued = 0;
        for (TransferState state : TransferState.values()) {
            bring(++id, state);
            queued = state == TransferState.QUEUED ? id : queued;
        }
        assertThat(queue()).containsExactly(queued);
    }

    // --- every change from every state

    @ParameterizedTest
    @EnumSource(TransferState.class)
    void aChangeIsMadeOnlyFromTheStatesThatItMayComeFrom(TransferState from) {
        long id = 0;
        for (Change change : Change.values()) {
            id += 2;
            int attempt = bring(id, from);
            // QUEUED is claimed for the next attempt.
            AttemptId named =
                    new AttemptId(TransferId.of(id), change == Change.CLAIM ? attempt + 1 : Math.max(1, attempt));
            Transition transition = change.of(named);
            boolean expected = change.from().contains(from);
            assertThat(apply(transition)).as("%s from %s", change, from).containsExactly(expected);
            assertThat(stateOf(TransferId.of(id)))
                    .as("after %s from %s", change, from)
                    .contains(expected ? transition.to() : from);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Change.class,
            names = {"ACTIVATE", "FINISH", "FAIL", "RETRY", "STOP"})
    void aChangeInTheNameOfAnotherAttemptIsNotMade(Change change) {
        long id = 0;
        for (TransferState from : change.from()) {
            id++;
            int attempt = bring(id, from);
            for (int wrong : new int[] {attempt - 1, attempt + 1}) {
                assertThat(apply(change.of(new AttemptId(TransferId.of(id), wrong))))
                        .as("%s from %s by attempt %d instead of %d", change, from, wrong, attempt)
                        .containsExactly(false);
            }
            assertThat(stateOf(TransferId.of(id))).contains(from);
        }
    }

    @Test
    void aClaimMustBeThatOfTheNextAttempt() {
        add(List.of(transfer(1)));
        assertThat(apply(claim(1, 2))).containsExactly(false);
        assertThat(apply(claim(1, 1))).containsExactly(true);
        assertThat(apply(claim(1, 2))).containsExactly(false);
        apply(retry(1, 1, ErrorCode.TIMEOUT, true, NOW));
        assertThat(apply(claim(1, 1))).containsExactly(false);
        assertThat(apply(claim(1, 2))).containsExactly(true);
    }

    @Test
    void nothingIsMadeOfATransferThatDoesNotExist() {
        for (Change change : Change.values()) {
            assertThat(apply(change.of(new AttemptId(TransferId.of(99), 1)))).containsExactly(false);
        }
        assertThat(stateOf(TransferId.of(99))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(TransferState.class)
    void aCancellationTellsTheStateBeforeAndEndsWhatHasNotEnded(TransferState from) {
        bring(1, from);
        assertThat(cancel(TransferId.of(1))).isEqualTo(from.isTerminal() ? Optional.empty() : Optional.of(from));
        assertThat(stateOf(TransferId.of(1))).contains(from.isTerminal() ? from : TransferState.CANCELED);
        assertThat(cancel(TransferId.of(1))).isEmpty();
        assertThat(queue()).isEmpty();
    }

    @Test
    void aTransferThatDoesNotExistCannotBeCancelled() {
        assertThat(cancel(TransferId.of(1))).isEmpty();
    }

    // --- attempts, retries, leftovers

    @Test
    void attemptsAndRetriesAreCountedButARestartIsNoRetry() {
        add(List.of(transfer(1)));
        apply(claim(1, 1), retry(1, 1, ErrorCode.TIMEOUT, true, NOW));
        assertThat(only())
                .extracting(QueuedTransfer::attempts, QueuedTransfer::retries)
                .containsExactly(1, 1);
        apply(claim(1, 2), retry(1, 2, ErrorCode.SERVER_RESTARTED, true, NOW));
        assertThat(only())
                .extracting(QueuedTransfer::attempts, QueuedTransfer::retries)
                .containsExactly(2, 1);
        apply(claim(1, 3), retry(1, 3, ErrorCode.INTERRUPTED, true, NOW));
        assertThat(only())
                .extracting(QueuedTransfer::attempts, QueuedTransfer::retries)
                .containsExactly(3, 2);
    }

    @Test
    void aRetryIsNotInTheQueueBeforeItsDelayIsOver() {
        add(List.of(transfer(1), transfer(2)));
        apply(claim(1, 1), retry(1, 1, ErrorCode.TIMEOUT, true, NOW.plusSeconds(60)));
        assertThat(queue(P, 10, NOW)).containsExactly(2L);
        // It does not use up the room of those that may go.
        assertThat(queue(P, 1, NOW)).containsExactly(2L);
        assertThat(queue(P, 10, NOW.plusSeconds(59))).containsExactly(2L);
        assertThat(queue(P, 10, NOW.plusSeconds(60))).containsExactly(1L, 2L);
    }

    @Test
    void anAttemptThatWroteMayHaveLeftSomethingUnlessItSaysOtherwise() {
        add(List.of(transfer(1)));
        apply(claim(1, 1), retry(1, 1, ErrorCode.SOURCE_UNAVAILABLE, true, NOW));
        assertThat(only().destinationMayBeOurs()).as("never written to").isFalse();
        apply(claim(1, 2), activate(1, 2), retry(1, 2, ErrorCode.TIMEOUT, true, NOW));
        assertThat(only().destinationMayBeOurs()).as("written to and removed").isFalse();
        apply(claim(1, 3), activate(1, 3), retry(1, 3, ErrorCode.TIMEOUT, false, NOW));
        assertThat(only().destinationMayBeOurs())
                .as("written to and not removed")
                .isTrue();
        apply(claim(1, 4), retry(1, 4, ErrorCode.SOURCE_UNAVAILABLE, false, NOW));
        assertThat(only().destinationMayBeOurs()).as("still there").isTrue();
        apply(claim(1, 5), activate(1, 5), retry(1, 5, ErrorCode.TIMEOUT, true, NOW));
        assertThat(only().destinationMayBeOurs()).as("removed at last").isFalse();
    }

    @Test
    void aReleasedTransferIsQueuedAndAnAbandonedOneIsNot() {
        add(List.of(transfer(1), after(2, 1), after(3, 1)));
        apply(
                new Transition.Release(TransferId.of(2), P, NOW),
                new Transition.Abandon(TransferId.of(3), P, NOW, BROKE));
        assertThat(queue()).containsExactly(1L, 2L);
        assertThat(load(P, 10, NOW).getLast().transfer().after()).containsExactly(TransferId.of(1));
    }

    // --- batches and order

    @Test
    void aBatchIsMadeInItsOrderAndAnswersForEachOfItsChanges() {
        add(List.of(transfer(1), transfer(2)));
        assertThat(apply(
                        claim(1, 1),
                        claim(1, 1),
                        activate(1, 1),
                        activate(2, 1),
                        claim(99, 1),
                        claim(2, 1),
                        new Transition.Finish(attempt(1, 1), NOW, 10, Checksum.adler32(1))))
                .containsExactly(true, false, true, false, false, true, true);
        assertThat(stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
        assertThat(stateOf(TransferId.of(2))).contains(TransferState.CLAIMED);
    }

    @Test
    void anEmptyBatchIsAnswered() {
        assertThat(apply()).isEmpty();
    }

    @Test
    void aLargeBatchIsMadeAsAWhole() {
        List<Transfer> many = new ArrayList<>();
        List<Transition> claims = new ArrayList<>();
        for (long id = 1; id <= 3000; id++) {
            many.add(transfer(id));
            claims.add(claim(id, 1));
        }
        add(many);
        assertThat(this.<List<Boolean>>answer(reply -> store.apply(claims, reply)))
                .hasSize(3000)
                .containsOnly(true);
        assertThat(queue()).isEmpty();
        Set<TransferId> all =
                LongStream.rangeClosed(1, 3000).mapToObj(TransferId::of).collect(Collectors.toSet());
        assertThat(states(all)).hasSize(3000).containsValue(TransferState.CLAIMED);
    }

    @Test
    void aQuestionSeesEveryChangeAskedForBeforeIt() {
        add(LongStream.rangeClosed(1, 50)
                .mapToObj(TransferStoreContract::transfer)
                .toList());
        List<CompletableFuture<Map<TransferId, TransferState>>> states = new ArrayList<>();
        List<CompletableFuture<List<QueuedTransfer>>> queues = new ArrayList<>();
        for (long id = 1; id <= 50; id++) {
            TransferId transfer = TransferId.of(id);
            store.apply(List.of(claim(id, 1)), made -> {});
            states.add(asked(reply -> store.loadStates(List.of(transfer), reply)));
            queues.add(asked(reply -> store.loadQueued(P, 1, NOW, reply)));
            store.apply(List.of(activate(id, 1)), made -> {});
        }
        for (int i = 0; i < 50; i++) {
            assertThat(await(states.get(i))).containsEntry(TransferId.of(i + 1), TransferState.CLAIMED);
            // Never what was claimed before; what was claimed after may be missing already.
            TransferId last = TransferId.of(i + 1);
            assertThat(await(queues.get(i)))
                    .allSatisfy(queued -> assertThat(queued.transfer().id()).isGreaterThan(last));
        }
        assertThat(states(Set.of(TransferId.of(50)))).containsEntry(TransferId.of(50), TransferState.ACTIVE);
    }

    @Test
    void statesOfUnknownTransfersAreMissing() {
        add(List.of(transfer(1), after(2, 1)));
        assertThat(states(Set.of(TransferId.of(1), TransferId.of(2), TransferId.of(3))))
                .containsOnly(
                        Map.entry(TransferId.of(1), TransferState.QUEUED),
                        Map.entry(TransferId.of(2), TransferState.WAITING));
        assertThat(states(Set.of())).isEmpty();
    }

    // --- the world of these tests

    /// The kinds of change, and the states that each may come from.
    enum Change {
        CLAIM,
        ACTIVATE,
        FINISH,
        FAIL,
        RETRY,
        STOP,
        RELEASE,
        ABANDON;

        Set<TransferState> from() {
            return switch (this) {
                case CLAIM -> Set.of(TransferState.QUEUED);
                case ACTIVATE -> Set.of(TransferState.CLAIMED);
                case FINISH -> Set.of(TransferState.ACTIVE);
                case FAIL, RETRY -> Set.of(TransferState.CLAIMED, TransferState.ACTIVE);
                case STOP -> Set.of(TransferState.CANCELED);
                case RELEASE, ABANDON -> Set.of(TransferState.WAITING);
            };
        }

        Transition of(AttemptId attempt) {
            return switch (this) {
                case CLAIM -> new Transition.Claim(attempt, NOW);
                case ACTIVATE -> new Transition.Activate(attempt, NOW, 10);
                case FINISH -> new Transition.Finish(attempt, NOW, 10, null);
                case FAIL -> new Transition.Fail(attempt, NOW, BROKE, true);
                case RETRY -> new Transition.Retry(attempt, P, NOW, BROKE, true, NOW);
                case STOP -> new Transition.Stopped(attempt, NOW, true);
                case RELEASE -> new Transition.Release(attempt.transfer(), P, NOW);
                case ABANDON -> new Transition.Abandon(attempt.transfer(), P, NOW, BROKE);
            };
        }
    }

    /// Adds a transfer and brings it into a state, in its second attempt where it has been claimed.
    ///
    /// @return how many attempts it has had
    private int bring(long id, TransferState state) {
        if (state == TransferState.WAITING) {
            add(List.of(on(Q, id + 1_000_000), after(id, id + 1_000_000)));
            return 0;
        }
        add(List.of(transfer(id)));
        apply(claim(id, 1), retry(id, 1, ErrorCode.TIMEOUT, true, NOW));
        switch (state) {
            case WAITING, QUEUED -> {
                return 1;
            }
            case CLAIMED -> apply(claim(id, 2));
            case ACTIVE -> apply(claim(id, 2), activate(id, 2));
            case FINISHED -> apply(claim(id, 2), activate(id, 2), new Transition.Finish(attempt(id, 2), NOW, 10, null));
            case FAILED -> apply(claim(id, 2), new Transition.Fail(attempt(id, 2), NOW, BROKE, true));
            case CANCELED -> {
                apply(claim(id, 2), activate(id, 2));
                cancel(TransferId.of(id));
            }
        }
        assertThat(stateOf(TransferId.of(id))).contains(state);
        return 2;
    }

    private List<Boolean> apply(Transition... transitions) {
        return answer(reply -> store.apply(List.of(transitions), reply));
    }

    private Map<TransferId, TransferState> states(Set<TransferId> transfers) {
        return answer(reply -> store.loadStates(transfers, reply));
    }

    private List<QueuedTransfer> load(PipeId pipe, int limit, Instant now) {
        return answer(reply -> store.loadQueued(pipe, limit, now, reply));
    }

    private QueuedTransfer only() {
        List<QueuedTransfer> queued = load(P, 10, NOW);
        assertThat(queued).hasSize(1);
        return queued.getFirst();
    }

    protected final List<Long> queue() {
        return queue(P, 10_000, NOW);
    }

    private List<Long> queue(PipeId pipe, int limit, Instant now) {
        return load(pipe, limit, now).stream()
                .map(queued -> queued.transfer().id().value())
                .toList();
    }

    private <T> T answer(Consumer<Consumer<T>> question) {
        return await(asked(question));
    }

    private static <T> CompletableFuture<T> asked(Consumer<Consumer<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        question.accept(answer::complete);
        return answer;
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException none) {
            throw new AssertionError("the store did not answer within " + PATIENCE_SECONDS + " s", none);
        } catch (InterruptedException | ExecutionException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static AttemptId attempt(long id, int number) {
        return new AttemptId(TransferId.of(id), number);
    }

    private static Transition claim(long id, int number) {
        return new Transition.Claim(attempt(id, number), NOW);
    }

    private static Transition activate(long id, int number) {
        return new Transition.Activate(attempt(id, number), NOW, 10);
    }

    private static Transition retry(long id, int number, ErrorCode code, boolean clean, Instant notBefore) {
        TransferFailure failure = new TransferFailure(code, "it broke");
        return new Transition.Retry(attempt(id, number), P, NOW, failure, clean, notBefore);
    }

    protected static Transfer transfer(long id) {
        return transfer(P, id, Transfer.DEFAULT_PRIORITY, Set.of());
    }

    private static Transfer prioritised(long id, int priority) {
        return transfer(P, id, priority, Set.of());
    }

    private static Transfer on(PipeId pipe, long id) {
        return transfer(pipe, id, Transfer.DEFAULT_PRIORITY, Set.of());
    }

    private static Transfer after(long id, long predecessor) {
        return transfer(P, id, Transfer.DEFAULT_PRIORITY, Set.of(TransferId.of(predecessor)));
    }

    private static Transfer transfer(PipeId pipe, long id, int priority, Set<TransferId> after) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("https://a/file" + id),
                URI.create("https://b/file" + id),
                10,
                priority,
                after,
                TransferOptions.DEFAULT);
    }

    /// Stands in until the first test has made its store.
    private static final class Unmade implements TransferStore {
        @Override
        public void loadQueued(
                PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
            throw new AssertionError("no store was made");
        }

        @Override
        public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
            throw new AssertionError("no store was made");
        }

        @Override
        public void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply) {
            throw new AssertionError("no store was made");
        }
    }
}
