// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/// What the settings for autovacuum of docs/operations.md gain on PostgreSQL: transfers of a long queue go through
/// their
/// states, as fast as the store makes it, first as the cluster has it and then with them. No test of the build: run by
/// `tools/store-costs vacuum`, which says how many rows.
class VacuumCosts {
    private static final int BLOCK = 256;
    private static final int LOOK_EVERY = 20;
    private static final double MIB = 1 << 20;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final List<String> SOONER = List.of(
            "alter table transfer set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)",
            "alter table job set (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 80)");

    private final long queued = Long.getLong("tcn.costs.finished", 5_000L);
    private final long moved = Long.getLong("tcn.costs.queued", 1_024L);
    private final CostReport report =
            new CostReport(Path.of(System.getProperty("tcn.costs.report", "target/vacuum-costs.txt")));

    @Test
    void tell() throws Exception {
        report.say(String.format(
                Locale.ROOT, "PostgreSQL, %,d transfers queued, of which %,d go through their states", queued, moved));
        measure("as the cluster has it", List.of());
        measure("sooner", SOONER);
    }

    private void measure(String what, List<String> settings) throws Exception {
        PipeId[] pipes = IntStream.range(0, BulkRows.PIPES)
                .mapToObj(n -> PipeId.of("p" + n))
                .toArray(PipeId[]::new);
        StoreWorld world = StoreWorld.open(TestPostgres.freshSchema("vacuum_costs"), pipes);
        try {
            settings.forEach(world.jdbc()::execute);
            BulkRows rows = new BulkRows(true, 0, queued);
            rows.fill(world.jdbc());
            world.jdbc().execute("vacuum analyze");
            rows.tellIndices(world.jdbc(), report);
            move(what, world);
        } finally {
            world.close();
        }
    }

    private void move(String what, StoreWorld world) throws IOException {
        int blocks = Math.toIntExact(moved / BLOCK);
        double[] millis = new double[blocks];
        long mostDead = 0;
        long began = System.nanoTime();
        for (int block = 0; block < blocks; block++) {
            List<Transition> steps = steps(block);
            long before = System.nanoTime();
            // Claimed, begun and finished in turns of their own, as a transfer is.
            for (int step = 0; step < 3; step++) {
                world.made(steps.subList(step * BLOCK, (step + 1) * BLOCK).toArray(Transition[]::new));
            }
            millis[block] = (System.nanoTime() - before) / 1e6;
            if (block % LOOK_EVERY == 0) {
                mostDead = Math.max(mostDead, of(world.jdbc(), "n_dead_tup", "transfer"));
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        double[] window = CostReport.millis(7, () -> {
            CompletableFuture<List<QueuedTransfer>> answer = new CompletableFuture<>();
            world.store().loadQueued(PipeId.of("p1"), BLOCK, NOW, answer::complete);
            answer.join();
        });
        Arrays.sort(millis);
        Arrays.sort(window);
        JdbcTemplate jdbc = world.jdbc();
        report.say(String.format(
                Locale.ROOT,
                "%s: %.0f s, %.0f transfers a second; %d of them p50 %.1f ms, p99 %.1f ms; window of %d %.1f ms",
                what,
                seconds,
                moved / seconds,
                BLOCK,
                millis[blocks / 2],
                millis[blocks * 99 / 100],
                BLOCK,
                window[window.length / 2]));
        for (String table : List.of("transfer", "job")) {
            report.say(String.format(
                    Locale.ROOT,
                    "  %s: %,d updates, %,d of them within the page, %,d dead rows at the end%s, vacuumed %d times,"
                            + " %.0f MiB with indices",
                    table,
                    of(jdbc, "n_tup_upd", table),
                    of(jdbc, "n_tup_hot_upd", table),
                    of(jdbc, "n_dead_tup", table),
                    table.equals("transfer") ? String.format(Locale.ROOT, " (at most %,d)", mostDead) : "",
                    of(jdbc, "autovacuum_count", table),
                    bytes(jdbc, table) / MIB));
        }
    }

    private static List<Transition> steps(int block) {
        List<AttemptId> attempts = LongStream.range((long) block * BLOCK, (block + 1L) * BLOCK)
                .mapToObj(number -> new AttemptId(TransferId.of(number + 1), 1))
                .toList();
        List<Transition> steps = new ArrayList<>();
        attempts.forEach(attempt -> steps.add(new Transition.Claim(attempt, NOW)));
        attempts.forEach(attempt -> steps.add(new Transition.Activate(attempt, NOW, 2_000_000_000L)));
        attempts.forEach(attempt -> steps.add(new Transition.Finish(attempt, NOW, 2_000_000_000L, null)));
        return steps;
    }

    private static long of(JdbcTemplate jdbc, String column, String table) {
        Long value = jdbc.queryForObject(
                "select " + column + " from pg_stat_user_tables where relid = cast(? as regclass)", Long.class, table);
        return value == null ? 0 : value;
    }

    private static long bytes(JdbcTemplate jdbc, String table) {
        Long value = jdbc.queryForObject("select pg_total_relation_size(cast(? as regclass))", Long.class, table);
        return value == null ? 0 : value;
    }
}
