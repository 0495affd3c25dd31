// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tcn.api.runtime.SystemTime;
import io.tcn.api.timetable.Timetables;
import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Bound;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.timetable.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

/// The store on a database: the contract of the port, and beyond it jobs, cancelling, expiry and restart.
/// Flyway makes the tables and Hibernate compares them with the entities when the context starts.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaStoreContract extends StoreBatchesContract {
    static final UserId USER = UserId.of("cms");
    private static final Timetable OFFICE_HOURS = Timetables.parse(
            "{\"zone\": \"Europe/Zurich\", \"weekly\": [{\"days\": [\"MON\"], \"from\": \"08:00\", \"until\": \"18:00\"}]}");
    private static final String HOST = "tcn.example.org";

    private @Nullable ConfigurableApplicationContext context;
    private PipeId pipe = PipeId.of("none");
    private int pipes;
    private final Map<TransferId, String> jobs = new HashMap<>();

    /// The store's part of the server; not annotated as a configuration, so that no other test's scan finds it.
    @EnableAutoConfiguration
    @ComponentScan("io.tcn.api.store")
    static class StoreAlone {
        @Bean
        TimeSource time() {
            return new SystemTime();
        }
    }

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void startStore() throws Exception {
        context = new SpringApplicationBuilder(StoreAlone.class)
                .web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + url(), "spring.main.banner-mode=off")
                .run();
        bean(JpaTransferStore.class).start();
        bean(DirectoryStore.class).save(User.of(USER));
    }

    @AfterAll
    void stopStore() throws InterruptedException {
        if (context != null) {
            bean(JpaTransferStore.class).stop();
            context.close();
        }
    }

    @BeforeEach
    void makePipe() {
        pipe = PipeId.of("pipe-" + ++pipes);
        bean(DirectoryStore.class)
                .save(new Pipe(
                        pipe,
                        Endpoint.parse("davs://source" + pipes),
                        Endpoint.parse("davs://destination"),
                        USER,
                        new PipeLimits(1, 10)));
    }

    <T> T bean(Class<T> type) {
        if (context == null) {
            throw new IllegalStateException("the store was not started");
        }
        return context.getBean(type);
    }

    @Override
    TransferStore store() {
        return bean(JpaTransferStore.class);
    }

    @Override
    PipeId pipe() {
        return pipe;
    }

    @Override
    TransferId add(int priority, Set<TransferId> after) {
        NewJob job = job('N', null, List.of(transfer(0, priority, List.of(), after)));
        return submit(job).getFirst();
    }

    @Override
    void cancel(TransferId transfer) {
        cancelJob(jobOf(transfer));
    }

    private List<CanceledTransfer> cancelJob(String job) {
        return canceled(new CancelScope.OfJob(job), "Job canceled by the user", NOW);
    }

    private List<CanceledTransfer> expired(Instant now) {
        return canceled(new CancelScope.Expired(), "too late", now);
    }

    private List<CanceledTransfer> canceled(CancelScope scope, String reason, Instant now) {
        List<CanceledTransfer> canceled = new ArrayList<>();
        bean(JpaTransferStore.class)
                .cancel(scope, reason, now, canceled::addAll)
                .join();
        return canceled;
    }

    private String jobOf(TransferId transfer) {
        String job = jobs.get(transfer);
        if (job == null) {
            throw new AssertionError("unknown " + transfer);
        }
        return job;
    }

    List<TransferId> submit(NewJob job) {
        List<TransferId> ids = bean(SubmissionStore.class).store(job, NOW, HOST);
        ids.forEach(id -> jobs.put(id, job.id()));
        return ids;
    }

    NewTransfer transfer(int index, int priority, List<Integer> afterInBatch, Set<TransferId> after) {
        return new NewTransfer(
                index,
                pipe,
                "davs://source" + pipes + "/f" + index,
                "davs://destination/f" + index,
                -1,
                "ADLER32:0a1b2c3d",
                ChecksumMode.BOTH,
                NewTransfer.Overwrite.NEVER,
                priority,
                2,
                Duration.ofMinutes(2),
                Duration.ofSeconds(77),
                "Production",
                "{\"k\":\"ä€😀\"}",
                NewTransfer.Shown.NOTHING,
                TransferCredentials.NONE,
                false,
                afterInBatch,
                after);
    }

    private static NewJob job(char type, @Nullable Instant expires, List<NewTransfer> transfers) {
        return job(USER, "/DC=org/CN=Alice", type, expires, transfers);
    }

    static NewJob job(UserId user, String dn, char type, @Nullable Instant expires, List<NewTransfer> transfers) {
        return new NewJob(
                UUID.randomUUID().toString(),
                user,
                dn,
                "15c918e83400085d",
                type,
                expires,
                3,
                2,
                120,
                "{\"issuer\":\"rucio\",\"name\":\"Größe\"}",
                null,
                new NewJob.Shown('Y', 'b', "davs://source", null, "space", null, "nostreams:4", true),
                transfers);
    }

    JobView view(String job) {
        return bean(JobReader.class).find(job).orElseThrow();
    }

    TransferView view(TransferId transfer) {
        return bean(JobReader.class).findTransfer(transfer.value()).orElseThrow();
    }

    // --- what was stored comes back

    @Test
    void aStoredTransferComesBackWhole() {
        TransferId id = add(4, Set.of());

        assertThat(queued(10, NOW)).singleElement().satisfies(found -> {
            assertThat(found.transfer().id()).isEqualTo(id);
            assertThat(found.transfer().pipe()).isEqualTo(pipe);
            assertThat(found.transfer().source()).hasToString("davs://source" + pipes + "/f0");
            assertThat(found.transfer().destination()).hasToString("davs://destination/f0");
            assertThat(found.transfer().priority()).isEqualTo(4);
            assertThat(found.transfer().sizeBytes()).isEqualTo(-1);
            assertThat(found.transfer().options().checksum()).hasToString("ADLER32:0a1b2c3d");
            assertThat(found.transfer().options().checksumMode()).isEqualTo(ChecksumMode.BOTH);
            assertThat(found.transfer().options().maxRetries()).isEqualTo(2);
            assertThat(found.transfer().options().retryDelay()).isEqualTo(Duration.ofMinutes(2));
            assertThat(found.transfer().options().timeout()).isEqualTo(Duration.ofSeconds(77));
            assertThat(found.transfer().options().maxStreams()).isEqualTo(4);
            assertThat(found.attempts()).isZero();
            assertThat(found.destinationMayBeOurs()).isFalse();
        });
        assertThat(view(id).metadata()).isEqualTo("{\"k\":\"ä€😀\"}");
    }

    @Test
    void aStoredJobComesBackWhole() {
        Instant expires = NOW.plus(Duration.ofDays(7));
        NewJob job = job('N', expires, List.of(transfer(0, 3, List.of(), Set.of())));
        submit(job);

        JobView view = view(job.id());
        assertThat(view.submitTime()).isEqualTo(NOW);
        assertThat(view.expireTime()).isEqualTo(expires);
        assertThat(view.finishTime()).isNull();
        assertThat(view.state()).isEqualTo("SUBMITTED");
        assertThat(view.type()).isEqualTo("N");
        assertThat(view.metadata()).isEqualTo("{\"issuer\":\"rucio\",\"name\":\"Größe\"}");
        assertThat(view.overwriteFlag()).isEqualTo("Y");
        assertThat(view.sourceSe()).isEqualTo("davs://source");
        assertThat(view.destSe()).isNull();
        assertThat(view.sourceSpace()).isEqualTo("space");
        assertThat(view.submitHost()).isEqualTo(HOST);
        assertThat(view.total()).isEqualTo(1);
        cancelJob(job.id());
    }

    @Test
    void aJobOfManyFilesKeepsTheirOrder() {
        List<NewTransfer> many = IntStream.range(0, 2500)
                .mapToObj(i -> transfer(i, 3, List.of(), Set.of()))
                .toList();
        NewJob job = job('N', null, many);
        List<TransferId> ids = submit(job);

        assertThat(ids).hasSize(2500).doesNotHaveDuplicates().isSorted();
        List<Integer> indexes = new ArrayList<>();
        JobReader reader = bean(JobReader.class);
        reader.transfersOf(
                reader.find(job.id()).orElseThrow(), () -> {}, transfer -> indexes.add(transfer.fileIndex()));
        assertThat(indexes).isEqualTo(IntStream.range(0, 2500).boxed().toList());
        assertThat(queued(256, NOW)).hasSize(256);
        assertThat(cancelJob(job.id())).hasSize(2500);
        assertThat(view(job.id()).canceled()).isEqualTo(2500);
    }

    @Test
    void aJobIsStoredWholeOrNotAtAll() {
        NewTransfer good = transfer(0, 3, List.of(), Set.of());
        NewTransfer bad = transfer(1, 3, List.of(), Set.of(TransferId.of(987_654_321L)));
        NewJob job = job('N', null, List.of(good, bad));

        assertThatThrownBy(() -> submit(job)).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(bean(JobReader.class).find(job.id())).isEmpty();
        assertThat(queuedIds(NOW)).isEmpty();
    }

    @Test
    void aJobIdIsTakenOnce() {
        NewJob job = job('N', null, List.of(transfer(0, 3, List.of(), Set.of())));
        submit(job);

        assertThat(bean(SubmissionStore.class).exists(job.id())).isTrue();
        assertThatThrownBy(() -> submit(job)).isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void declarationsComeBackAndAreReplacedNotDoubled() {
        DirectoryStore directory = bean(DirectoryStore.class);
        ResourceSet set = new ResourceSet(ResourceSetName.of("transatlantic"), List.of("link:a-*", "link:b"));
        directory.save(new User(UserId.of("atlas"), 2.5));
        directory.save(new DirectoryStore.UserDn("/DC=org/CN=Bob", UserId.of("atlas"), false));
        directory.save(new DirectoryStore.UserDn("/DC=org/CN=Bob", UserId.of("atlas"), true));
        directory.save(set);

        assertThat(directory.users()).contains(new User(UserId.of("atlas"), 2.5));
        assertThat(directory.userDns())
                .containsExactly(new DirectoryStore.UserDn("/DC=org/CN=Bob", UserId.of("atlas"), true));
        assertThat(directory.resourceSets()).containsExactly(set);
        assertThat(directory.pipes()).extracting(Pipe::id).contains(pipe);
    }

    @Test
    void aUserHasOneResourceControlOfEachKindOnASet() {
        DirectoryStore directory = bean(DirectoryStore.class);
        UserId lhcb = UserId.of("lhcb");
        ResourceSetName all = ResourceSet.ALL_LINKS.name();
        directory.save(new User(lhcb, 1));
        TimedControl share = new TimedControl(new Bound(lhcb, all, new Bound.CapacityShare(0.25)), null);
        TimedControl guarantee = new TimedControl(new Guarantee(lhcb, all, 2e9), OFFICE_HOURS);
        TimedControl weight = new TimedControl(new RelativeWeight(lhcb, all, 3), null);

        directory.saveAll(List.of(
                new TimedControl(new Bound(lhcb, all, new Bound.Rate(1e9)), OFFICE_HOURS),
                new TimedControl(new Guarantee(lhcb, all, 1), null)));
        directory.saveAll(List.of(share, guarantee, weight));
        assertThat(directory.resourceControls()).containsExactlyInAnyOrder(share, guarantee, weight);

        // The kind counts, not the amount.
        directory.removeAll(List.of(new Guarantee(lhcb, all, 7), share.control()));
        assertThat(directory.resourceControls()).containsExactly(weight);
        directory.removeAll(List.of(share.control(), weight.control()));
        assertThat(directory.resourceControls()).isEmpty();
        assertThatThrownBy(() -> directory.saveAll(
                        List.of(guarantee, new TimedControl(new Guarantee(UserId.of("nobody"), all, 1), null))))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(directory.resourceControls()).isEmpty();
    }

    @Test
    void aPipeThatWasForgottenComesBackUnderItsName() {
        DirectoryStore directory = bean(DirectoryStore.class);
        Pipe known = directory.pipes().stream()
                .filter(one -> one.id().equals(pipe))
                .findFirst()
                .orElseThrow();

        directory.forget(pipe);
        assertThat(directory.pipes()).doesNotContain(known);
        assertThat(directory.forgottenPipes()).contains(known);
        directory.forget(PipeId.of("unknown"));
        directory.save(known);
        assertThat(directory.pipes()).contains(known);
        assertThat(directory.forgottenPipes()).doesNotContain(known);
    }

    @Test
    void aUserGoesWithItsCertificatesAndForgottenPipesButNotWithJobs() {
        DirectoryStore directory = bean(DirectoryStore.class);
        UserId gone = UserId.of("gone");
        directory.save(new User(gone, 1));
        directory.save(new DirectoryStore.UserDn("/DC=org/CN=Gone", gone, false));
        PipeId old = PipeId.of("gone-pipe");
        directory.save(
                new Pipe(old, Endpoint.parse("davs://g1"), Endpoint.parse("davs://g2"), gone, new PipeLimits(1, 2)));
        directory.forget(old);

        assertThat(directory.remove(gone)).isTrue();
        assertThat(directory.users()).extracting(User::id).doesNotContain(gone);
        assertThat(directory.userDns()).extracting(DirectoryStore.UserDn::user).doesNotContain(gone);
        assertThat(directory.forgottenPipes()).extracting(Pipe::id).doesNotContain(old);
    }

    @Test
    void weightsOfPipesAndLimitsOfEndpointsComeBack() {
        DirectoryStore directory = bean(DirectoryStore.class);
        Pipe heavy = new Pipe(
                pipe,
                Endpoint.parse("davs://source" + pipes),
                Endpoint.parse("davs://destination"),
                USER,
                new PipeLimits(0, 10),
                2.5);
        directory.save(heavy);
        assertThat(directory.pipes()).contains(heavy);

        Endpoint storage = Endpoint.parse("davs://storage:1094");
        directory.save(new EndpointLimit(storage, 5, 6));
        directory.save(new EndpointLimit(storage, EndpointLimit.UNLIMITED, 7));
        assertThat(directory.endpointLimits()).containsExactly(new EndpointLimit(storage, EndpointLimit.UNLIMITED, 7));
        directory.removeLimit(storage);
        directory.removeLimit(storage);
        assertThat(directory.endpointLimits()).isEmpty();
    }

    // --- states of jobs

    /// A letter per file: Q queued, W waiting, A active, R was active and waits for a retry, F finished, X failed,
    /// C gave up waiting (cancelled). Jobs of type H are chains, in others nobody waits for another.
    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "N, Q, SUBMITTED",
        "N, QQ, SUBMITTED",
        "N, A, ACTIVE",
        "N, AQ, ACTIVE",
        "N, R, ACTIVE",
        "N, RQ, ACTIVE",
        "N, FQ, ACTIVE",
        "N, XQ, ACTIVE",
        "N, CQ, SUBMITTED",
        "N, F, FINISHED",
        "N, FF, FINISHED",
        "Y, FFF, FINISHED",
        "N, X, FAILED",
        "N, XX, FAILED",
        "N, XC, FAILED",
        "N, FX, FINISHEDDIRTY",
        "N, XF, FINISHEDDIRTY",
        "Y, FXF, FINISHEDDIRTY",
        "N, FXC, FINISHEDDIRTY",
        "N, C, CANCELED",
        "N, CC, CANCELED",
        "N, FC, CANCELED",
        "H, QW, SUBMITTED",
        "H, AW, ACTIVE",
        "H, FQ, ACTIVE",
        "H, FA, ACTIVE",
        "H, FW, ACTIVE",
        "H, FF, FINISHED",
        "H, FFF, FINISHED",
        "H, X, FAILED",
        "H, XW, FAILED",
        "H, XC, FAILED",
        "H, XCC, FAILED",
        "H, FX, FAILED",
        "H, FXW, FAILED",
        "H, FXC, FAILED",
        "H, FFX, FAILED",
        "H, FC, CANCELED",
        "H, FCW, CANCELED"
    })
    void aJobsStateFollowsItsFiles(char type, String files, String state) {
        TransferId blocker = add();
        List<NewTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < files.length(); i++) {
            boolean hop = type == 'H' && i > 0;
            boolean blocked = type != 'H' && files.charAt(i) == 'C';
            transfers.add(transfer(i, 3, hop ? List.of(i - 1) : List.of(), blocked ? Set.of(blocker) : Set.of()));
        }
        NewJob job = job(type, null, transfers);
        List<TransferId> ids = submit(job);
        for (int i = 0; i < files.length(); i++) {
            become(files.charAt(i), ids.get(i));
        }

        JobView view = view(job.id());
        assertThat(view.state()).isEqualTo(state);
        boolean over = !state.equals("SUBMITTED") && !state.equals("ACTIVE");
        assertThat(view.isTerminal()).isEqualTo(over);
        assertThat(view.finished()).isEqualTo((int) count(files, 'F'));
        assertThat(view.failed()).isEqualTo((int) count(files, 'X'));
        assertThat(view.canceled()).isEqualTo((int) count(files, 'C'));
        if (!over || state.equals("FINISHED")) {
            assertThat(view.reason()).isNull();
        } else {
            assertThat(view.reason()).contains("One or more files failed");
        }
    }

    private static long count(String letters, char letter) {
        return letters.chars().filter(c -> c == letter).count();
    }

    private void become(char fate, TransferId id) {
        if (fate == 'W') {
            return;
        }
        if (fate == 'C') {
            made(abandon(id));
            return;
        }
        if (stateOf(id) == TransferState.WAITING) {
            made(new Transition.Release(id, pipe, NOW));
        }
        if (fate == 'Q') {
            return;
        }
        made(claim(id, 1));
        made(activate(id, 1));
        switch (fate) {
            case 'R' -> made(retry(id, 1, true, NOW));
            case 'F' -> made(finish(id, 1));
            case 'X' -> made(fail(id, 1));
            default -> assertThat(fate).isEqualTo('A');
        }
    }

    @Test
    void aJobCountsEachFileOnceHoweverOftenItIsToldAndAlsoInOneBatch() {
        NewJob job = job(
                'N',
                null,
                IntStream.range(0, 3)
                        .mapToObj(i -> transfer(i, 3, List.of(), Set.of()))
                        .toList());
        List<TransferId> ids = submit(job);
        made(claim(ids.get(0), 1), claim(ids.get(1), 1), claim(ids.get(2), 1));

        apply(
                activate(ids.get(0), 1),
                finish(ids.get(0), 1),
                finish(ids.get(0), 1),
                activate(ids.get(1), 1),
                fail(ids.get(1), 1),
                fail(ids.get(1), 1));

        assertThat(view(job.id())).satisfies(view -> {
            assertThat(view.finished()).isEqualTo(1);
            assertThat(view.failed()).isEqualTo(1);
            assertThat(view.state()).isEqualTo("ACTIVE");
        });
        made(activate(ids.get(2), 1));
        made(finish(ids.get(2), 1));
        assertThat(view(job.id()).state()).isEqualTo("FINISHEDDIRTY");
    }

    @Test
    void aFinishedTransferShowsTimesSizeAndChecksum() {
        TransferId id = add();
        Instant end = NOW.plusSeconds(10);
        made(claim(id, 1), activate(id, 1));
        made(new Transition.Finish(attempt(id, 1), end, 4711, null));

        TransferView view = view(id);
        assertThat(view.startTime()).isEqualTo(NOW);
        assertThat(view.finishTime()).isEqualTo(end);
        assertThat(view.sizeBytes()).isEqualTo(4711);
        assertThat(view.userSize()).isEqualTo(-1);
        assertThat(view.verified()).isNull();
        assertThat(view.reason()).isNull();
        assertThat(view.recoverable()).isNull();
        assertThat(view(jobOf(id)).finishTime()).isEqualTo(end);
    }

    @Test
    void aRetryClearsTheStartAndSaysWhy() {
        TransferId id = add();
        made(claim(id, 1), activate(id, 1), retry(id, 1, true, NOW.plusSeconds(120)));

        TransferView view = view(id);
        assertThat(view.state()).isEqualTo(TransferState.QUEUED);
        assertThat(view.startTime()).isNull();
        assertThat(view.reason()).isEqualTo("TRANSFER [110] no byte moved");
        assertThat(view.recoverable()).isTrue();
        assertThat(view.retries()).isEqualTo(1);
    }

    // --- cancelling

    @Test
    void cancellingAJobEndsWhatWaitsAtOnceAndWhatRunsWhenItHasStopped() {
        NewJob job = job(
                'N',
                null,
                IntStream.range(0, 4)
                        .mapToObj(i -> transfer(i, 3, i == 3 ? List.of(0) : List.of(), Set.of()))
                        .toList());
        List<TransferId> ids = submit(job);
        made(claim(ids.get(0), 1), activate(ids.get(0), 1), claim(ids.get(1), 1));
        made(activate(ids.get(1), 1));
        made(finish(ids.get(1), 1));

        assertThat(cancelJob(job.id()))
                .containsExactly(
                        new CanceledTransfer(ids.get(0), pipe, TransferState.ACTIVE),
                        new CanceledTransfer(ids.get(2), pipe, TransferState.QUEUED),
                        new CanceledTransfer(ids.get(3), pipe, TransferState.WAITING));
        JobView canceled = view(job.id());
        assertThat(canceled.state()).isEqualTo("CANCELED");
        assertThat(canceled.cancelRequested()).isTrue();
        assertThat(canceled.finishTime()).isEqualTo(NOW);
        assertThat(canceled.reason()).isEqualTo("Job canceled by the user");
        assertThat(view(ids.get(0)).finishTime()).isNull();
        assertThat(view(ids.get(2)).finishTime()).isEqualTo(NOW);
        assertThat(view(ids.get(1)).state()).isEqualTo(TransferState.FINISHED);

        Instant stopped = NOW.plusSeconds(3);
        made(new Transition.Stopped(attempt(ids.get(0), 1), stopped, true));
        assertThat(view(ids.get(0)).finishTime()).isEqualTo(stopped);
        assertThat(view(job.id()).canceled()).isEqualTo(3);
        assertThat(cancelJob(job.id())).isEmpty();
        assertThat(view(job.id()).finishTime()).isEqualTo(NOW);
    }

    @Test
    void aFinishedJobCannotBeCanceled() {
        TransferId id = add();
        made(claim(id, 1), activate(id, 1), finish(id, 1));

        assertThat(cancelJob(jobOf(id))).isEmpty();
        assertThat(view(jobOf(id)).state()).isEqualTo("FINISHED");
        assertThat(view(jobOf(id)).cancelRequested()).isFalse();
    }

    @Test
    void whatHasNotBegunWhenItsTimeInTheQueueIsOverIsCanceled() {
        Instant expires = NOW.plusSeconds(60);
        NewJob job = job(
                'N',
                expires,
                IntStream.range(0, 3)
                        .mapToObj(i -> transfer(i, 3, i == 2 ? List.of(0) : List.of(), Set.of()))
                        .toList());
        List<TransferId> ids = submit(job);
        made(claim(ids.get(0), 1));
        made(activate(ids.get(0), 1));

        assertThat(expired(expires)).isEmpty();
        assertThat(expired(expires.plusMillis(1)))
                .extracting(CanceledTransfer::transfer)
                .containsExactly(ids.get(1), ids.get(2));
        assertThat(view(ids.get(1)).reason()).isEqualTo("too late");
        assertThat(view(job.id()).state()).isEqualTo("ACTIVE");
        made(finish(ids.get(0), 1));
        assertThat(view(job.id()).state()).isEqualTo("CANCELED");
        assertThat(view(job.id()).cancelRequested()).isFalse();
    }

    // --- restart

    @Test
    void aRestartQueuesWhatRanAndLeavesTheRest() {
        TransferId queued = add();
        TransferId claimed = add();
        TransferId active = add();
        TransferId finished = add();
        TransferId waiting = add(3, Set.of(active, queued));
        made(claim(claimed, 1), claim(active, 1), claim(finished, 1));
        made(activate(active, 1), activate(finished, 1));
        made(finish(finished, 1));

        Instant now = NOW.plusSeconds(100);
        RestartStore.Found found = bean(RestartStore.class).recover(now, Duration.ofSeconds(10), false);

        assertThat(found.requeued()).isGreaterThanOrEqualTo(2);
        assertThat(found.resumed()).contains(pipe);
        assertThat(found.queued()).containsEntry(pipe, 3);
        assertThat(found.waiting()).contains(new WaitingTransfer(waiting, pipe, Set.of(active, queued)));
        assertThat(queuedIds(now)).containsExactly(queued, claimed);
        List<QueuedTransfer> later = queued(10, now.plusSeconds(10));
        assertThat(later).extracting(again -> again.transfer().id()).containsExactly(queued, claimed, active);
        assertThat(later).extracting(QueuedTransfer::destinationMayBeOurs).containsExactly(false, false, true);
        assertThat(later).extracting(QueuedTransfer::attempts).containsExactly(0, 1, 1);
        assertThat(later).extracting(QueuedTransfer::retries).containsOnly(0);
        assertThat(stateOf(finished)).isEqualTo(TransferState.FINISHED);
        assertThat(apply(finish(active, 1))).as("a late answer from before").containsExactly(false);
        assertThat(view(active).reason()).contains("the server stopped while the transfer ran");
        made(claim(active, 2));
    }

    @Test
    void afterARestoreWholeFilesOfItsTransfersCountAsDoneAndThoseOfLaterOnesDoNot() {
        TransferId before = add();

        bean(RestartStore.class).recover(NOW, Duration.ofSeconds(10), true);

        TransferId after = add();
        assertThat(queued(10, NOW))
                .extracting(
                        queued -> queued.transfer().id(),
                        queued -> queued.transfer().options().acceptsWhole())
                .containsExactly(tuple(before, true), tuple(after, false));
    }

    @Test
    void aRestartFindsWhatWasCanceledButNotCleanedUp() {
        TransferId clean = add();
        TransferId dirty = add();
        made(claim(clean, 1), claim(dirty, 1));
        made(activate(dirty, 1));
        cancel(clean);
        cancel(dirty);

        RestartStore.Found found = bean(RestartStore.class).recover(NOW.plusSeconds(5), Duration.ofSeconds(10), false);

        assertThat(found.halfCanceled()).singleElement().satisfies(half -> {
            assertThat(half.transfer().id()).isEqualTo(dirty);
            assertThat(half.attempts()).isEqualTo(1);
            assertThat(half.destinationMayBeOurs()).isTrue();
        });
        assertThat(view(clean).finishTime()).isEqualTo(NOW.plusSeconds(5));
        made(new Transition.Stopped(new AttemptId(dirty, 1), NOW.plusSeconds(6), true));
        assertThat(bean(RestartStore.class)
                        .recover(NOW.plusSeconds(7), Duration.ZERO, false)
                        .halfCanceled())
                .isEmpty();
    }

    // --- lists

    @Test
    void listsFollowTheirFilter() {
        NewJob open = job('N', null, List.of(transfer(0, 3, List.of(), Set.of())));
        NewJob over = job('N', null, List.of(transfer(0, 3, List.of(), Set.of())));
        submit(open);
        TransferId id = submit(over).getFirst();
        made(claim(id, 1), activate(id, 1), finish(id, 1));

        assertThat(list(filter("cms", null, true, null, null)))
                .contains(open.id())
                .doesNotContain(over.id());
        assertThat(list(filter("cms", List.of("FINISHED", "FAILED"), false, null, null)))
                .contains(over.id())
                .doesNotContain(open.id());
        assertThat(list(filter("cms", null, false, NOW.minusSeconds(1), null)))
                .contains(over.id())
                .doesNotContain(open.id());
        assertThat(list(filter("cms", null, false, NOW.plusSeconds(100), null))).doesNotContain(over.id());
        assertThat(list(filter("cms", null, false, null, 1))).hasSize(1);
        assertThat(list(filter("cms", null, false, null, 0))).isEmpty();
        assertThat(list(filter("nobody", null, false, null, null))).isEmpty();
        assertThat(transfers(asked("cms", pipe, null), 0)).hasSize(2);
        assertThat(transfers(asked("cms", pipe, "FINISHED"), 0))
                .extracting(TransferView::id)
                .containsExactly(id.value());
        assertThat(transfers(asked("nobody", pipe, null), 0)).isEmpty();
        assertThat(transfers(asked(null, pipe, null), id.value())).isEmpty();
    }

    private List<TransferView> transfers(JobReader.TransferFilter filter, long after) {
        return bean(JobReader.class).transfers(filter, after, 10).rows();
    }

    /// Without pipe and job a page looks at some numbers only; whoever follows what it names sees all of them once.
    @Test
    void aSearchThatNoIndexHelpsGoesOnInShortPages() {
        List<TransferId> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(add());
        }
        JobReader.TransferFilter queued = new JobReader.TransferFilter(of(null), null, null, "QUEUED");
        List<Long> seen = new ArrayList<>();
        int pages = 0;
        Long after = ids.getFirst().value() - 1;
        while (after != null) {
            JobReader.TransferPage page = bean(JobReader.class).among(queued, after, 2, 3);
            page.rows().forEach(row -> seen.add(row.id()));
            assertThat(page.rows().size()).isLessThanOrEqualTo(2);
            after = page.next();
            pages++;
        }
        assertThat(seen)
                .containsAll(ids.stream().map(TransferId::value).toList())
                .doesNotHaveDuplicates();
        assertThat(pages).isGreaterThan(3);
        JobReader.TransferFilter failed = new JobReader.TransferFilter(of("nobody"), null, null, "FAILED");
        assertThat(bean(JobReader.class).among(failed, ids.getFirst().value() - 1, 10, 3))
                .satisfies(page -> assertThat(page.rows()).isEmpty())
                .satisfies(page -> assertThat(page.next()).isNotNull());
    }

    @Test
    void aSearchAmongJobsGoesOnInShortPages() {
        for (int i = 0; i < 7; i++) {
            add();
        }
        JobReader reader = bean(JobReader.class);
        List<String> all = reader.jobs(of(null), null, "", 1_000).rows().stream()
                .map(JobView::id)
                .toList();
        List<String> seen = new ArrayList<>();
        int pages = 0;
        String after = "";
        while (after != null) {
            JobReader.JobPage page = reader.jobs(of("cms"), null, after, 2, 3);
            page.rows().forEach(row -> seen.add(row.id()));
            after = page.next();
            pages++;
        }
        List<String> ofCms = reader.jobs(of("cms"), null, "", 1_000).rows().stream()
                .map(JobView::id)
                .toList();
        assertThat(seen).isEqualTo(ofCms);
        assertThat(pages).isGreaterThanOrEqualTo(all.size() / 3);
        assertThat(reader.jobs(of("nobody"), null, "", 10, 3).next()).isEqualTo(all.get(2));
        assertThat(reader.jobs(of("nobody"), "FAILED", all.getLast(), 10, 3).next())
                .isNull();
    }

    /// The head of a queue counts: what is of a higher priority goes first, however young it is.
    @Test
    void aQueueIsAsOldAsWhatIsNextInIt() {
        QueueAge age = bean(QueueAge.class);
        assertThat(age.earliest(List.of(pipe, PipeId.of("nothing-there")))).isEmpty();

        NewJob old = job('N', null, List.of(transfer(0, 3, List.of(), Set.of())));
        bean(SubmissionStore.class).store(old, NOW.minusSeconds(500), HOST);
        NewJob young = job('N', null, List.of(transfer(0, 3, List.of(), Set.of())));
        bean(SubmissionStore.class).store(young, NOW.minusSeconds(100), HOST);
        assertThat(age.earliest(List.of(pipe, PipeId.of("nothing-there")))).contains(NOW.minusSeconds(500));

        NewJob urgent = job('N', null, List.of(transfer(0, 5, List.of(), Set.of())));
        bean(SubmissionStore.class).store(urgent, NOW.minusSeconds(20), HOST);
        assertThat(age.earliest(List.of(pipe))).contains(NOW.minusSeconds(20));
    }

    /// The health is open to everybody: it tells which transfer, and nothing of its storages and its owner.
    @Test
    void whatTheDatabaseRefusesIsToldWithoutNames() {
        TransferId transfer = add();
        made(claim(transfer, 1), activate(transfer, 1));
        for (int attempt = 0; attempt < 3; attempt++) {
            bean(JdbcTemplate.class)
                    .update(
                            "insert into transfer_retry (transfer_id, attempt, at, reason) values (?, ?, ?, 'x')",
                            transfer.value(),
                            attempt,
                            Rows.timestamp(NOW));
        }
        Transition refused = new Transition.Retry(
                new AttemptId(transfer, 1),
                pipe,
                NOW,
                new TransferFailure(ErrorCode.TIMEOUT, "of https://secret.example.org"),
                true,
                NOW);

        assertThat(apply(refused)).containsExactly(false);
        assertThat(bean(JpaTransferStore.class).trouble())
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("\"Retry\" of transfer " + transfer)
                        .doesNotContain("secret", pipe.value(), "http"));
    }

    private static JobReader.TransferFilter asked(@Nullable String user, PipeId pipe, @Nullable String state) {
        return new JobReader.TransferFilter(of(user), pipe.value(), null, state);
    }

    private static JobReader.Of of(@Nullable String user) {
        return new JobReader.Of(user, null, null);
    }

    private static JobReader.Filter filter(
            String user,
            @Nullable List<String> states,
            boolean onlyOpen,
            @Nullable Instant since,
            @Nullable Integer limit) {
        return new JobReader.Filter(user, null, null, states, null, null, onlyOpen, since, limit);
    }

    private List<String> list(JobReader.Filter filter) {
        List<String> ids = new ArrayList<>();
        bean(JobReader.class).list(filter, () -> {}, job -> ids.add(job.id()));
        return ids;
    }
}
