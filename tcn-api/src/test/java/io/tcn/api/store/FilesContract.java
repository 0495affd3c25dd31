// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.store.FileReader.FileFilter;
import io.tcn.api.store.FileReader.FileOfJob;
import io.tcn.api.store.FileReader.State;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Files of any job: many of a job that is over, five of one that is not, of which one has finished.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FilesContract {
    static final int OVER = 3_000;

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final PipeId PIPE = PipeId.of("p");
    private static final PipeId OTHER = PipeId.of("other");

    private final List<TransferId> open = new ArrayList<>();
    private @Nullable StoreWorld world;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void fill() throws Exception {
        world = StoreWorld.open(url(), PIPE, OTHER);
        submit(OVER, PIPE);
        world().jdbc().update("update transfer set state = 'FINISHED', finish_time = ?", Rows.timestamp(NOW));
        world().jdbc().update("update job set state = 'FINISHED', finish_time = ?", Rows.timestamp(NOW));
        open.addAll(submit(3, PIPE));
        open.addAll(submit(2, OTHER));
        AttemptId first = new AttemptId(open.getFirst(), 1);
        world().made(new Transition.Claim(first, LATER), new Transition.Activate(first, LATER, 10));
        world().made(new Transition.Finish(first, LATER, 10, null));
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }

    private List<TransferId> submit(int files, PipeId pipe) {
        return world().submit(StoreWorld.job(
                UUID.randomUUID().toString(),
                IntStream.range(0, files)
                        .mapToObj(index -> StoreWorld.file(
                                index,
                                pipe,
                                "davs://b.example.org/" + UUID.randomUUID(),
                                1,
                                false,
                                List.of(),
                                Set.of()))
                        .toList()));
    }

    static FileFilter filter(@Nullable List<State> states, @Nullable Instant since, int limit) {
        return filter(StoreWorld.USER.value(), states, null, since, limit);
    }

    private static FileFilter filter(
            String user,
            @Nullable List<State> states,
            @Nullable List<String> pipes,
            @Nullable Instant since,
            int limit) {
        return new FileFilter(new JobReader.Of(user, null, null), states, List.of(), pipes, null, since, limit);
    }

    private List<TransferId> found(FileFilter filter) {
        return world().bean(FileReader.class).files(filter).stream()
                .map(FileOfJob::file)
                .map(file -> TransferId.of(file.id()))
                .toList();
    }

    @Test
    void openFilesComeInTheOrderOfTheirNumbers() {
        assertThat(found(filter(null, null, 1000))).isEqualTo(open.subList(1, 5));
        assertThat(found(filter(null, null, 2))).isEqualTo(open.subList(1, 3));
    }

    @Test
    void aStateAPipeAndAnOwnerNarrowThem() {
        List<State> active = List.of(State.of(TransferState.ACTIVE));
        assertThat(found(filter(active, null, 1000))).isEmpty();
        List<String> other = List.of(OTHER.value());
        List<State> queued = List.of(State.of(TransferState.QUEUED));
        assertThat(found(filter("cms", queued, other, null, 1000))).isEqualTo(open.subList(3, 5));
        assertThat(found(filter("cms", queued, List.of(), null, 1000))).isEmpty();
        assertThat(found(filter("atlas", queued, null, null, 1000))).isEmpty();
    }

    @Test
    void filesThatWereOverSinceThenAreFoundInOpenJobsToo() {
        assertThat(found(filter(null, LATER, 1000))).containsExactly(open.getFirst());
        assertThat(found(filter(null, NOW.plusMillis(1), 1000))).containsExactly(open.getFirst());
        assertThat(found(filter(null, NOW, 10_000))).hasSize(OVER + 1);
        assertThat(found(filter(null, NOW, 10))).hasSize(10).doesNotContain(open.get(1));
    }

    @Test
    void jobsAreLookedAtAFewAtATime() {
        OldestJobs jobs = OldestJobs.open(world().jdbc(), new JobReader.Of(null, null, null));
        List<OldestJobs.Job> both = jobs.after(null, 10);
        assertThat(both).extracting(OldestJobs.Job::files).containsExactlyInAnyOrder(3, 2);

        List<OldestJobs.Job> first = jobs.after(null, 1);
        assertThat(first).containsExactly(both.getFirst());
        assertThat(jobs.after(first.getLast(), 1)).containsExactly(both.getLast());
        assertThat(jobs.after(both.getLast(), 1)).isEmpty();
        assertThat(OldestJobs.stretches(both, 4)).hasSize(2);
        assertThat(OldestJobs.stretches(both, 5)).containsExactly(both);
    }
}
