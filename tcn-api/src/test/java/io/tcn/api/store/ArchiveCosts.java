// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// What a year of transfers in the archive of PostgreSQL costs: the questions that are asked most, before and after,
/// disk, and the end of a month. No test of the build: run by `tools/store-costs archive`, which says how many rows.
/// The rows are made in bulk, as the archive holds them.
class ArchiveCosts {
    private static final int MONTHS = 12;
    private static final YearMonth FIRST = YearMonth.of(2025, 3);
    private static final double MIB = 1 << 20;

    private final long archived = Long.getLong("tcn.costs.finished", 24_000L);
    private final CostReport report =
            new CostReport(Path.of(System.getProperty("tcn.costs.report", "target/archive-costs.txt")));

    @Test
    void tell() throws Exception {
        StoreWorld world = StoreWorld.open(TestPostgres.freshSchema("archive_costs"), StoreQuestions.PIPE);
        try {
            report.say(String.format(
                    Locale.ROOT, "PostgreSQL, %,d transfers to be archived, %d months", archived, MONTHS));
            StoreQuestions questions = new StoreQuestions(world, report);
            for (int i = 0; i < 100; i++) {
                questions.submit();
            }
            questions.ask("empty archive", null);
            ArchivedRows rows = new ArchivedRows(world.jdbc());
            long before = rows.bytes();
            fill(world, rows);
            long full = rows.bytes() - before;
            report.say(String.format(
                    Locale.ROOT,
                    "archive: %,.0f MiB, %,.0f MiB per million transfers",
                    full / MIB,
                    full / MIB / archived * 1e6));
            questions.ask("full archive", ArchivedRows.jobOf(archived / 2));
            drop(world, rows, before);
        } finally {
            world.close();
        }
    }

    private void fill(StoreWorld world, ArchivedRows rows) throws IOException {
        long began = System.nanoTime();
        long jobs = archived / ArchivedRows.FILES_PER_JOB;
        for (int month = 0; month < MONTHS; month++) {
            rows.fill(
                    FIRST.plusMonths(month),
                    jobs * month / MONTHS * ArchivedRows.FILES_PER_JOB,
                    jobs * (month + 1) / MONTHS * ArchivedRows.FILES_PER_JOB);
        }
        world.jdbc().execute("analyze");
        report.say(String.format(Locale.ROOT, "filled in %d s", (System.nanoTime() - began) / 1_000_000_000L));
    }

    private void drop(StoreWorld world, ArchivedRows rows, long empty) throws IOException {
        ArchiveStore archive = world.bean(ArchiveStore.class);
        Instant before = ArchivedRows.begin(FIRST.plusMonths(MONTHS));
        boolean more = true;
        while (more) {
            long began = System.nanoTime();
            ArchiveStore.Deleted gone = archive.deleteNext(before);
            more = gone.more();
            report.say(String.format(
                    Locale.ROOT,
                    "month dropped: about %,d transfers in %.1f ms; archive %,.0f MiB",
                    gone.transfers(),
                    (System.nanoTime() - began) / 1e6,
                    (rows.bytes() - empty) / MIB));
        }
    }
}
