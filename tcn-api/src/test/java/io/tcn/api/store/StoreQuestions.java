// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The questions that a store is asked most, timed: p50 and p90 of 51 times each.
final class StoreQuestions {
    static final PipeId PIPE = PipeId.of("p0");
    private static final int FILES_PER_JOB = ArchivedRows.FILES_PER_JOB;
    private static final int TIMES = 51;
    private static final int WINDOW = 256;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final StoreWorld world;
    private final CostReport report;
    private int submitted;

    StoreQuestions(StoreWorld world, CostReport report) {
        this.world = world;
        this.report = report;
    }

    /// Stores a job of 100 files.
    String submit() {
        String id = "job-" + submitted++;
        world.submit(StoreWorld.job(
                id,
                IntStream.range(0, FILES_PER_JOB).mapToObj(index -> file(index)).toList()));
        return id;
    }

    private NewTransfer file(int index) {
        return RetentionContract.file(index, PIPE, "davs://b.example.org/" + submitted + "/" + UUID.randomUUID());
    }

    /// Asks all of them.
    ///
    /// @param when heads each line
    /// @param inArchive a job that lies in the archive; null if it is empty
    void ask(String when, @Nullable String inArchive) throws IOException {
        JobReader reader = world.bean(JobReader.class);
        String open = submit();
        time(when, "a job by its id", () -> {
            var _ = reader.find(open).orElseThrow();
        });
        time(when, "a job that nobody knows, by its id", () -> reader.find("00000000-none"));
        time(when, "a job with its 100 files", () -> files(reader, open));
        time(
                when,
                "a page of 100 open jobs",
                () -> reader.jobs(new JobReader.Of(null, null, null), "SUBMITTED", "", 100)
                        .rows());
        time(when, "a job of 100 files submitted", () -> submit());
        time(when, "window of " + WINDOW, () -> {
            CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
            world.store().loadQueued(PIPE, WINDOW, NOW, QueueOrder.FIRST_COME, answer::complete);
            answer.join();
        });
        List<TransferId> queue = new ArrayList<>(world
                .jdbc()
                .queryForList(
                        "select id from transfer where state = 'QUEUED' order by id limit " + 32 * TIMES, Long.class)
                .stream()
                .map(TransferId::of)
                .toList());
        time(when, "claim, begin and finish 32 transfers", () -> {
            List<TransferId> some = queue.subList(0, 32);
            List<Transition> steps = new ArrayList<>();
            some.forEach(transfer -> steps.add(new Transition.Claim(new AttemptId(transfer, 1), NOW)));
            some.forEach(transfer -> steps.add(new Transition.Activate(new AttemptId(transfer, 1), NOW, 1)));
            some.forEach(transfer -> steps.add(new Transition.Finish(new AttemptId(transfer, 1), NOW, 1, null)));
            world.made(steps.toArray(Transition[]::new));
            some.clear();
        });
        if (inArchive != null) {
            time(when, "a job of the archive by its id", () -> {
                var _ = reader.find(inArchive).orElseThrow();
            });
            time(when, "a job of the archive with its 100 files", () -> files(reader, inArchive));
        }
    }

    private static void files(JobReader reader, String job) {
        List<TransferView> found = new ArrayList<>();
        reader.transfersOf(reader.find(job).orElseThrow(), () -> {}, found::add);
        if (found.size() != FILES_PER_JOB) {
            throw new IllegalStateException(job + " has " + found.size() + " files");
        }
    }

    // ---- times ----

    private void time(String when, String what, Runnable work) throws IOException {
        double[] millis = CostReport.millis(TIMES, work);
        Arrays.sort(millis);
        report.say(String.format(
                Locale.ROOT,
                "%-14s %-42s p50 %7.2f ms, p90 %7.2f ms",
                when,
                what,
                millis[TIMES / 2],
                millis[TIMES * 9 / 10]));
    }
}
