// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// What the store's thread does, timed with many rows that are over and a long queue. No test of the build: run by
/// `tools/store-costs`, which says how many rows.
class StoreCosts {
    private static final int WINDOW = 256;
    private static final int TIMES = 7;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final QueueOrder SHARES = QueueOrder.FIRST_COME.withActivities(
            ActivityWeights.of(Map.of("Production", 0.7, "User", 0.2, "default", 0.1)));

    @TempDir
    private Path folder = Path.of("");

    private final long finished = Long.getLong("tcn.costs.finished", 20_000L);
    private final long queued = Long.getLong("tcn.costs.queued", 10_000L);
    private final boolean onPostgres = "postgresql".equals(System.getProperty("tcn.costs.database", "h2"));
    private final BulkRows rows = new BulkRows(onPostgres, finished, queued);
    private final CostReport report =
            new CostReport(Path.of(System.getProperty("tcn.costs.report", "target/store-costs.txt")));

    @Test
    void tell() throws Exception {
        PipeId[] pipes =
                IntStream.range(0, BulkRows.PIPES).mapToObj(StoreCosts::pipe).toArray(PipeId[]::new);
        StoreWorld world = StoreWorld.open(url(), pipes);
        try {
            report.say(String.format(
                    Locale.ROOT,
                    "%s, %,d transfers over and %,d queued, %d pipes, %d files a job",
                    onPostgres ? "PostgreSQL" : "H2",
                    finished,
                    queued,
                    BulkRows.PIPES,
                    BulkRows.FILES_PER_JOB));
            fill(world.jdbc());
            if (onPostgres) {
                rows.tellIndices(world.jdbc(), report);
            }
            ask(world);
            change(world);
            cancel(world);
        } finally {
            world.close();
        }
        if (!onPostgres) {
            report.say(String.format(
                    Locale.ROOT,
                    "size of the H2 file after the stop: %,.0f bytes a row",
                    (double) fileBytes() / (finished + queued)));
        }
    }

    private String url() throws SQLException {
        return onPostgres
                ? TestPostgres.freshSchema("store_costs")
                : "jdbc:h2:file:" + folder.resolve("tcn")
                        + ";WRITE_DELAY=500;RETENTION_TIME=5000;AUTO_COMPACT_FILL_RATE=80";
    }

    private static PipeId pipe(int number) {
        return PipeId.of("p" + number);
    }

    // ---- rows ----

    private void fill(JdbcTemplate jdbc) throws IOException {
        long began = System.nanoTime();
        rows.fill(jdbc);
        jdbc.update("insert into transfer_delay (transfer_id, pipe_id, since, not_before) select id, pipe_id,"
                + " timestamp with time zone '2026-03-01 11:00:00+00:00', timestamp with time zone"
                + " '2026-03-02 11:00:00+00:00' from transfer where pipe_id = 'p" + BulkRows.DELAYED_PIPE
                + "' and state = 'QUEUED'");
        jdbc.execute(onPostgres ? "analyze" : "checkpoint sync");
        report.say(String.format(
                Locale.ROOT,
                "filled in %d s",
                Duration.ofNanos(System.nanoTime() - began).toSeconds()));
        if (!onPostgres) {
            report.say(String.format(
                    Locale.ROOT,
                    "size of the H2 file while it is open: %,.0f bytes a row",
                    (double) fileBytes() / (finished + queued)));
        }
    }

    private long fileBytes() throws IOException {
        return Files.size(folder.resolve("tcn.mv.db"));
    }

    // ---- questions ----

    private void ask(StoreWorld world) throws IOException {
        JpaTransferStore store = world.store();
        time(
                "window of " + WINDOW,
                () -> this.<List<QueuedTransfer>>answer(reply -> store.loadQueued(pipe(1), WINDOW, NOW, reply)));
        time(
                "window of " + WINDOW + ", shares of activities",
                () -> this.<List<QueuedTransfer>>answer(
                        reply -> store.loadQueued(pipe(2), WINDOW, NOW, SHARES, reply)));
        indexOfActivities(world);
        time(
                "window of a pipe whose whole queue waits for retries",
                () -> this.<List<QueuedTransfer>>answer(
                        reply -> store.loadQueued(pipe(BulkRows.DELAYED_PIPE), WINDOW, NOW, reply)));
        Set<TransferId> some = LongStream.range(0, 1000)
                .mapToObj(number -> TransferId.of(1 + number * (finished + queued) / 1000))
                .collect(Collectors.toSet());
        time(
                "states of 1,000 transfers",
                () -> this.<Map<TransferId, TransferState>>answer(reply -> store.loadStates(some, reply)));
        time(
                "jobs whose time in the queue is over",
                () -> store.cancel(new CancelScope.Expired(), "expired", NOW, block -> {})
                        .join());
        time(
                "queued transfers of all pipes, at the start",
                () -> world.bean(RestartStore.class).recover(NOW, Duration.ZERO, false));
        time(
                "retention, nothing is old",
                () -> world.bean(RetentionStore.class)
                        .removeNext(
                                Instant.parse("2026-01-01T00:00:00Z"),
                                RetentionStore.Then.DELETED,
                                RetentionCursor.START));
    }

    /// How long it takes to make it. What comes after is asked without it, as where no activity has a share.
    private void indexOfActivities(StoreWorld world) throws IOException {
        JdbcTemplate jdbc = world.jdbc();
        ActivityIndex index = world.bean(ActivityIndex.class);
        index.fit();
        jdbc.update("insert into activity_share (user_id, active) values ('cms', true)");
        long began = System.nanoTime();
        index.fit();
        report.say(String.format(
                Locale.ROOT, "index of the queues by activity, made in %.1f s", (System.nanoTime() - began) / 1e9));
        jdbc.update("delete from activity_share");
        index.fit();
    }

    private void change(StoreWorld world) throws IOException {
        Instant old = Instant.parse("2026-02-15T00:00:00Z");
        RetentionCursor[] at = {RetentionCursor.START};
        time(
                "retention, a block",
                () -> at[0] = world.bean(RetentionStore.class)
                        .removeNext(old, RetentionStore.Then.ARCHIVED, at[0])
                        .next());
        int[] block = {0};
        time("claim, begin and finish " + WINDOW + " transfers", () -> {
            List<AttemptId> attempts = IntStream.range(block[0] * WINDOW, (block[0] + 1) * WINDOW)
                    .mapToObj(number -> new AttemptId(TransferId.of(finished + 1 + number), 1))
                    .toList();
            block[0]++;
            List<Transition> steps = new ArrayList<>();
            attempts.forEach(attempt -> steps.add(new Transition.Claim(attempt, NOW)));
            attempts.forEach(attempt -> steps.add(new Transition.Activate(attempt, NOW, 2_000_000_000L)));
            attempts.forEach(attempt -> steps.add(new Transition.Finish(attempt, NOW, 2_000_000_000L, null)));
            world.apply(steps.toArray(Transition[]::new));
        });
    }

    private void cancel(StoreWorld world) throws IOException {
        Set<PipeId> half = IntStream.range(0, BulkRows.PIPES / 2)
                .mapToObj(StoreCosts::pipe)
                .collect(Collectors.toSet());
        cancel(world, "half of the queue, by pipes", new CancelScope.OfPipes(half));
        cancel(world, "the other half, by user", new CancelScope.OfUser(UserId.of("cms")));
    }

    private void cancel(StoreWorld world, String what, CancelScope scope) throws IOException {
        long[] count = {0};
        long began = System.nanoTime();
        world.store()
                .cancel(scope, "no longer wanted", NOW, block -> count[0] += block.size())
                .join();
        double seconds = (System.nanoTime() - began) / 1e9;
        report.say(String.format(
                Locale.ROOT,
                "cancel %s: %,d transfers in %.1f s, %,.0f a second",
                what,
                count[0],
                seconds,
                count[0] / seconds));
    }

    private <T> T answer(Consumer<Consumer<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        question.accept(answer::complete);
        return answer.join();
    }

    // ---- times ----

    private void time(String what, Runnable work) throws IOException {
        double[] millis = CostReport.millis(TIMES, work);
        double first = millis[0];
        Arrays.sort(millis);
        report.say(String.format(Locale.ROOT, "%-60s median %8.1f ms, first %8.1f ms", what, millis[TIMES / 2], first));
    }
}
