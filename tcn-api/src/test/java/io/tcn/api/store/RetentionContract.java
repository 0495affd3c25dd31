// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.policy.AuditEntry;
import io.tcn.api.store.policy.PolicyTransactions;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What was over long ago goes with all that hangs on it; what anything still needs stays.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RetentionContract {
    static final Instant OLD = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final Instant LIMIT = OLD.plus(Duration.ofDays(1));
    private static final PipeId PIPE = PipeId.of("p");
    private static final TransferFailure TIMEOUT = new TransferFailure(ErrorCode.TIMEOUT, "no byte moved");
    private static final List<String> TABLES = List.of(
            "leftover",
            "outbox",
            "outbox_attempt",
            "destination_claim",
            "transfer_delay",
            "transfer_retry",
            "transfer_after",
            "transfer",
            "job",
            "archived_retry",
            "archived_transfer",
            "archived_job",
            "config_audit");

    private @Nullable StoreWorld world;
    private int jobs;
    private RetentionStore.Then then = RetentionStore.Then.DELETED;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void open() throws Exception {
        world = StoreWorld.open(url(), PIPE);
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    @BeforeEach
    void empty() {
        then = RetentionStore.Then.DELETED;
        TABLES.forEach(table -> world().jdbc().update("delete from " + table));
    }

    StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }

    private static NewTransfer file(int index, List<Integer> after, Set<TransferId> afterExisting) {
        return file(index, PIPE, "davs://b.example.org/f" + index + "-" + UUID.randomUUID(), after, afterExisting);
    }

    /// A file that waits for none.
    static NewTransfer file(int index, PipeId pipe, String destination) {
        return file(index, pipe, destination, List.of(), Set.of());
    }

    private static NewTransfer file(
            int index, PipeId pipe, String destination, List<Integer> after, Set<TransferId> afterExisting) {
        return StoreWorld.file(index, pipe, destination, -1, false, after, afterExisting);
    }

    String newJob() {
        return "job-" + ++jobs;
    }

    private List<TransferId> add(String job, int files) {
        return world().submit(StoreWorld.job(
                job,
                IntStream.range(0, files)
                        .mapToObj(index -> file(index, List.of(), Set.of()))
                        .toList()));
    }

    private void run(TransferId transfer, int number, Instant at) {
        AttemptId attempt = new AttemptId(transfer, number);
        world().made(new Transition.Claim(attempt, at), new Transition.Activate(attempt, at, 4711));
    }

    private void finish(TransferId transfer, int number, Instant at) {
        run(transfer, number, at);
        world().made(new Transition.Finish(new AttemptId(transfer, number), at, 4711, null));
    }

    /// A job that was over at a moment.
    List<TransferId> over(String job, int files, Instant at) {
        List<TransferId> transfers = add(job, files);
        transfers.forEach(transfer -> finish(transfer, 1, at));
        return transfers;
    }

    private RetentionStore.Step step(RetentionStore store, RetentionCursor at) {
        return world().store().inTurn(() -> store.removeNext(LIMIT, then, at)).join();
    }

    /// Removes all that is old.
    private List<RetentionStore.Step> removeAll(RetentionStore store) {
        List<RetentionStore.Step> steps = new ArrayList<>();
        RetentionCursor at = RetentionCursor.START;
        while (at != null) {
            RetentionStore.Step step = step(store, at);
            steps.add(step);
            at = step.next();
        }
        return steps;
    }

    /// From now on old jobs go to the archive.
    void archiveFromNowOn() {
        then = RetentionStore.Then.ARCHIVED;
    }

    void removeAll() {
        removeAll(world().bean(RetentionStore.class));
    }

    private RetentionStore inBlocksOf(int transfers) {
        return new RetentionStore(world().jdbc(), transfers);
    }

    private List<String> jobs() {
        return world().jdbc().queryForList("select id from job order by id", String.class);
    }

    long rows(String table) {
        Long count = world().jdbc().queryForObject("select count(*) from " + table, Long.class);
        return count == null ? -1 : count;
    }

    @Test
    void whatIsOldGoesWithAllThatHangsOnIt() {
        String old = newJob();
        List<TransferId> files = world().submit(
                        StoreWorld.job(old, List.of(file(0, List.of(), Set.of()), file(1, List.of(0), Set.of()))));
        run(files.getFirst(), 1, OLD);
        AttemptId first = new AttemptId(files.getFirst(), 1);
        world().made(new Transition.Retry(first, PIPE, OLD, TIMEOUT, true, OLD.plusSeconds(1)));
        finish(files.getFirst(), 2, OLD.plusSeconds(2));
        world().made(new Transition.Release(files.getLast(), PIPE, OLD.plusSeconds(2)));
        finish(files.getLast(), 1, OLD.plusSeconds(3));
        world().jdbc()
                .update(
                        "insert into outbox_attempt (transfer_id, attempt, started) values (?, 1, ?)",
                        files.getFirst().value(),
                        Rows.timestamp(OLD));
        assertThat(rows("transfer_retry")).isEqualTo(1);
        assertThat(rows("transfer_delay")).isEqualTo(1);
        assertThat(rows("transfer_after")).isEqualTo(1);

        assertThat(removeAll(world().bean(RetentionStore.class))).containsExactly(new RetentionStore.Step(1, 2, null));

        for (String table : TABLES) {
            assertThat(rows(table)).as(table).isZero();
        }
        assertThat(world().bean(JobReader.class).find(old)).isEmpty();
    }

    @Test
    void whatIsYoungerOrOpenStays() {
        over(newJob(), 2, OLD);
        String young = newJob();
        over(young, 1, LIMIT);
        String open = newJob();
        finish(add(open, 2).getFirst(), 1, OLD);

        removeAll();

        assertThat(jobs()).containsExactlyInAnyOrder(young, open);
        assertThat(rows("transfer")).isEqualTo(3);
    }

    @Test
    void aJobOfWhichATransferIsStillBeingStoppedStays() {
        String job = newJob();
        TransferId transfer = add(job, 1).getFirst();
        run(transfer, 1, OLD);
        world().store()
                .cancel(new CancelScope.OfJob(job), "canceled", OLD, canceled -> {})
                .join();

        removeAll();
        assertThat(jobs()).containsExactly(job);

        world().made(new Transition.Stopped(new AttemptId(transfer, 1), OLD.plusSeconds(9), true));
        removeAll();
        assertThat(jobs()).isEmpty();
    }

    @Test
    void aJobStaysAsAWholeUntilWhatItLeftIsRemoved() {
        String job = newJob();
        List<TransferId> files = add(job, 2);
        finish(files.getFirst(), 1, OLD);
        run(files.getLast(), 1, OLD);
        world().made(new Transition.Fail(new AttemptId(files.getLast(), 1), OLD, TIMEOUT, false));
        String gone = newJob();
        over(gone, 1, OLD.plusSeconds(1));

        removeAll();
        assertThat(jobs()).containsExactly(job);
        assertThat(rows("transfer")).isEqualTo(2);

        world().jdbc().update("delete from leftover");
        removeAll();
        assertThat(jobs()).isEmpty();
    }

    @Test
    void aJobWhoseMessagesWaitForTheBrokerStaysAndOneWithUnsendableMessagesGoes() {
        String waits = newJob();
        message(over(waits, 1, OLD).getFirst(), null);
        message(over(newJob(), 1, OLD).getFirst(), "too long");

        removeAll();
        assertThat(jobs()).containsExactly(waits);

        world().jdbc().update("delete from outbox");
        removeAll();
        assertThat(jobs()).isEmpty();
    }

    private void message(TransferId transfer, @Nullable String deadReason) {
        world().jdbc()
                .update(
                        "insert into outbox (transfer_id, kind, happened, file_state, unreleased, job_state, attempt,"
                                + " retries, size_bytes, dead_reason, dead_since) values (?, 'STATE', ?, 'FINISHED', false,"
                                + " 'FINISHED', 1, 0, 1, ?, cast(? as timestamp(6) with time zone))",
                        transfer.value(),
                        Rows.timestamp(OLD),
                        deadReason,
                        deadReason == null ? null : Rows.timestamp(OLD));
    }

    @Test
    void whatIsWaitedForStaysUntilWhoWaitsIsOver() {
        String first = newJob();
        TransferId predecessor = over(first, 1, OLD).getFirst();
        String second = newJob();
        TransferId waiting = world().submit(StoreWorld.job(second, List.of(file(0, List.of(), Set.of(predecessor)))))
                .getFirst();

        removeAll();
        assertThat(jobs()).containsExactlyInAnyOrder(first, second);
        assertThat(rows("transfer_after")).isEqualTo(1);

        world().made(new Transition.Release(waiting, PIPE, LIMIT));
        finish(waiting, 1, LIMIT);
        removeAll();
        assertThat(jobs()).containsExactly(second);
        assertThat(rows("transfer_after")).isZero();
    }

    @Test
    void manySmallJobsGoInBlocksAndWhatStaysIsPassed() {
        String held = newJob();
        TransferId left = add(held, 1).getFirst();
        run(left, 1, OLD);
        world().made(new Transition.Fail(new AttemptId(left, 1), OLD, TIMEOUT, false));
        for (int i = 0; i < 6; i++) {
            over(newJob(), 2, OLD);
        }

        List<RetentionStore.Step> steps = removeAll(inBlocksOf(5));

        assertThat(steps).allSatisfy(step -> assertThat(step.transfers()).isLessThanOrEqualTo(5));
        assertThat(steps.stream().mapToInt(RetentionStore.Step::jobs).sum()).isEqualTo(6);
        assertThat(jobs()).containsExactly(held);
    }

    @Test
    void aJobOfManyFilesGoesInSeveralBlocksItsOwnRowLast() {
        String large = newJob();
        over(large, 10, OLD);
        String next = newJob();
        over(next, 1, OLD.plusSeconds(1));

        List<RetentionStore.Step> steps = removeAll(inBlocksOf(3));

        assertThat(steps.stream().map(RetentionStore.Step::transfers).filter(removed -> removed > 0))
                .containsExactly(3, 3, 3, 1, 1);
        assertThat(jobs()).isEmpty();
        assertThat(rows("transfer")).isZero();
    }

    @Test
    void aJobOfManyFilesStaysAsAWholeIfItsLastFileMust() {
        String large = newJob();
        List<TransferId> files = over(large, 9, OLD);
        message(files.getLast(), null);

        removeAll(inBlocksOf(3));
        assertThat(rows("transfer")).isEqualTo(9);

        world().jdbc().update("delete from outbox");
        removeAll(inBlocksOf(3));
        assertThat(rows("job")).isZero();
        assertThat(rows("transfer")).isZero();
    }

    @Test
    void whatWasInterruptedIsGoneOnWithAndNobodyMakesAJobOfTheRest() {
        String large = newJob();
        over(large, 9, OLD);
        world().jdbc().update("update transfer set state = 'FAILED'");
        JobView job = world().bean(JobReader.class).find(large).orElseThrow();
        RetentionStore store = inBlocksOf(3);
        RetentionCursor at = RetentionCursor.START;
        while (rows("transfer") == 9) {
            at = Objects.requireNonNull(step(store, at).next());
        }
        assertThat(rows("transfer")).isEqualTo(6);
        assertThat(jobs()).containsExactly(large);

        assertThat(world().bean(ResubmissionStore.class)
                        .resubmit(job, newJob(), LIMIT, "tcn.example.org", null)
                        .transfers())
                .isZero();
        assertThat(jobs()).containsExactly(large);
        removeAll(inBlocksOf(3));
        assertThat(rows("job")).isZero();
        assertThat(rows("transfer")).isZero();
    }

    @Test
    void whatIsArchivedIsReadAsBefore() {
        String old = newJob();
        List<TransferId> files = add(old, 3);
        run(files.getFirst(), 1, OLD);
        world().made(new Transition.Retry(new AttemptId(files.getFirst(), 1), PIPE, OLD, TIMEOUT, true, OLD));
        finish(files.getFirst(), 2, OLD);
        files.stream().skip(1).forEach(file -> finish(file, 1, OLD));
        String young = newJob();
        add(young, 1);
        JobView job = reader().find(old).orElseThrow();
        List<TransferView> transfers = transfersOf(old);
        List<JobReader.RetryView> retries =
                reader().retriesOf(old, files.getFirst().value());
        assertThat(transfers).hasSize(3);
        assertThat(retries).hasSize(1);

        then = RetentionStore.Then.ARCHIVED;
        removeAll();

        assertThat(jobs()).containsExactly(young);
        assertThat(rows("transfer")).isEqualTo(1);
        assertThat(rows("transfer_retry")).isZero();
        assertThat(reader().find(List.of(old, young))).containsOnlyKeys(old, young);
        assertThat(reader().find(old)).contains(job);
        assertThat(transfersOf(old)).isEqualTo(transfers);
        assertThat(reader().findTransfer(files.getLast().value())).contains(transfers.getLast());
        assertThat(reader().retriesOf(old, files.getFirst().value())).isEqualTo(retries);
        assertThat(world().bean(SubmissionStore.class).exists(old)).isTrue();
        JobReader.Of all = new JobReader.Of(null, null, null);
        JobReader.Of owner = new JobReader.Of(job.userId(), job.userDn(), job.credentialId());
        JobReader.Of stranger = new JobReader.Of("somebody", null, null);
        assertThat(page(all, old, 0, 2)).isEqualTo(transfers.subList(0, 2));
        assertThat(page(owner, old, transfers.getFirst().id(), 9)).isEqualTo(transfers.subList(1, 3));
        assertThat(page(stranger, old, 0, 9)).isEmpty();
        List<String> streamed = new ArrayList<>();
        reader().transfersOf(List.of(old, young), transfer -> streamed.add(transfer.jobId()));
        assertThat(streamed).containsExactly(young, old, old, old);
    }

    private List<TransferView> page(JobReader.Of of, String job, long after, int limit) {
        return reader().transfers(new JobReader.TransferFilter(of, null, job, null), after, limit)
                .rows();
    }

    JobReader reader() {
        return world().bean(JobReader.class);
    }

    private List<TransferView> transfersOf(String job) {
        List<TransferView> transfers = new ArrayList<>();
        reader().transfersOf(reader().find(job).orElseThrow(), () -> {}, transfers::add);
        return transfers;
    }

    @Test
    void aJobIsReadWholeWhileAPartOfItIsInTheArchive() {
        String large = newJob();
        List<TransferId> files = over(large, 9, OLD);
        then = RetentionStore.Then.ARCHIVED;
        RetentionStore store = inBlocksOf(2);
        RetentionCursor at = RetentionCursor.START;
        while (rows("transfer") > 3) {
            at = Objects.requireNonNull(step(store, at).next());
        }
        assertThat(jobs()).containsExactly(large);
        assertThat(rows("archived_transfer")).isEqualTo(6);

        assertThat(transfersOf(large))
                .extracting(TransferView::id)
                .containsExactlyElementsOf(files.stream().map(TransferId::value).toList());
        removeAll(store);
        assertThat(rows("job")).isZero();
        assertThat(rows("archived_job")).isEqualTo(1);
        assertThat(transfersOf(large)).hasSize(9);
    }

    @Test
    void oldEntriesOfTheAuditGoInBlocks() {
        PolicyTransactions audit = world().bean(PolicyTransactions.class);
        audit.change(
                List.of(
                        new AuditEntry(OLD, "/CN=a", "first", "x"),
                        new AuditEntry(OLD, "/CN=a", "second", "x"),
                        new AuditEntry(OLD, "/CN=a", "third", "x"),
                        new AuditEntry(LIMIT, "/CN=a", "fourth", "x")),
                () -> {});

        assertThat(audit.forget(LIMIT, 2)).isEqualTo(2);
        assertThat(audit.forget(LIMIT, 2)).isEqualTo(1);
        assertThat(audit.forget(LIMIT, 2)).isZero();
        assertThat(audit.newest()).extracting(AuditEntry::action).containsExactly("fourth");
    }
}
