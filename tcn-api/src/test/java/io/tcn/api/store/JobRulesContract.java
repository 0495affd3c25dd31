// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

/// The state of a job by those of its files, the record of retries, and requests that no database takes.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JobRulesContract {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final UserId USER = UserId.of("cms");
    private static final PipeId PIPE = PipeId.of("p");
    private static final TransferFailure TIMEOUT = new TransferFailure(ErrorCode.TIMEOUT, "no byte moved");

    private @Nullable ConfigurableApplicationContext context;

    abstract String url() throws Exception;

    @BeforeAll
    void startStore() throws Exception {
        context = new SpringApplicationBuilder(JpaStoreContract.StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url(), "spring.main.banner-mode=off")
                .run();
        bean(JpaTransferStore.class).start();
        bean(DirectoryStore.class).save(User.of(USER));
        bean(DirectoryStore.class)
                .save(new Pipe(
                        PIPE, Endpoint.parse("davs://a"), Endpoint.parse("davs://b"), USER, new PipeLimits(1, 10)));
    }

    @AfterAll
    void stopStore() throws InterruptedException {
        if (context != null) {
            bean(JpaTransferStore.class).stop();
            context.close();
        }
    }

    private <T> T bean(Class<T> type) {
        if (context == null) {
            throw new IllegalStateException("the store was not started");
        }
        return context.getBean(type);
    }

    private record Stored(String job, List<TransferId> files) {}

    private Stored store(char type, int files, @Nullable Instant expires) {
        List<NewTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            transfers.add(StoreWorld.file(
                    type == 'R' ? 0 : i,
                    PIPE,
                    "davs://b.example.org/f" + i,
                    -1,
                    type == 'R' && i > 0,
                    type == 'H' && i > 0 ? List.of(i - 1) : List.of(),
                    Set.of()));
        }
        NewJob job = new NewJob(
                UUID.randomUUID().toString(),
                USER,
                "/CN=Alice",
                "",
                type,
                expires,
                3,
                0,
                0,
                null,
                null,
                NewJob.Shown.NOTHING,
                transfers);
        return new Stored(job.id(), bean(SubmissionStore.class).store(job, NOW, "host"));
    }

    private JobView canceledAfter(TransferId predecessor) {
        String id = UUID.randomUUID().toString();
        NewTransfer file =
                StoreWorld.file(0, PIPE, "davs://b.example.org/" + id, -1, false, List.of(), Set.of(predecessor));
        bean(SubmissionStore.class).store(StoreWorld.job(id, List.of(file)), NOW, "host");
        cancel(id);
        return bean(JobReader.class).find(id).orElseThrow();
    }

    private void cancel(String job) {
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.OfJob(job), "canceled", NOW, block -> {})
                .join();
    }

    private ResubmissionStore.Resubmitted again(JobView job) {
        return bean(ResubmissionStore.class).resubmit(job, UUID.randomUUID().toString(), NOW, "host", null);
    }

    @Test
    void aJobThatIsSubmittedAgainWaitsForATransferOfAnotherJobThatIsStillOpen() {
        TransferId first = store('N', 1, null).files().getFirst();

        ResubmissionStore.Resubmitted made = again(canceledAfter(first));

        assertThat(made.queued()).isEmpty();
        assertThat(made.waiting()).singleElement().satisfies(waiting -> {
            assertThat(waiting.after()).containsExactly(first);
            assertThat(bean(JobReader.class)
                            .findTransfer(waiting.id().value())
                            .orElseThrow()
                            .state())
                    .isEqualTo(TransferState.WAITING);
        });
    }

    @Test
    void aJobThatIsSubmittedAgainDoesNotWaitForWhatHasFinished() {
        TransferId first = store('N', 1, null).files().getFirst();
        JobView job = canceledAfter(first);
        bean(JdbcTemplate.class).update("update transfer set state = 'FINISHED' where id = ?", first.value());

        ResubmissionStore.Resubmitted made = again(job);

        assertThat(made.queued()).containsEntry(PIPE, 1);
        assertThat(made.waiting()).isEmpty();
    }

    @Test
    void aJobThatWaitsForWhatWillNeverFinishIsNotSubmittedAgain() {
        Stored before = store('N', 1, null);
        JobView job = canceledAfter(before.files().getFirst());
        cancel(before.job());

        assertThatThrownBy(() -> again(job))
                .isInstanceOf(ResubmissionStore.NeverFinishesException.class)
                .hasMessageContaining(before.files().getFirst().toString());
    }

    /// A job as a random caller would send it, or one that the database refuses.
    private static NewJob random(Random random, boolean isBad) {
        int files = 1 + random.nextInt(random.nextInt(5) == 0 ? 200 : 4);
        List<NewTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            transfers.add(StoreWorld.file(
                    i,
                    PipeId.of("of-many"),
                    "davs://b.example.org/" + random.nextInt(),
                    random.nextInt(3) - 1,
                    false,
                    i > 0 && random.nextBoolean() ? List.of(i - 1) : List.of(),
                    isBad && i == files - 1 ? Set.of(TransferId.of(987_654_321L)) : Set.of()));
        }
        return new NewJob(
                UUID.randomUUID().toString(),
                USER,
                "/CN=Alice",
                "",
                'N',
                random.nextBoolean() ? NOW.plusSeconds(random.nextInt(1000)) : null,
                1 + random.nextInt(5),
                random.nextInt(3),
                random.nextInt(3),
                random.nextBoolean() ? "{\"a\":[" + random.nextInt() + ",\"\\\"}{\"]}" : null,
                random.nextInt(3) == 0 ? new NewJob.Group("g" + random.nextInt(4), 1.0, null) : null,
                NewJob.Shown.NOTHING,
                transfers);
    }

    @Test
    void jobsThatComeAtTheSameTimeAreStoredAsIfEachHadComeAlone() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<NewJob> good = new ArrayList<>();
        List<NewJob> bad = new ArrayList<>();
        List<Callable<Boolean>> calls = new ArrayList<>();
        SubmissionStore submissions = bean(SubmissionStore.class);
        for (int i = 0; i < 400; i++) {
            boolean isBad = random.nextInt(20) == 0;
            NewJob job = random(random, isBad);
            Instant at = NOW.plusMillis(random.nextInt(1000));
            (isBad ? bad : good).add(job);
            calls.add(() -> {
                while (true) {
                    try {
                        return submissions.store(job, at, "host").size()
                                == job.transfers().size();
                    } catch (DataIntegrityViolationException refused) {
                        if (!submissions.isWorthAnotherTry(refused)) {
                            return isBad;
                        }
                    }
                }
            });
        }
        try (ExecutorService callers = Executors.newFixedThreadPool(24)) {
            for (Future<Boolean> call : callers.invokeAll(calls)) {
                assertThat(call.get()).as("seed %s", seed).isTrue();
            }
        }

        JobReader reader = bean(JobReader.class);
        for (NewJob job : good) {
            JobView stored = reader.find(job.id()).orElseThrow();
            assertThat(stored.total()).isEqualTo(job.transfers().size());
            assertThat(stored.metadata()).isEqualTo(job.metadata());
            assertThat(stored.priority()).isEqualTo(job.priority());
            assertThat(bean(JdbcTemplate.class)
                            .queryForList(
                                    "select destination from transfer where job_id = ? order by id",
                                    String.class,
                                    job.id()))
                    .as("seed %s", seed)
                    .isEqualTo(job.transfers().stream()
                            .map(NewTransfer::destination)
                            .toList());
        }
        for (NewJob job : bad) {
            assertThat(reader.find(job.id())).as("seed %s", seed).isEmpty();
        }
    }

    private List<Boolean> apply(Transition... transitions) {
        CompletableFuture<List<Boolean>> answer = new CompletableFuture<>();
        bean(JpaTransferStore.class).apply(List.of(transitions), answer::complete);
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private JobView view(String job) {
        return bean(JobReader.class).find(job).orElseThrow();
    }

    private static AttemptId attempt(TransferId file) {
        return new AttemptId(file, 1);
    }

    private static Transition claim(TransferId file) {
        return new Transition.Claim(attempt(file), NOW);
    }

    private static Transition activate(TransferId file) {
        return new Transition.Activate(attempt(file), NOW, 10);
    }

    private static Transition finish(TransferId file) {
        return new Transition.Finish(attempt(file), NOW, 10, Checksum.adler32(1));
    }

    /// Lets a file become what its letter says.
    private void become(char fate, TransferId file) {
        if (fate == 'W' || fate == 'Q' || fate == 'C') {
            return;
        }
        apply(new Transition.Release(file, PIPE, NOW));
        assertThat(apply(claim(file))).containsExactly(true);
        if (fate == 'K') {
            return;
        }
        assertThat(apply(activate(file))).containsExactly(true);
        switch (fate) {
            case 'A' -> {}
            case 'F' -> assertThat(apply(finish(file))).containsExactly(true);
            case 'X' ->
                assertThat(apply(new Transition.Fail(attempt(file), NOW, TIMEOUT, true)))
                        .containsExactly(true);
            case 'R' ->
                assertThat(apply(new Transition.Retry(attempt(file), PIPE, NOW, TIMEOUT, true, NOW)))
                        .containsExactly(true);
            default -> throw new IllegalArgumentException("fate " + fate);
        }
    }

    // W waits, Q queued, K claimed, A active, R to be retried, F finished, X failed, C cancelled by its time in the
    // queue. Files of a job of type R have one index, others one each.
    @ParameterizedTest(name = "6.3 {0} with files {1}: {2}", quoteTextArguments = false)
    @CsvSource({
        "N, Q, SUBMITTED",
        "N, K, SUBMITTED",
        "N, A, ACTIVE",
        "N, R, ACTIVE",
        "N, F, FINISHED",
        "N, X, FAILED",
        "N, C, CANCELED",
        "N, FQ, ACTIVE",
        "N, XQ, ACTIVE",
        "N, FA, ACTIVE",
        "N, FF, FINISHED",
        "N, FX, FINISHEDDIRTY",
        "N, XF, FINISHEDDIRTY",
        "N, XX, FAILED",
        "N, FC, CANCELED",
        "N, XC, FAILED",
        "N, CC, CANCELED",
        "N, FXC, FINISHEDDIRTY",
        "N, FFF, FINISHED",
        "Y, FF, FINISHED",
        "Y, FX, FINISHEDDIRTY",
        "H, QW, SUBMITTED",
        "H, AW, ACTIVE",
        "H, FW, ACTIVE",
        "H, FA, ACTIVE",
        "H, FF, FINISHED",
        "H, XW, FAILED",
        "H, FXW, FAILED",
        "H, CC, CANCELED",
        "H, FC, CANCELED",
        "H, FFX, FAILED",
        "R, QW, SUBMITTED",
        "R, AW, ACTIVE",
        "R, F, FINISHED",
        "R, FW, FINISHED",
        "R, FWW, FINISHED",
        "R, XW, ACTIVE",
        "R, XF, FINISHED",
        "R, XFW, FINISHED",
        "R, XX, FAILED",
        "R, XC, FAILED",
        "R, CC, CANCELED"
    })
    void stateOfAJob(char type, String fates, String state) {
        boolean expires = fates.contains("C");
        Stored stored = store(type, fates.length(), expires ? NOW.minusSeconds(1) : null);
        for (int i = 0; i < fates.length(); i++) {
            if (type == 'H' && i > 0 && fates.startsWith("FC", i - 1)) {
                // The time in the queue counts for a hop once the one before has finished.
                apply(new Transition.Release(stored.files().get(i), PIPE, NOW));
            }
            become(fates.charAt(i), stored.files().get(i));
        }
        if (expires) {
            bean(JpaTransferStore.class)
                    .cancel(new CancelScope.Expired(), "too late", NOW, block -> {})
                    .join();
        }
        JobView job = view(stored.job());
        assertThat(job.state()).isEqualTo(state);
        boolean over = Set.of("FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED").contains(state);
        assertThat(job.finishTime() != null).isEqualTo(over);
        if (over && !state.equals("FINISHED")) {
            assertThat(job.reason()).isNotBlank();
        } else {
            assertThat(job.reason()).isNull();
        }
    }

    @Test
    @DisplayName("6.3 a job that was cancelled by request is CANCELED, also with finished and failed files")
    void canceledByRequest() {
        Stored stored = store('N', 3, null);
        become('F', stored.files().get(0));
        become('X', stored.files().get(1));
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.OfJob(stored.job()), "Job canceled by the user", NOW, block -> {})
                .join();
        assertThat(view(stored.job()).state()).isEqualTo("CANCELED");
        assertThat(view(stored.job()).reason()).isEqualTo("Job canceled by the user");
    }

    @Test
    @DisplayName("4.5 the last open file is cancelled: the job is CANCELED, even if others finished or failed")
    void lastFileCanceled() {
        Stored stored = store('N', 3, null);
        become('F', stored.files().get(0));
        become('X', stored.files().get(1));
        bean(JpaTransferStore.class)
                .cancel(
                        new CancelScope.Files(
                                stored.job(), Set.of(stored.files().get(2))),
                        "Job canceled by the user",
                        NOW,
                        block -> {})
                .join();
        assertThat(view(stored.job()).state()).isEqualTo("CANCELED");
        assertThat(view(stored.job()).finishTime()).isNotNull();
    }

    // --- 6.4

    @Test
    @DisplayName("6.4 every retry leaves a row with the new count, oldest first; a restart of the server none")
    void retries() {
        TransferId file = store('N', 1, null).files().getFirst();
        String job =
                bean(JobReader.class).findTransfer(file.value()).orElseThrow().jobId();
        for (int number = 1; number <= 3; number++) {
            AttemptId attempt = new AttemptId(file, number);
            apply(new Transition.Claim(attempt, NOW), new Transition.Activate(attempt, NOW, 10));
            TransferFailure failure = number == 2
                    ? new TransferFailure(ErrorCode.SERVER_RESTARTED, "restarted")
                    : new TransferFailure(ErrorCode.TIMEOUT, "try " + number);
            assertThat(apply(new Transition.Retry(attempt, PIPE, NOW.plusSeconds(number), failure, true, NOW)))
                    .containsExactly(true);
        }
        List<JobReader.RetryView> retries = bean(JobReader.class).retriesOf(job, file.value());
        assertThat(retries).extracting(JobReader.RetryView::attempt).containsExactly(1, 2);
        assertThat(retries)
                .extracting(JobReader.RetryView::reason)
                .containsExactly("TRANSFER [110] try 1", "TRANSFER [110] try 3");
        assertThat(retries).extracting(JobReader.RetryView::at).containsExactly(NOW.plusSeconds(1), NOW.plusSeconds(3));
        assertThat(bean(JobReader.class).retriesOf("another", file.value())).isEmpty();
    }

    @Test
    @DisplayName("6.4 the time in the queue is over: what waits is CANCELED and says why, what runs finishes")
    void queueTime() {
        Stored stored = store('N', 3, NOW.minusSeconds(1));
        become('A', stored.files().get(0));
        become('R', stored.files().get(1));
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.Expired(), "too late", NOW, block -> {})
                .join();
        assertThat(stored.files())
                .extracting(file -> bean(JobReader.class)
                        .findTransfer(file.value())
                        .orElseThrow()
                        .state()
                        .name())
                .containsExactly("ACTIVE", "CANCELED", "CANCELED");
        assertThat(bean(JobReader.class)
                        .findTransfer(stored.files().get(2).value())
                        .orElseThrow()
                        .reason())
                .isEqualTo("too late");
        assertThat(view(stored.job()).state()).isEqualTo("ACTIVE");
        assertThat(apply(finish(stored.files().get(0)))).containsExactly(true);
        assertThat(view(stored.job()).state()).isEqualTo("CANCELED");
        assertThat(view(stored.job()).cancelRequested()).isFalse();
    }

    @Test
    @DisplayName("6.4 the time in the queue is over while a hop runs: it finishes, and the next one has its turn")
    void queueTimeOfHops() {
        Stored stored = store('H', 2, NOW.minusSeconds(1));
        TransferId first = stored.files().get(0);
        TransferId second = stored.files().get(1);
        become('A', first);
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.Expired(), "too late", NOW, block -> {})
                .join();
        assertThat(view(stored.job()).state()).isEqualTo("ACTIVE");
        assertThat(stateOf(first)).isEqualTo("ACTIVE");
        assertThat(stateOf(second)).isEqualTo("WAITING");
        assertThat(apply(finish(first))).containsExactly(true);
        assertThat(apply(new Transition.Release(second, PIPE, NOW))).containsExactly(true);
        assertThat(stateOf(second)).isEqualTo("QUEUED");
        bean(JpaTransferStore.class)
                .cancel(new CancelScope.Expired(), "too late", NOW, block -> {})
                .join();
        assertThat(stateOf(second)).isEqualTo("CANCELED");
        assertThat(view(stored.job()).state()).isEqualTo("CANCELED");
    }

    private String stateOf(TransferId file) {
        return bean(JobReader.class)
                .findTransfer(file.value())
                .orElseThrow()
                .state()
                .name();
    }

    @Test
    @DisplayName("6.4 a retry that is told twice leaves one row")
    void retryOnce() {
        Stored stored = store('N', 1, null);
        TransferId file = stored.files().getFirst();
        become('R', file);
        assertThat(apply(new Transition.Retry(attempt(file), PIPE, NOW, TIMEOUT, true, NOW)))
                .containsExactly(false);
        assertThat(bean(JobReader.class).retriesOf(stored.job(), file.value())).hasSize(1);
    }

    // --- what no database takes

    @Test
    @DisplayName("a transition that no database takes is not made, and holds up no other of its batch")
    void badTransition() {
        Stored stored = store('N', 3, null);
        stored.files().forEach(file -> apply(claim(file), activate(file)));
        assertThat(apply(
                        finish(stored.files().get(0)),
                        new Transition.Finish(attempt(stored.files().get(1)), Instant.MAX, 10, null),
                        finish(stored.files().get(2))))
                .containsExactly(true, false, true);
        assertThat(view(stored.job()).finished()).isEqualTo(2);
        assertThat(bean(JpaTransferStore.class).isHealthy()).isTrue();
        assertThat(apply(finish(stored.files().get(1)))).containsExactly(true);
        assertThat(view(stored.job()).state()).isEqualTo("FINISHED");
    }

    @Test
    @DisplayName("a question that no database takes is answered, and the next ones too")
    void badQuestion() {
        JpaTransferStore store = bean(JpaTransferStore.class);
        CompletableFuture<List<QueuedTransfer>> bad = new CompletableFuture<>();
        store.loadQueued(PIPE, 10, Instant.MAX, bad::complete);
        assertThat(bad.orTimeout(30, TimeUnit.SECONDS).join()).isEmpty();
        Stored stored = store('N', 1, null);
        CompletableFuture<List<QueuedTransfer>> good = new CompletableFuture<>();
        store.loadQueued(PIPE, 1000, NOW, good::complete);
        assertThat(good.orTimeout(30, TimeUnit.SECONDS).join())
                .extracting(queued -> queued.transfer().id())
                .containsAll(stored.files());
    }

    @Test
    @DisplayName("work that can never be done fails for who asked, and for nobody else")
    void badWork() {
        JpaTransferStore store = bean(JpaTransferStore.class);
        CompletableFuture<String> bad = store.inTurn(() -> {
            throw new DataIntegrityViolationException("never");
        });
        CompletableFuture<String> good = store.inTurn(() -> "done");
        assertThat(good.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("done");
        assertThatThrownBy(bad::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(DataIntegrityViolationException.class);
        assertThat(store.isHealthy()).isTrue();
    }
}
