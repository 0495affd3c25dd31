// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.group.GroupLoad;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.QueuedTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.PlatformTransactionManager;

/// Groups by name, and what the store tells the planner of them.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GroupContract {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");

    private @Nullable StoreWorld world;
    private int files;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void open() throws Exception {
        world = StoreWorld.open(url(), P, Q);
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    @BeforeEach
    void empty() {
        for (String table : List.of("transfer", "job", "group_part", "transfer_group")) {
            world().jdbc().update("delete from " + table);
        }
    }

    private StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }

    private GroupStore groups() {
        return world().bean(GroupStore.class);
    }

    private static NewJob.Group named(String name) {
        return new NewJob.Group(name, null, null);
    }

    private NewTransfer file(PipeId pipe, long bytes) {
        return StoreWorld.file(files, pipe, "davs://b.example.org/g" + ++files, bytes, false, List.of(), Set.of());
    }

    private List<TransferId> submit(NewJob.@Nullable Group group, NewTransfer... transfers) {
        return world().submit(StoreWorld.job(UUID.randomUUID().toString(), group, List.of(transfers)));
    }

    private void cancel(TransferId transfer) {
        String job = world().jobOf(transfer).id();
        world().store()
                .cancel(new CancelScope.Files(job, Set.of(transfer)), "no more", NOW, block -> {})
                .join();
    }

    @Test
    void whatIsLeftOfAGroupIsKnownOverItsJobs() {
        List<TransferId> first = submit(named("d1"), file(P, 100), file(P, 200), file(Q, 300));
        submit(named("d1"), file(Q, 1000));
        submit(named("d2"), file(P, -1));
        submit(null, file(P, 5));

        List<GroupStore.Rest> open = groups().open();
        assertThat(open).extracting(rest -> rest.group().name()).containsExactly("d1", "d2");
        assertThat(open.getFirst().bytes()).containsEntry(P, 300.0).containsEntry(Q, 1300.0);
        assertThat(open.getFirst().jobs()).isEqualTo(2);
        assertThat(open.getFirst().files()).isCloseTo(4, within(1e-9));
        // Of unknown size: as much as is usual, so that it is not passed as nothing.
        assertThat(open.getLast().bytes()).containsEntry(P, 1e9);

        // A third of the first job's files is over: a third of what it has on each pipe.
        cancel(first.getFirst());
        GroupStore.Rest later = groups().open().getFirst();
        assertThat(later.bytes().get(P)).isCloseTo(200, within(1e-6));
        assertThat(later.bytes().get(Q)).isCloseTo(1200, within(1e-6));
        assertThat(later.files()).isCloseTo(3, within(1e-9));
    }

    @Test
    void openJobsOfAGroupComePageByPage() {
        for (int i = 0; i < 5; i++) {
            submit(named("d"), file(P, 100), file(Q, 100));
        }
        submit(named("other"), file(P, 100));
        GroupId id = groups().find(StoreWorld.USER, "d").orElseThrow().id();
        List<String> first = groups().openJobs(id, "", 3);
        List<String> second = groups().openJobs(id, first.getLast(), 3);
        assertThat(first).hasSize(3).isSorted();
        assertThat(second).hasSize(2).isSorted().doesNotContainAnyElementsOf(first);
        assertThat(groups().openJobs(id, second.getLast(), 3)).isEmpty();
    }

    @Test
    void aJobThatIsOverCountsNoMore() {
        List<TransferId> only = submit(named("d"), file(P, 100));
        GroupId id = groups().open().getFirst().group().id();
        assertThat(groups().openJobs(id, "", 10)).hasSize(1);
        cancel(only.getFirst());
        assertThat(groups().openJobs(id, "", 10)).isEmpty();
        assertThat(groups().open()).isEmpty();
        assertThat(world().jdbc().queryForObject("select count(*) from group_part", Integer.class))
                .isZero();
        assertThat(groups().find(StoreWorld.USER, "d")).isPresent();
    }

    @Test
    void theLastWordOnWeightAndDeadlineCounts() {
        Instant due = NOW.plus(Duration.ofHours(3));
        submit(new NewJob.Group("d", 2.0, null), file(P, 1));
        submit(new NewJob.Group("d", null, due), file(P, 1));
        submit(named("d"), file(P, 1));
        GroupStore.Group group = groups().open().getFirst().group();
        assertThat(group.weight()).isEqualTo(2.0);
        assertThat(group.due()).isEqualTo(due);
        assertThat(groups().change(group.id(), 3.0, null, true)).isTrue();
        assertThat(groups().find(group.id())).hasValueSatisfying(changed -> {
            assertThat(changed.weight()).isEqualTo(3.0);
            assertThat(changed.due()).isNull();
        });
        assertThat(groups().change(group.id(), null, due, false)).isTrue();
        assertThat(groups().find(group.id()).orElseThrow().weight()).isEqualTo(3.0);
        assertThat(groups().change(new GroupId(123_456), 1.0, null, false)).isFalse();
    }

    @Test
    void whoWaitsLongCountsMore() {
        submit(new NewJob.Group("d", 2.0, NOW.plusSeconds(90)), file(P, 100));
        GroupStore.Rest rest = groups().open().getFirst();
        assertThat(rest.since()).isEqualTo(NOW);
        GroupLoad load = rest.load(NOW.plusSeconds(60), Duration.ofSeconds(20));
        assertThat(load.weight()).isCloseTo(16, within(1e-9));
        assertThat(load.dueSeconds()).isCloseTo(30, within(1e-3));
        assertThat(rest.load(NOW.plusSeconds(60), Duration.ZERO).weight()).isEqualTo(2.0);
        assertThat(rest.load(NOW.minusSeconds(60), Duration.ofSeconds(1)).weight())
                .isEqualTo(2.0);
        assertThat(rest.load(NOW.plus(Duration.ofDays(9000)), Duration.ofSeconds(1))
                        .weight())
                .isFinite();
    }

    @Test
    void numbersWithoutMeasureDoNotStopTheOrder() {
        submit(
                new NewJob.Group("d", null, Instant.parse("9998-12-31T23:59:59Z")),
                file(P, Long.MAX_VALUE),
                file(P, Long.MAX_VALUE));
        GroupStore.Rest rest = groups().open().getFirst();
        assertThat(rest.load(NOW, Duration.ofHours(6)).bytes().get(P)).isFinite();
        assertThat(rest.load(Instant.MIN, Duration.ofNanos(1)).weight()).isFinite();
        assertThat(rest.load(Instant.MAX, Duration.ofNanos(1)).weight()).isFinite();
    }

    @Test
    void theGroupsOfASubmitterAreThoseOfItsOpenJobs() {
        submit(named("d"), file(P, 1));
        GroupId id = groups().find(StoreWorld.USER, "d").orElseThrow().id();
        assertThat(groups().openGroupsOf("/DC=org/CN=Alice", null)).containsExactly(id);
        assertThat(groups().openGroupsOf("/DC=org/CN=Alice", "15c918e83400085d"))
                .containsExactly(id);
        assertThat(groups().openGroupsOf("/DC=org/CN=Alice", "another")).isEmpty();
        assertThat(groups().openGroupsOf("/DC=org/CN=Bob", null)).isEmpty();
    }

    @Test
    void queuedTransfersTellTheirGroup() {
        submit(named("d"), file(P, 1));
        submit(null, file(P, 1));
        CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
        world().store().loadQueued(P, 10, NOW, answer::complete);
        long id = groups().find(StoreWorld.USER, "d").orElseThrow().id().value();
        assertThat(answer.orTimeout(30, TimeUnit.SECONDS).join())
                .extracting(queued -> queued.group().value())
                .containsExactly(0L, id);
    }

    @Test
    void aJobThatIsSubmittedAgainStaysInItsGroup() {
        TransferId only = submit(named("d"), file(P, 70)).getFirst();
        cancel(only);
        world().bean(ResubmissionStore.class)
                .resubmit(world().jobOf(only), UUID.randomUUID().toString(), NOW, "here", null);
        assertThat(groups().open()).singleElement().satisfies(rest -> {
            assertThat(rest.group().name()).isEqualTo("d");
            assertThat(rest.bytes()).containsEntry(P, 70.0);
        });
    }

    @Test
    void groupsThatNobodyUsesAreForgottenAndOthersStay() {
        cancel(submit(named("over"), file(P, 1)).getFirst());
        submit(named("open"), file(P, 1));
        assertThat(groups().open()).hasSize(1);
        assertThat(groups().forgetUnused(NOW)).isZero();
        assertThat(groups().forgetUnused(NOW.plusSeconds(1))).isEqualTo(1);
        assertThat(groups().find(StoreWorld.USER, "over")).isEmpty();
        assertThat(groups().find(StoreWorld.USER, "open")).isPresent();
    }

    @Test
    void submissionsThatMakeTheSameGroupAtOnceAllGetThere() throws Exception {
        int threads = 8;
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            NewJob job = StoreWorld.job(UUID.randomUUID().toString(), named("new"), List.of(file(P, 1)));
            all.add(Thread.ofVirtual().start(() -> {
                try {
                    begin.await();
                    storeAsTheServerDoes(job);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        begin.countDown();
        for (Thread thread : all) {
            thread.join(Duration.ofSeconds(30));
        }
        assertThat(groups().open())
                .singleElement()
                .satisfies(rest -> assertThat(rest.jobs()).isEqualTo(threads));
    }

    private void storeAsTheServerDoes(NewJob job) {
        try {
            world().submit(job);
        } catch (DataIntegrityViolationException violation) {
            assertThat(world().bean(SubmissionStore.class).isWorthAnotherTry(violation))
                    .isTrue();
            world().submit(job);
        }
    }

    // --- limits of tokens

    private static TransferLimitStore.Claims claims(String subject, double maxBps, int maxConnections) {
        return new TransferLimitStore.Claims(
                "credential-of-" + subject, "https://iam.example.org/", subject, maxBps, maxConnections);
    }

    @Test
    void tokensThatSayTheSameHaveOneLimitAndOthersTheirOwn() {
        TransferLimitStore limits = world().bean(TransferLimitStore.class);
        TransferLimit limit = limits.of(claims("alice", 5e9, 4), NOW);
        assertThat(limit.maxBps()).isEqualTo(5e9);
        assertThat(limit.maxConnections()).isEqualTo(4);
        assertThat(limit.holder()).isEqualTo("the token of alice by https://iam.example.org/");
        assertThat(limits.of(claims("alice", 5e9, 4), NOW)).isEqualTo(limit);
        assertThat(new TransferLimitStore(world().jdbc(), world().bean(PlatformTransactionManager.class))
                        .of(claims("alice", 5e9, 4), NOW))
                .as("after a restart")
                .isEqualTo(limit);
        assertThat(List.of(
                        limits.of(claims("alice", 5e9, 0), NOW).id(),
                        limits.of(claims("alice", 0, 4), NOW).id(),
                        limits.of(claims("bob", 5e9, 4), NOW).id()))
                .doesNotContain(limit.id())
                .doesNotHaveDuplicates();
        assertThat(limits.of(claims("alice", 0, 4), NOW).limitsThroughput()).isFalse();
        assertThat(limits.of(claims("alice", 5e9, 0), NOW).limitsConnections()).isFalse();
    }

    @Test
    void theLimitOfAJobComesWithItsTransfersAlsoIfItIsResubmitted() {
        TransferLimit limit = world().bean(TransferLimitStore.class).of(claims("alice", 5e9, 4), NOW);
        NewJob job = StoreWorld.job(UUID.randomUUID().toString(), List.of(file(P, 1)))
                .under(limit.id());
        TransferId only = world().submit(job).getFirst();
        world().submit(file(P, 1));
        assertThat(limitsInQueue()).containsExactlyInAnyOrder(limit, null);
        cancel(only);
        world().bean(ResubmissionStore.class)
                .resubmit(world().jobOf(only), UUID.randomUUID().toString(), NOW, "here", null);
        assertThat(limitsInQueue()).containsExactlyInAnyOrder(limit, null);
    }

    private List<@Nullable TransferLimit> limitsInQueue() {
        CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
        world().store().loadQueued(P, 10, NOW, answer::complete);
        List<@Nullable TransferLimit> limits = new ArrayList<>();
        answer.join().forEach(queued -> limits.add(queued.transfer().options().limit()));
        return limits;
    }
}
