// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.ArchiveStore;
import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/// When the loop asks for what, with a store that is away or slow.
class RetentionTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration YEAR = Duration.ofDays(365);

    /// So many blocks are left.
    private static final class FakeThings implements OldThings {
        private int jobBlocks;
        private int auditBlocks;
        private boolean away;
        private boolean silent;
        private final List<RetentionStore.Then> fates = new ArrayList<>();
        private final List<Instant> archiveQuestions = new ArrayList<>();
        private int looksAtPipes;
        private final List<Instant> jobQuestions = new ArrayList<>();
        private final List<Instant> auditQuestions = new ArrayList<>();

        @Override
        public CompletableFuture<RetentionStore.Step> removeJobs(
                Instant before, RetentionStore.Then then, RetentionCursor at) {
            jobQuestions.add(before);
            fates.add(then);
            if (away) {
                return CompletableFuture.failedFuture(new DataAccessResourceFailureException("away"));
            }
            if (silent) {
                return new CompletableFuture<>();
            }
            int removed = Math.min(1, jobBlocks);
            jobBlocks -= removed;
            return CompletableFuture.completedFuture(
                    new RetentionStore.Step(removed, removed, jobBlocks > 0 ? RetentionCursor.START : null));
        }

        @Override
        public CompletableFuture<ArchiveStore.Deleted> deleteArchived(Instant before) {
            archiveQuestions.add(before);
            return CompletableFuture.completedFuture(new ArchiveStore.Deleted(1, 1, archiveQuestions.size() % 2 == 1));
        }

        @Override
        public Duration archiveKeptByDefault() {
            return MONTH;
        }

        @Override
        public CompletableFuture<Integer> forgetPipes() {
            looksAtPipes++;
            return CompletableFuture.completedFuture(0);
        }

        @Override
        public CompletableFuture<Integer> removeAudit(Instant before) {
            auditQuestions.add(before);
            int removed = Math.min(1, auditBlocks);
            auditBlocks -= removed;
            return CompletableFuture.completedFuture(removed);
        }
    }

    private final HandTurnedLoop hand = new HandTurnedLoop();
    private final Loops loops = new Loops(hand);
    private final FakeThings things = new FakeThings();

    private void start(Duration keepFinished, Duration keepAudit) {
        start(keepFinished, null, keepAudit);
    }

    private void start(Duration keepFinished, @Nullable Duration keepArchived, Duration keepAudit) {
        new SteadyLoop(
                        loops.of("retention"),
                        hand,
                        Duration.ofMillis(500),
                        new Retention(things, new TcnProperties.Retention(keepFinished, keepArchived, keepAudit), hand))
                .start();
    }

    @Test
    void everyHourAllThatIsOldIsRemovedBlockByBlock() {
        things.jobBlocks = 3;
        things.auditBlocks = 2;
        start(WEEK, YEAR);
        hand.pass(Duration.ofSeconds(59));
        assertThat(things.jobQuestions).isEmpty();
        hand.pass(Duration.ofMinutes(1));
        assertThat(things.jobQuestions).hasSize(3);
        assertThat(things.auditQuestions).hasSize(3);

        things.jobBlocks = 1;
        hand.pass(Duration.ofMinutes(58));
        assertThat(things.jobQuestions).hasSize(3);
        hand.pass(Duration.ofMinutes(5));
        assertThat(things.jobQuestions).hasSize(4);
    }

    @Test
    void whatIsOldDependsOnTheSettings() {
        hand.pass(Duration.ofDays(400));
        start(WEEK, YEAR);
        Instant first = hand.now().plus(Retention.FIRST);
        hand.pass(Duration.ofMinutes(2));
        assertThat(things.jobQuestions).containsExactly(first.minus(WEEK));
        assertThat(things.auditQuestions).containsExactly(first.minus(YEAR));
    }

    @Test
    void jobsGoToTheArchiveAndFromItAfterAnotherTime() {
        hand.pass(Duration.ofDays(400));
        start(WEEK, YEAR);
        Instant first = hand.now().plus(Retention.FIRST);
        hand.pass(Duration.ofMinutes(2));
        assertThat(things.fates).containsExactly(RetentionStore.Then.ARCHIVED);
        assertThat(things.archiveQuestions).containsExactly(first.minus(MONTH), first.minus(MONTH));
        assertThat(things.looksAtPipes).isEqualTo(1);
    }

    @Test
    void anArchiveThatKeepsNothingLongerIsNone() {
        hand.pass(Duration.ofDays(400));
        start(WEEK, WEEK, YEAR);
        hand.pass(Duration.ofMinutes(2));
        assertThat(things.fates).containsExactly(RetentionStore.Then.DELETED);
    }

    @Test
    void anArchiveForEverIsNeverAskedForWhatIsOld() {
        start(WEEK, Duration.ZERO, YEAR);
        hand.pass(Duration.ofMinutes(2));
        assertThat(things.fates).containsExactly(RetentionStore.Then.ARCHIVED);
        assertThat(things.archiveQuestions).isEmpty();
    }

    @Test
    void zeroMeansForEver() {
        things.jobBlocks = 1;
        things.auditBlocks = 1;
        start(Duration.ZERO, YEAR);
        hand.pass(Duration.ofHours(3));
        assertThat(things.jobQuestions).isEmpty();
        assertThat(things.auditBlocks).isZero();
        assertThat(things.looksAtPipes).isZero();
    }

    @Test
    void aTimeBeforeAllTimesIsNoReasonToFail() {
        start(Duration.ofDays(99_999_999), YEAR);
        hand.pass(Duration.ofMinutes(2));
        assertThat(things.jobQuestions).containsExactly(Instant.EPOCH);
    }

    @Test
    void aBlockThatFailsIsTriedAgain() {
        things.jobBlocks = 2;
        things.away = true;
        start(WEEK, YEAR);
        hand.pass(Duration.ofMinutes(2));
        assertThat(loops.troubles()).hasSize(1);
        things.away = false;
        hand.pass(Duration.ofMinutes(1));
        assertThat(things.jobBlocks).isZero();
        assertThat(loops.troubles()).isEmpty();
    }

    @Test
    void aStoreThatDoesNotAnswerIsAskedOnce() {
        things.silent = true;
        start(WEEK, YEAR);
        hand.pass(Duration.ofHours(2));
        assertThat(things.jobQuestions).hasSize(1);
    }
}
