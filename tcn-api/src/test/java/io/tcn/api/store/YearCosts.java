// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A year of transfers that goes through a store of PostgreSQL with retention on: is the disk flat, and are the
/// questions that are asked most as quick at the end as at the beginning? No test of the build: run by
/// `tools/store-costs year`, which says how many transfers.
///
/// Some of each month are really submitted, claimed, begun, finished and moved to the archive, the others are made in
/// bulk as the archive holds them. At the end of each month the archive is cut to the last two.
class YearCosts {
    private static final int MONTHS = 12;
    private static final int KEPT_MONTHS = 2;
    private static final YearMonth FIRST = YearMonth.of(2025, 3);
    private static final int REAL_JOBS = 200;
    private static final int WAITING_JOBS = 100;
    private static final double MIB = 1 << 20;

    private final long total = Long.getLong("tcn.costs.finished", 240_000L);
    private final CostReport report =
            new CostReport(Path.of(System.getProperty("tcn.costs.report", "target/year-costs.txt")));

    @Test
    void tell() throws Exception {
        StoreWorld world = StoreWorld.open(TestPostgres.freshSchema("year_costs"), StoreQuestions.PIPE);
        try {
            report.say(String.format(
                    Locale.ROOT,
                    "PostgreSQL, %,d transfers in %d months, %,d of each month one by one, %d months kept",
                    total,
                    MONTHS,
                    REAL_JOBS * ArchivedRows.FILES_PER_JOB,
                    KEPT_MONTHS));
            StoreQuestions questions = new StoreQuestions(world, report);
            IntStream.range(0, WAITING_JOBS).forEach(job -> questions.submit());
            questions.ask("before", null);
            ArchivedRows rows = new ArchivedRows(world.jdbc());
            for (int month = 0; month < MONTHS; month++) {
                long began = System.nanoTime();
                live(world, questions, middle(month));
                long made = bulk(rows, month);
                retain(world, month);
                report.say(String.format(
                        Locale.ROOT,
                        "%s: %,d transfers in %,d s; archive %,.0f MiB, working tables %,.0f MiB",
                        FIRST.plusMonths(month),
                        made + REAL_JOBS * ArchivedRows.FILES_PER_JOB,
                        (System.nanoTime() - began) / 1_000_000_000L,
                        rows.bytes() / MIB,
                        rows.workingBytes() / MIB));
                if (month == KEPT_MONTHS || month == MONTHS - 1) {
                    questions.ask("after " + FIRST.plusMonths(month), ArchivedRows.jobOf(firstOf(month)));
                }
            }
        } finally {
            world.close();
        }
    }

    private static Instant middle(int month) {
        return ArchivedRows.begin(FIRST.plusMonths(month)).plus(Duration.ofDays(14));
    }

    /// The number of the first transfer of a month.
    private long firstOf(int month) {
        long jobs = total / ArchivedRows.FILES_PER_JOB;
        return jobs * month / MONTHS * ArchivedRows.FILES_PER_JOB;
    }

    private long bulk(ArchivedRows rows, int month) {
        long until = firstOf(month + 1) - REAL_JOBS * ArchivedRows.FILES_PER_JOB;
        if (until <= firstOf(month)) {
            return 0;
        }
        rows.fill(FIRST.plusMonths(month), firstOf(month), until);
        return until - firstOf(month);
    }

    /// Transfers that go the whole way.
    private static void live(StoreWorld world, StoreQuestions questions, Instant moment) {
        for (int i = 0; i < REAL_JOBS; i++) {
            String job = questions.submit();
            List<TransferId> files =
                    world.jdbc().queryForList("select id from transfer where job_id = ?", Long.class, job).stream()
                            .map(TransferId::of)
                            .toList();
            List<Transition> steps = new ArrayList<>();
            files.forEach(file -> steps.add(new Transition.Claim(new AttemptId(file, 1), moment)));
            files.forEach(file -> steps.add(new Transition.Activate(new AttemptId(file, 1), moment, 1)));
            files.forEach(file -> steps.add(new Transition.Finish(new AttemptId(file, 1), moment, 1, null)));
            world.made(steps.toArray(Transition[]::new));
        }
    }

    /// What is over goes to the archive, and what is too old goes for good.
    private void retain(StoreWorld world, int month) throws IOException {
        Instant now = ArchivedRows.begin(FIRST.plusMonths(month + 1));
        RetentionStore retention = world.bean(RetentionStore.class);
        for (RetentionCursor at = RetentionCursor.START; at != null; ) {
            RetentionCursor from = at;
            at = world.store()
                    .inTurn(() -> retention.removeNext(now, RetentionStore.Then.ARCHIVED, from))
                    .join()
                    .next();
        }
        ArchiveStore archive = world.bean(ArchiveStore.class);
        Instant before = ArchivedRows.begin(FIRST.plusMonths(month + 1 - KEPT_MONTHS));
        long began = System.nanoTime();
        int gone = 0;
        for (boolean more = true; more; ) {
            ArchiveStore.Deleted deleted = archive.deleteNext(before);
            gone += deleted.transfers();
            more = deleted.more();
        }
        if (gone > 0) {
            report.say(String.format(
                    Locale.ROOT, "about %,d transfers gone in %.1f ms", gone, (System.nanoTime() - began) / 1e6));
        }
    }
}
