// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/// What a year of transfers in the archive of PostgreSQL costs: the questions that are asked most, before and after,
/// disk, and the end of a month. No test of the build: run by `tools/store-costs archive`, which says how many rows.
/// The rows are made in bulk, as the archive holds them.
class ArchiveCosts {
    private static final PipeId PIPE = PipeId.of("p0");
    private static final int MONTHS = 12;
    private static final int FILES_PER_JOB = 100;
    private static final int ROWS_AT_ONCE = 100_000;
    private static final int TIMES = 51;
    private static final int WINDOW = 256;
    private static final YearMonth FIRST = YearMonth.of(2025, 3);
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final double MIB = 1 << 20;

    private final long archived = Long.getLong("tcn.costs.finished", 24_000L);
    private final CostReport report =
            new CostReport(Path.of(System.getProperty("tcn.costs.report", "target/archive-costs.txt")));
    private int submitted;

    @Test
    void tell() throws Exception {
        StoreWorld world = StoreWorld.open(TestPostgres.freshSchema("archive_costs"), PIPE);
        try {
            report.say(String.format(
                    Locale.ROOT, "PostgreSQL, %,d transfers to be archived, %d months", archived, MONTHS));
            for (int i = 0; i < 100; i++) {
                submit(world, FILES_PER_JOB);
            }
            ask(world, "empty archive", null);
            long before = bytes(world.jdbc());
            fill(world.jdbc());
            long full = bytes(world.jdbc()) - before;
            report.say(String.format(
                    Locale.ROOT,
                    "archive: %,.0f MiB, %,.0f MiB per million transfers",
                    full / MIB,
                    full / MIB / archived * 1e6));
            ask(world, "full archive", id(archived / FILES_PER_JOB / 2));
            drop(world, before);
        } finally {
            world.close();
        }
    }

    // ---- rows ----

    private void fill(JdbcTemplate jdbc) throws IOException {
        long began = System.nanoTime();
        ArchivePartitions partitions = new ArchivePartitions(jdbc);
        IntStream.range(0, MONTHS)
                .mapToObj(
                        month -> FIRST.plusMonths(month).atDay(2).atStartOfDay().toInstant(ZoneOffset.UTC))
                .forEach(end -> partitions.cover(List.of(end)));
        for (long from = 0; from < archived; from += ROWS_AT_ONCE) {
            long until = Math.min(archived, from + ROWS_AT_ONCE);
            jdbc.update(jobs(from / FILES_PER_JOB, until / FILES_PER_JOB - 1));
            jdbc.update(transfers(from, until - 1));
        }
        jdbc.execute("analyze");
        report.say(String.format(Locale.ROOT, "filled in %d s", (System.nanoTime() - began) / 1_000_000_000L));
    }

    private static String id(long job) {
        return String.format(Locale.ROOT, "%08x-0000-1000-8000-000000000000", job);
    }

    private static String jobId(String number) {
        return "lpad(to_hex(" + number + "), 8, '0') || '-0000-1000-8000-000000000000'";
    }

    /// The moment at which a job was over, evenly over the months.
    private String end(String job) {
        return "(timestamptz '" + FIRST.atDay(1) + " 00:00:00+00' + " + job + " * interval '364 days' / "
                + archived / FILES_PER_JOB + ")";
    }

    private String jobs(long from, long to) {
        return "insert into archived_job (id, user_id, user_dn, credential_id, type, state, submit_time, finish_time,"
                + " priority, retry, retry_delay, verify_checksum, copy_pin_lifetime, bring_online, archive_timeout,"
                + " dst_file_report, submit_host, cancel_requested, total, finished, failed, canceled) select "
                + jobId("x") + ", 'cms', '/DC=org/CN=Alice', '15c918e83400085d', 'N', 'FINISHED', " + end("x")
                + " - interval '1 hour', " + end("x")
                + ", 3, 2, 120, 'n', -1, -1, -1, false, 'tcn.example.org', false, "
                + FILES_PER_JOB + ", " + FILES_PER_JOB + ", 0, 0 from generate_series(" + from + "::bigint, " + to
                + "::bigint) as s(x)";
    }

    private String transfers(long from, long to) {
        String job = "x / " + FILES_PER_JOB;
        return "insert into archived_transfer (id, job_id, file_index, pipe_id, source, destination, state, priority,"
                + " user_size, size_bytes, checksum, activity, attempts, retries, unreleased, start_time, finish_time,"
                + " over_at) select x + 1000000000, " + jobId(job) + ", x % " + FILES_PER_JOB + ", 'p0',"
                + " 'https://a-p0/store/data/Run2026/file-' || x || '.root', 'https://b/store/data/Run2026/file-' || x"
                + " || '.root', 'FINISHED', 3, 2000000000, 2000000000, 'ADLER32:1a2b3c4d', 'Production', 1, 0, false, "
                + end(job) + " - interval '10 minutes', " + end(job) + ", " + end(job) + " from generate_series(" + from
                + "::bigint, " + to + "::bigint) as s(x)";
    }

    private static long bytes(JdbcTemplate jdbc) {
        Long bytes = jdbc.queryForObject(
                "select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                        + " where n.nspname = current_schema() and c.relkind = 'r' and c.relname like 'archived%'",
                Long.class);
        return bytes == null ? 0 : bytes;
    }

    // ---- questions ----

    private String submit(StoreWorld world, int files) {
        String id = "job-" + submitted++;
        world.submit(StoreWorld.job(
                id, IntStream.range(0, files).mapToObj(index -> file(index)).toList()));
        return id;
    }

    private NewTransfer file(int index) {
        return RetentionContract.file(index, PIPE, "davs://b.example.org/" + submitted + "/" + UUID.randomUUID());
    }

    private void ask(StoreWorld world, String when, @Nullable String inArchive) throws IOException {
        JobReader reader = world.bean(JobReader.class);
        String open = submit(world, FILES_PER_JOB);
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
        time(when, "a job of 100 files submitted", () -> submit(world, FILES_PER_JOB));
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

    // ---- the end of a month ----

    private void drop(StoreWorld world, long empty) throws IOException {
        ArchiveStore archive = world.bean(ArchiveStore.class);
        Instant before = FIRST.plusMonths(MONTHS).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        boolean more = true;
        while (more) {
            long began = System.nanoTime();
            ArchiveStore.Deleted gone =
                    world.store().inTurn(() -> archive.deleteNext(before)).join();
            more = gone.more();
            report.say(String.format(
                    Locale.ROOT,
                    "month dropped: about %,d transfers in %.1f ms; archive %,.0f MiB",
                    gone.transfers(),
                    (System.nanoTime() - began) / 1e6,
                    (bytes(world.jdbc()) - empty) / MIB));
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
