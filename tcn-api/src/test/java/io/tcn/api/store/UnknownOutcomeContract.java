// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.orm.jpa.JpaSystemException;

/// The database commits, and its answer is lost: what was made counts as made, once, and those who asked are told.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UnknownOutcomeContract {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final PipeId PIPE = PipeId.of("p");
    private static final TransferFailure TIMEOUT = new TransferFailure(ErrorCode.TIMEOUT, "no byte moved");

    private final LostAnswers answers = new LostAnswers();
    private @Nullable StoreWorld world;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void open() throws Exception {
        world = StoreWorld.open(url(), answers, PIPE);
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    private StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }

    private static NewTransfer transfer(int index, List<Integer> after) {
        return StoreWorld.file(index, PIPE, "davs://b.example.org/" + UUID.randomUUID(), -1, false, after, Set.of());
    }

    private TransferId add() {
        return world().submit(transfer(0, List.of()));
    }

    private static AttemptId attempt(TransferId transfer) {
        return new AttemptId(transfer, 1);
    }

    private void madeWithoutAnswer(Transition transition) {
        answers.loseNextAnswer();
        assertThat(world().apply(transition)).as("%s", transition).containsExactly(true);
        assertThat(world().apply(transition)).as("again: %s", transition).containsExactly(false);
    }

    @Test
    void everyStepOfAnAttemptCountsAsMade() {
        TransferId transfer = add();
        madeWithoutAnswer(new Transition.Claim(attempt(transfer), NOW));
        madeWithoutAnswer(new Transition.Activate(attempt(transfer), NOW, 10));
        madeWithoutAnswer(new Transition.Finish(attempt(transfer), NOW, 10, null));
        assertThat(world().jobOf(transfer)).satisfies(job -> {
            assertThat(job.state()).isEqualTo("FINISHED");
            assertThat(job.finished()).as("counted once").isEqualTo(1);
        });
    }

    @Test
    void failuresAndRetriesCountAsMade() {
        TransferId failed = add();
        world().made(new Transition.Claim(attempt(failed), NOW), new Transition.Activate(attempt(failed), NOW, 10));
        madeWithoutAnswer(new Transition.Fail(attempt(failed), NOW, TIMEOUT, true));
        assertThat(world().jobOf(failed).failed()).isEqualTo(1);
        TransferId retried = add();
        world().made(new Transition.Claim(attempt(retried), NOW));
        madeWithoutAnswer(new Transition.Retry(attempt(retried), PIPE, NOW, TIMEOUT, true, NOW));
        assertThat(world().bean(JobReader.class)
                        .retriesOf(world().jobOf(retried).id(), retried.value()))
                .hasSize(1);
    }

    @Test
    void releasesAndAbandonmentsCountAsMade() {
        List<TransferId> ids = world().submit(StoreWorld.job(
                UUID.randomUUID().toString(),
                List.of(transfer(0, List.of()), transfer(1, List.of(0)), transfer(2, List.of(0)))));
        madeWithoutAnswer(new Transition.Release(ids.get(1), PIPE, NOW));
        madeWithoutAnswer(new Transition.Abandon(
                ids.get(2), PIPE, NOW, new TransferFailure(ErrorCode.PREDECESSOR_FAILED, "not started")));
    }

    @Test
    void aTransitionThatWasNotMadeIsMadeThen() {
        TransferId transfer = add();
        answers.loseNextCommit();
        world().made(new Transition.Claim(attempt(transfer), NOW));
        answers.loseNextCommit();
        world().made(new Transition.Activate(attempt(transfer), NOW, 10));
    }

    @Test
    void aTransitionIsMadeThoughTheLookWhetherTheDatabaseWorksHadNoAnswer() {
        TransferId transfer = add();
        // Five tries of the transition, then a look that is made and has no answer.
        answers.loseNextCommits(5);
        answers.loseNextAnswer();
        world().made(new Transition.Claim(attempt(transfer), NOW));
        world().made(new Transition.Activate(attempt(transfer), NOW, 10));
    }

    @Test
    void whoCancelsIsToldOfAllThatWasCanceled() {
        TransferId transfer = add();
        List<CanceledTransfer> told = new ArrayList<>();
        answers.loseNextAnswer();
        Canceled canceled = world().store()
                .cancel(new CancelScope.OfJob(world().jobOf(transfer).id()), "canceled", NOW, told::addAll)
                .join();
        assertThat(canceled.transfers()).isEqualTo(1);
        assertThat(told).extracting(CanceledTransfer::transfer).containsExactly(transfer);
        assertThat(world().jobOf(transfer).canceled()).as("counted once").isEqualTo(1);
    }

    @Test
    void workInTurnIsDoneOnce() {
        TransferId transfer = add();
        answers.loseNextAnswer();
        int first = world().store()
                .inTurn(() -> world().jdbc()
                        .update("update transfer set retries = retries + 1 where id = ?", transfer.value()))
                .join();
        assertThat(first).isEqualTo(1);
        assertThat(world().jdbc()
                        .queryForObject("select retries from transfer where id = ?", Integer.class, transfer.value()))
                .isEqualTo(1);
    }

    @Test
    void aSubmissionThatIsStoredIsFoundWithAllThatTheDispatchLoopMustKnow() {
        NewJob job =
                StoreWorld.job(UUID.randomUUID().toString(), List.of(transfer(0, List.of()), transfer(1, List.of(0))));
        SubmissionStore submissions = world().bean(SubmissionStore.class);
        answers.loseNextAnswer();
        assertThatThrownBy(() -> submissions.store(job, NOW, "here")).isInstanceOf(JpaSystemException.class);

        assertThat(submissions.stored(job.id(), NOW)).hasValueSatisfying(stored -> {
            assertThat(stored.transfers()).hasSize(2);
            assertThat(stored.queued()).isEqualTo(Map.of(PIPE, 1));
            assertThat(stored.waiting())
                    .containsExactly(new WaitingTransfer(
                            stored.transfers().get(1),
                            PIPE,
                            Set.of(stored.transfers().get(0))));
        });
        assertThat(submissions.stored(job.id(), NOW.plusSeconds(1)))
                .as("an older job of this id")
                .isEmpty();
    }

    @Test
    void aSubmissionThatIsNotStoredIsNotFound() {
        NewJob job = StoreWorld.job(UUID.randomUUID().toString(), List.of(transfer(0, List.of())));
        SubmissionStore submissions = world().bean(SubmissionStore.class);
        answers.loseNextCommit();
        assertThatThrownBy(() -> submissions.store(job, NOW, "here")).isInstanceOf(JpaSystemException.class);

        assertThat(submissions.stored(job.id(), NOW)).isEmpty();
    }
}
