// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The six runs of docs/reliability/dispatch.md: a user with more pipes than its bound has connections. Each connection
/// carries 16 Mbit/s; storages need 0.3 s before a file and 0.2 s after it, and report every second.
class BoundRunsTest {
    private static final double CONNECTION = 16;

    private record Run(int pipes, double bound, double interval, double leastMegabytes, double mostMegabytes) {}

    private static final List<Run> RUNS = List.of(
            new Run(8, 48, 2, 1, 12),
            new Run(8, 48, 10, 210, 210),
            new Run(8, 48, 10, 2100, 2100),
            new Run(8, 240, 10, 2100, 2100),
            new Run(16, 480, 10, 21000, 21000),
            new Run(30, 48, 10, 1, 12));

    private record Outcome(double mean, double max) {}

    private static final List<String> OPTIMIZERS = List.of("tcn", "fts", "most");

    /// Mean and worst interval, in Mbit/s, as in the table of docs/reliability/dispatch.md, which it writes anew to
    /// `target/bound-runs.md`. `most` asks for 64 connections per pipe, always.
    @Test
    void theBoundIsKeptInEachOfTheSixRunsByEachOptimizer() throws IOException {
        StringBuilder table =
                new StringBuilder("| pipes, bound, interval, files | tcn | fts | most |\n|---|---|---|---|\n");
        for (Run run : RUNS) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %d, %.0f, %.0f s, %.0f to %.0f MB |",
                    run.pipes(),
                    run.bound(),
                    run.interval(),
                    run.leastMegabytes(),
                    run.mostMegabytes()));
            for (String optimizer : OPTIMIZERS) {
                Outcome outcome = outcome(run, optimizer);
                table.append(String.format(Locale.ROOT, " %.1f (%.1f) |", outcome.mean(), outcome.max()));
                String name = optimizer + " " + run + " " + outcome;
                assertThat(outcome.mean()).as(name).isLessThanOrEqualTo(1.01 * run.bound());
                assertThat(outcome.max()).as(name).isLessThanOrEqualTo(1.01 * (run.bound() + CONNECTION));
                assertThat(outcome.mean())
                        .as(name)
                        .isGreaterThanOrEqualTo((optimizer.equals("most") ? 0.95 : 0.85) * run.bound());
            }
            table.append('\n');
        }
        Files.writeString(Path.of("target", "bound-runs.md"), table);
    }

    private static Outcome outcome(Run run, String optimizer) {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 1, 0.2), BoundSettings.DEFAULT);
        double[] rates = new double[run.pipes()];
        Arrays.fill(rates, CONNECTION);
        world.pipes(64, rates);
        world.bound(run.bound());
        Random random = new Random(1);
        int warmUp = 30;
        int intervals = warmUp + (int) (1500 / run.interval());
        double needed = 1.2 * run.bound() / 8 * run.interval() * intervals;
        double added = 0;
        for (int i = 0; added < needed || i < 40 * run.pipes(); i++) {
            double size = run.leastMegabytes() + random.nextDouble() * (run.mostMegabytes() - run.leastMegabytes());
            world.add(i % run.pipes(), size);
            added += size;
        }
        world.time.settle();
        if (optimizer.equals("most")) {
            world.connections(64);
        } else {
            world.control(optimizer(optimizer), run.interval());
        }
        List<Double> means = world.means(intervals, run.interval(), null).subList(warmUp, intervals);
        return new Outcome(
                means.stream().mapToDouble(Double::doubleValue).average().orElse(0),
                means.stream().mapToDouble(Double::doubleValue).max().orElse(0));
    }

    private static Optimizer optimizer(String name) {
        OptimizerFactory factory = new OptimizerCatalog(new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(name)
                .orElseThrow()
                .factory();
        return factory.create(new Random(1));
    }
}
