// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What attempts leave behind: written down when they end unclean, kept whatever becomes of the transfer, gone when it
/// is gone; and rows that nobody can read.
@Tag("it")
abstract class LeftoverContract extends StoreWorldContract {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final TransferFailure TIMEOUT = new TransferFailure(ErrorCode.TIMEOUT, "no byte moved");

    private int files;

    private LeftoverStore leftovers() {
        return world().bean(LeftoverStore.class);
    }

    /// A transfer to a destination of its own.
    private TransferId add() {
        return add("davs://b.example.org/f" + ++files);
    }

    private TransferId add(String destination) {
        NewTransfer transfer = StoreWorld.file(0, PIPE, destination);
        return world().submit(transfer);
    }

    private static AttemptId attempt(TransferId transfer, int number) {
        return new AttemptId(transfer, number);
    }

    private void run(TransferId transfer, int number, Instant at) {
        world().made(
                        new Transition.Claim(attempt(transfer, number), at),
                        new Transition.Activate(attempt(transfer, number), at, 4711));
    }

    private void retry(TransferId transfer, int number, Instant at, boolean clean) {
        world().made(new Transition.Retry(attempt(transfer, number), PIPE, at, TIMEOUT, clean, at));
    }

    private DestinationKey keyOf(TransferId transfer) {
        return DestinationKey.of(URI.create(world().bean(JobReader.class)
                .findTransfer(transfer.value())
                .orElseThrow()
                .destination()
                .whole()));
    }

    private Leftover only() {
        List<Leftover> all = leftovers().all();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private List<QueuedTransfer> queued(Instant now) {
        CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
        world().store().loadQueued(PIPE, 100, now, answer::complete);
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private List<CanceledTransfer> cancelPipe() {
        List<CanceledTransfer> canceled = new ArrayList<>();
        world().store()
                .cancel(new CancelScope.OfPipes(Set.of(PIPE)), "canceled", NOW.plusSeconds(60), canceled::addAll)
                .join();
        return canceled;
    }

    // --- ends of attempts

    @Test
    void aRetryThatLeftSomethingWritesDownWhereAndWhat() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        retry(transfer, 1, NOW.plusSeconds(9), false);

        assertThat(only()).satisfies(left -> {
            assertThat(left.key()).isEqualTo(keyOf(transfer));
            assertThat(left.transfer()).isEqualTo(transfer);
            assertThat(left.write()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(9), 4711));
            assertThat(left.reason()).contains("no byte moved");
            assertThat(left.isOfEndedTransfer()).isFalse();
        });
        assertThat(queued(NOW.plusSeconds(10)).getFirst().earlier())
                .isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(9), 4711));
        assertThat(leftovers().due(NOW.plusSeconds(1000), 10))
                .as("the next attempt sees to it")
                .isEmpty();
    }

    @Test
    void theWriteBeganWithTheFirstAttemptThatWasNotCleaned() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        retry(transfer, 1, NOW.plusSeconds(1), true);
        assertThat(leftovers().all()).isEmpty();
        run(transfer, 2, NOW.plusSeconds(10));
        retry(transfer, 2, NOW.plusSeconds(11), false);
        run(transfer, 3, NOW.plusSeconds(20));
        retry(transfer, 3, NOW.plusSeconds(21), false);

        assertThat(only().write()).isEqualTo(new EarlierWrite(NOW.plusSeconds(10), NOW.plusSeconds(21), 4711));
    }

    @Test
    void aFailureThatLeftSomethingIsDueAtOnceWithItsTransfer() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        world().made(new Transition.Fail(attempt(transfer, 1), NOW.plusSeconds(5), TIMEOUT, false));

        assertThat(leftovers().due(NOW.plusSeconds(4), 10)).isEmpty();
        assertThat(leftovers().due(NOW.plusSeconds(5), 10)).singleElement().satisfies(due -> {
            assertThat(due.transfer().transfer().id()).isEqualTo(transfer);
            assertThat(due.transfer().earlier()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(5), 4711));
            assertThat(due.leftover().isOfEndedTransfer()).isTrue();
        });
    }

    @Test
    void aFailureThatLeftNothingWritesNothingDown() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        world().made(new Transition.Fail(attempt(transfer, 1), NOW.plusSeconds(5), TIMEOUT, true));
        TransferId unwritten = add();
        world().made(new Transition.Claim(attempt(unwritten, 1), NOW));
        world().made(new Transition.Fail(attempt(unwritten, 1), NOW.plusSeconds(5), TIMEOUT, false));

        assertThat(leftovers().all()).isEmpty();
    }

    @Test
    void whatWasCanceledWhileItRanAndLeftSomethingIsDue() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        cancelPipe();
        world().made(new Transition.Stopped(attempt(transfer, 1), NOW.plusSeconds(70), false));

        assertThat(leftovers().due(NOW.plusSeconds(70), 10))
                .extracting(due -> due.leftover().transfer())
                .containsExactly(transfer);
    }

    @Test
    void whatIsCanceledBetweenTwoTriesLeavesItsPartToTheCleanUp() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        retry(transfer, 1, NOW.plusSeconds(9), false);
        assertThat(cancelPipe()).hasSize(1);

        assertThat(leftovers().due(NOW.plusSeconds(60), 10)).singleElement().satisfies(due -> {
            assertThat(due.leftover().key()).isEqualTo(keyOf(transfer));
            assertThat(due.leftover().write()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(9), 4711));
        });
    }

    @Test
    void anotherTransferThatFinishesThereTakesTheRowAway() {
        TransferId first = add("davs://b.example.org/same");
        run(first, 1, NOW);
        world().made(new Transition.Fail(attempt(first, 1), NOW.plusSeconds(5), TIMEOUT, false));
        TransferId second = add("https://B.example.org:443//same");
        run(second, 1, NOW.plusSeconds(20));
        world().made(new Transition.Finish(attempt(second, 1), NOW.plusSeconds(30), 4711, null));

        assertThat(leftovers().all()).isEmpty();
    }

    @Test
    void anotherTransferThatLeavesSomethingThereAddsToTheEvidence() {
        TransferId first = add("davs://b.example.org/same");
        run(first, 1, NOW);
        world().made(new Transition.Fail(attempt(first, 1), NOW.plusSeconds(5), TIMEOUT, false));
        TransferId second = add("davs://b.example.org/same");
        run(second, 1, NOW.plusSeconds(20));
        world().made(new Transition.Fail(attempt(second, 1), NOW.plusSeconds(30), TIMEOUT, false));

        assertThat(only().transfer()).isEqualTo(second);
        assertThat(only().write()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(30), 4711));
    }

    // --- the clean-up

    @Test
    void whatCannotBeRemovedIsTriedAgainLaterUntilItIsGivenUp() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        world().made(new Transition.Fail(attempt(transfer, 1), NOW, TIMEOUT, false));
        leftovers().again(only(), NOW.plusSeconds(30), "the storage is away");
        assertThat(leftovers().due(NOW.plusSeconds(29), 10)).isEmpty();
        assertThat(leftovers().due(NOW.plusSeconds(30), 10)).hasSize(1);
        assertThat(only().tries()).isEqualTo(1);
        assertThat(only().reason()).isEqualTo("the storage is away");
        leftovers().giveUp(only(), "the storage is gone");
        assertThat(leftovers().due(NOW.plusSeconds(3000), 10)).isEmpty();
        assertThat(only().givenUp()).isTrue();
        assertThat(leftovers().count()).isEqualTo(1);
        leftovers().done(only());
        assertThat(leftovers().all()).isEmpty();
    }

    @Test
    void anAnswerAboutOneThatIsNotTheLastToHaveLeftSomethingThereChangesNothing() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        world().made(new Transition.Fail(attempt(transfer, 1), NOW, TIMEOUT, false));
        Leftover now = only();
        Leftover before = new Leftover(
                now.key(), TransferId.of(transfer.value() + 1000), now.write(), now.reason(), 0, now.nextTry(), false);

        leftovers().done(before);
        leftovers().again(before, NOW.plusSeconds(30), "other");
        leftovers().giveUp(before, "other");
        assertThat(only()).isEqualTo(now);
    }

    @Test
    void operatorsReadThemPageByPage() {
        for (int i = 0; i < 5; i++) {
            TransferId transfer = add();
            run(transfer, 1, NOW);
            world().made(new Transition.Fail(attempt(transfer, 1), NOW, TIMEOUT, false));
        }

        List<Leftover> first = leftovers().page(null, 3);
        List<Leftover> rest = leftovers().page(first.getLast().key(), 3);
        assertThat(first).hasSize(3);
        assertThat(rest).hasSize(2);
        assertThat(first).doesNotContainAnyElementsOf(rest);
    }

    // --- restart

    @Test
    void aRestartWritesDownWhatRanAndWhatWasHalfCanceled() {
        TransferId canceled = add();
        run(canceled, 1, NOW);
        cancelPipe();
        TransferId ran = add();
        run(ran, 1, NOW.plusSeconds(61));

        Instant start = NOW.plusSeconds(100);
        RestartStore.Found found = world().bean(RestartStore.class).recover(start, Duration.ofSeconds(10), false);

        Instant quiet = start.plusSeconds(10);
        assertThat(found.leftovers())
                .extracting(Leftover::transfer, Leftover::write, Leftover::isOfEndedTransfer)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(
                                ran, new EarlierWrite(NOW.plusSeconds(61), quiet, 4711), false),
                        org.assertj.core.groups.Tuple.tuple(canceled, new EarlierWrite(NOW, quiet, 4711), true));
        assertThat(found.halfCanceled())
                .extracting(half -> half.transfer().id())
                .containsExactly(canceled);
        assertThat(queued(start)).isEmpty();
        assertThat(queued(quiet))
                .singleElement()
                .satisfies(again ->
                        assertThat(again.earlier()).isEqualTo(new EarlierWrite(NOW.plusSeconds(61), quiet, 4711)));
        assertThat(leftovers().due(quiet, 10))
                .extracting(due -> due.leftover().transfer())
                .containsExactly(canceled);
        assertThat(found.left()).isEqualTo(new RestartStore.Left(Map.of(PIPE, 2), Map.of(), quiet));
    }

    /// Storages go on for ten seconds with what they copied for a server that is gone, however often others start.
    @Test
    void whatMayStillBeCopiedIsCountedByEachServerUntilItIsOver() {
        run(add(), 1, NOW.plusSeconds(61));
        world().bean(SignOfLife.class).give(NOW.plusSeconds(98));
        try {
            RestartStore restart = world().bean(RestartStore.class);
            Instant over = NOW.plusSeconds(110);
            assertThat(restart.recover(NOW.plusSeconds(100), Duration.ofSeconds(10), false)
                            .left())
                    .isEqualTo(new RestartStore.Left(Map.of(PIPE, 1), Map.of(), over));
            // Cancelled meanwhile: what copies it does not hear of that.
            cancelPipe();
            assertThat(restart.recover(NOW.plusSeconds(104), Duration.ofSeconds(10), false)
                            .left())
                    .isEqualTo(new RestartStore.Left(Map.of(PIPE, 1), Map.of(), over));
            assertThat(restart.recover(over, Duration.ofSeconds(10), false).left())
                    .isEqualTo(new RestartStore.Left(Map.of(), Map.of(), over));
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    /// The server is killed while what an agent that is gone has begun may still go on.
    @Test
    void whatNobodyCouldStopMayBeWrittenUntilItIsTriedAgain() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        lost(transfer, NOW.plusSeconds(55));
        assertThat(only().write()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(65), 4711));
        assertThat(leftAfterAKill(NOW.plusSeconds(57), NOW.plusSeconds(58))).isEqualTo(Map.of(PIPE, 1));
    }

    private Map<PipeId, Integer> leftAfterAKill(Instant lastSign, Instant start) {
        world().bean(SignOfLife.class).give(lastSign);
        try {
            return world().bean(RestartStore.class)
                    .recover(start, Duration.ofSeconds(10), false)
                    .left()
                    .transfers();
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    @Test
    void whatMayStillBeCopiedIsCountedUnderTheLimitThatCameWithIt() {
        TransferLimitStore limits = world().bean(TransferLimitStore.class);
        TransferLimit limit = limits.of(
                new TransferLimitStore.Claims("credential-of-left", "https://iam.example.org/", "left", 0, 4), NOW);
        TransferId limited = add();
        world().jdbc()
                .update(
                        "update transfer set limit_id = ? where id = ?",
                        limit.id().value(),
                        limited.value());
        run(limited, 1, NOW.plusSeconds(61));
        run(add(), 1, NOW.plusSeconds(61));
        world().bean(SignOfLife.class).give(NOW.plusSeconds(98));
        try {
            RestartStore.Left left = world().bean(RestartStore.class)
                    .recover(NOW.plusSeconds(100), Duration.ofSeconds(10), false)
                    .left();
            assertThat(left.transfers()).isEqualTo(Map.of(PIPE, 2));
            assertThat(left.limited()).isEqualTo(Map.of(limit, 1));
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    private void lost(TransferId transfer, Instant at) {
        TransferFailure gone =
                new TransferFailure(ErrorCode.SERVER_RESTARTED, "the agent is gone").withPause(Duration.ofSeconds(10));
        world().made(new Transition.Retry(attempt(transfer, 1), PIPE, at, gone, false, at.plusSeconds(10)));
    }

    /// An attempt that was not let begin, as where a credential is over, writes nothing: who puts a file there
    /// after the attempt before it has ended must not lose it.
    @Test
    void anAttemptThatNeverBeganHasNotWritten() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        retry(transfer, 1, NOW.plusSeconds(9), false);
        world().made(new Transition.Claim(attempt(transfer, 2), NOW.plusSeconds(90)));
        retry(transfer, 2, NOW.plusSeconds(100), false);
        assertThat(only().write().until()).isEqualTo(NOW.plusSeconds(9));
        world().made(
                        new Transition.Claim(attempt(transfer, 3), NOW.plusSeconds(190)),
                        new Transition.Fail(attempt(transfer, 3), NOW.plusSeconds(200), TIMEOUT, false));
        assertThat(only().write().until()).isEqualTo(NOW.plusSeconds(9));
    }

    @Test
    void ifItIsCanceledItIsNotTouchedBefore() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        lost(transfer, NOW.plusSeconds(55));
        assertThat(cancelPipe()).hasSize(1);
        assertThat(leftovers().due(NOW.plusSeconds(64), 10)).isEmpty();
        assertThat(leftovers().due(NOW.plusSeconds(65), 10)).hasSize(1);
    }

    @Test
    void norIfItWasCanceledBefore() {
        TransferId transfer = add();
        run(transfer, 1, NOW);
        cancelPipe();
        world().made(new Transition.Stopped(attempt(transfer, 1), NOW.plusSeconds(70), false, NOW.plusSeconds(80)));
        assertThat(only().write().until()).isEqualTo(NOW.plusSeconds(80));
        assertThat(leftovers().due(NOW.plusSeconds(79), 10)).isEmpty();
        assertThat(leftovers().due(NOW.plusSeconds(80), 10)).hasSize(1);
    }

    /// Nobody but the server itself copies from or to a local file.
    @Test
    void whatHasEndedWithTheServerIsNotCounted() {
        run(add("file:///data/f"), 1, NOW.plusSeconds(61));
        run(add(), 1, NOW.plusSeconds(61));
        assertThat(leftAfterAKill(NOW.plusSeconds(98), NOW.plusSeconds(100))).isEqualTo(Map.of(PIPE, 1));
    }

    /// The database was away while copies went on, and then the server was killed.
    @Test
    void aSignOfLifeThatTheDatabaseDidNotHearOfCounts() {
        TransferId ran = add();
        run(ran, 1, NOW.plusSeconds(61));
        SignOfLife life = world().bean(SignOfLife.class);
        try {
            life.give(NOW.plusSeconds(70));
            life.giveAtLeast(NOW.plusSeconds(130));
            life.giveAtLeast(NOW.plusSeconds(100));
            world().bean(RestartStore.class).recover(NOW.plusSeconds(5000), Duration.ofSeconds(10), false);
            assertThat(only().write().until())
                    .isEqualTo(NOW.plusSeconds(130).plus(SignOfLife.BEAT).plusSeconds(10));
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    @Test
    void whatWasCopiedLongBeforeTheStartIsNotOpenAnyMore() {
        run(add(), 1, NOW.plusSeconds(61));
        world().bean(SignOfLife.class).give(NOW.plusSeconds(70));
        try {
            Instant start = NOW.plusSeconds(5000);
            assertThat(world().bean(RestartStore.class)
                            .recover(start, Duration.ofSeconds(10), false)
                            .left())
                    .isEqualTo(new RestartStore.Left(Map.of(), Map.of(), start));
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    @Test
    void whatIsYoungerThanTheLastSignOfLifeWasNotWrittenByWhatRanThen() {
        assertThat(writtenUntil(false))
                .containsOnly(NOW.plusSeconds(70).plus(SignOfLife.BEAT).plusSeconds(10));
    }

    @Test
    void whatIsYoungerThanTheBackupWasNotWrittenByWhatRanThen() {
        assertThat(writtenUntil(true)).containsOnly(NOW.plusSeconds(70));
    }

    /// Of one transfer that ran and one that was half cancelled, when the server was last alive 70 s after they began
    /// and the next start is more than an hour later.
    private List<Instant> writtenUntil(boolean restored) {
        TransferId canceled = add();
        run(canceled, 1, NOW);
        cancelPipe();
        TransferId ran = add();
        run(ran, 1, NOW.plusSeconds(61));
        world().bean(SignOfLife.class).give(NOW.plusSeconds(70));
        Instant start = NOW.plusSeconds(5000);
        try {
            RestartStore.Found found =
                    world().bean(RestartStore.class).recover(start, Duration.ofSeconds(10), restored);
            assertThat(queued(start)).isEmpty();
            List<Instant> until = new ArrayList<>();
            found.leftovers()
                    .forEach(left ->
                            until.add(Objects.requireNonNull(left.write().until())));
            queued(start.plusSeconds(10))
                    .forEach(again -> until.add(Objects.requireNonNull(
                            Objects.requireNonNull(again.earlier()).until())));
            assertThat(until).hasSize(3);
            return until;
        } finally {
            world().jdbc().update("update server_life set at = null");
        }
    }

    @Test
    void whatSomebodyElseHasFinishedSinceIsNotTakenForWhatWasHalfCanceledBefore() {
        TransferId canceled = add();
        run(canceled, 1, NOW);
        cancelPipe();
        RestartStore restart = world().bean(RestartStore.class);
        restart.recover(NOW.plusSeconds(100), Duration.ofSeconds(10), false);
        // The next one to the same destination takes over and finishes; then the server stops once more.
        String destination = world().jdbc()
                .queryForObject("select destination from transfer where id = ?", String.class, canceled.value());
        TransferId next = add();
        world().jdbc().update("update transfer set destination = ? where id = ?", destination, next.value());
        run(next, 1, NOW.plusSeconds(120));
        world().made(new Transition.Finish(attempt(next, 1), NOW.plusSeconds(121), 4711, null));
        assertThat(leftovers().all()).isEmpty();

        RestartStore.Found found = restart.recover(NOW.plusSeconds(200), Duration.ofSeconds(10), false);

        assertThat(found.leftovers()).isEmpty();
        assertThat(found.halfCanceled()).isEmpty();
        assertThat(isOver(canceled)).isTrue();
    }

    @Test
    void whatAnotherHasLeftSinceStaysNotedWhenWhatWasHalfCanceledBeforeEnds() {
        TransferId canceled = add();
        run(canceled, 1, NOW);
        cancelPipe();
        RestartStore restart = world().bean(RestartStore.class);
        restart.recover(NOW.plusSeconds(100), Duration.ofSeconds(10), false);
        // Submitted again before anybody has cleaned up; that fails, and the server stops once more.
        String destination = world().jdbc()
                .queryForObject("select destination from transfer where id = ?", String.class, canceled.value());
        TransferId next = add();
        world().jdbc().update("update transfer set destination = ? where id = ?", destination, next.value());
        run(next, 1, NOW.plusSeconds(105));
        world().made(new Transition.Fail(attempt(next, 1), NOW.plusSeconds(106), TIMEOUT, false));
        assertThat(only().transfer()).isEqualTo(next);

        RestartStore.Found found = restart.recover(NOW.plusSeconds(200), Duration.ofSeconds(10), false);
        found.halfCanceled()
                .forEach(half -> world().apply(new Transition.Stopped(
                        attempt(half.transfer().id(), 1), NOW.plusSeconds(201), !half.destinationMayBeOurs())));

        assertThat(only().transfer()).isEqualTo(next);
        assertThat(isOver(canceled)).isTrue();
    }

    private boolean isOver(TransferId transfer) {
        return Boolean.TRUE.equals(world().jdbc()
                .queryForObject(
                        "select finish_time is not null from transfer where id = ?", Boolean.class, transfer.value()));
    }

    @Test
    void theTimeUntilWhichTheHalfCanceledMayHaveWrittenDoesNotGrowWithEachStart() {
        TransferId canceled = add();
        run(canceled, 1, NOW);
        cancelPipe();
        RestartStore restart = world().bean(RestartStore.class);
        restart.recover(NOW.plusSeconds(100), Duration.ofSeconds(10), false);

        restart.recover(NOW.plusSeconds(200), Duration.ofSeconds(10), false);

        assertThat(only().write()).isEqualTo(new EarlierWrite(NOW, NOW.plusSeconds(110), 4711));
        assertThat(only().transfer()).isEqualTo(canceled);
    }

    // --- delays

    @Test
    void aClockThatWasSetBackDoesNotProlongADelay() {
        TransferId transfer = add();
        Instant ahead = NOW.plus(Duration.ofHours(2));
        world().made(new Transition.Claim(attempt(transfer, 1), ahead));
        world().made(new Transition.Retry(attempt(transfer, 1), PIPE, ahead, TIMEOUT, true, ahead.plusSeconds(30)));

        assertThat(queued(ahead)).isEmpty();
        assertThat(queued(NOW)).as("the clock was set back by two hours").isEmpty();
        assertThat(queued(NOW.plusSeconds(30))).hasSize(1);
    }

    // --- rows that nobody can read

    @Test
    void aRowThatCannotBeReadFailsAloneAndTheQueueGoesOn() {
        TransferId bad = add();
        TransferId good = add();
        List<CanceledTransfer> told = new ArrayList<>();
        world().store().onGivenUp(told::addAll);
        world().jdbc()
                .update(
                        "update transfer set checksum_mode = 'PERHAPS', source = 'not a URL' where id = ?",
                        bad.value());

        assertThat(queued(NOW)).extracting(each -> each.transfer().id()).containsExactly(good);
        assertThat(told)
                .as("for what waits for it")
                .containsExactly(new CanceledTransfer(bad, PIPE, TransferState.QUEUED));
        assertThat(world().jobOf(bad)).satisfies(job -> {
            assertThat(job.state()).isEqualTo("FAILED");
            assertThat(job.failed()).isEqualTo(1);
        });
        assertThat(world().bean(JobReader.class)
                        .findTransfer(bad.value())
                        .orElseThrow()
                        .reason())
                .contains("cannot be read");
        assertThat(world().store().isHealthy()).isTrue();
    }
}
