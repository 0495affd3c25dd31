// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.sim.batch.Parallel;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs a scenario at all points of a grid. What was done before, by a sweep that was stopped, is not done again.
public final class Sweep {
    /// The file that makes a sweep resumable.
    public static final String JOURNAL = "runs.jsonl";

    private final Variation base;
    private final SweepPlan plan;
    private final Shard shard;
    private final Function<@Nullable String, OptimizerRegistry> registries;

    /// @param base what is varied
    /// @param shard which of the runs are done here
    /// @param registries the optimizers for the name of a utility, null for the sum of the throughputs
    /// @throws IllegalArgumentException if a value of the grid makes no sense
    public Sweep(
            Variation base,
            Grid grid,
            Collection<String> optimizers,
            Collection<Long> seeds,
            Shard shard,
            Function<@Nullable String, OptimizerRegistry> registries) {
        this.base = base;
        this.plan = new SweepPlan(grid, optimizers, seeds);
        this.shard = shard;
        this.registries = registries;
        grid.points().forEach(point -> point.apply(base));
    }

    /// How many runs are done here.
    public int runs() {
        return jobs().size();
    }

    /// Name of the file in which they are kept.
    public String journal() {
        return shard.journal();
    }

    /// What the results hang on beside grid, optimizers and seeds.
    private String fingerprint() {
        try {
            byte[] text =
                    (base.scenario() + "|" + base.settings() + "|" + base.utility()).getBytes(StandardCharsets.UTF_8);
            return base.scenario().name() + " "
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    /// Runs what has not been run and returns the tables of all.
    ///
    /// @param folder where the journal is; it is made if it is not there
    /// @param threads how many simulations at once
    /// @param progress hears each run that is done, also before; any thread, one at a time
    /// @return one row per point and optimizer, over the seeds that were run here
    /// @throws InterruptedException if this thread is interrupted; what is done stays done
    public SweepTables run(Path folder, int threads, Consumer<String> progress)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve(shard.journal());
        SweepTables tables = runMissing(file, threads, progress);
        SweepJournal.arrange(file, plan, jobs());
        return tables;
    }

    private SweepTables runMissing(Path file, int threads, Consumer<String> progress)
            throws IOException, InterruptedException {
        try (SweepJournal journal = SweepJournal.open(file, fingerprint(), plan)) {
            List<SweepPlan.Job> missing = new ArrayList<>();
            for (SweepPlan.Job job : jobs()) {
                if (journal.find(job.id()) == null) {
                    missing.add(job);
                } else {
                    progress.accept(job.id() + ", done before");
                }
            }
            List<Callable<Summary>> calls = new ArrayList<>();
            missing.forEach(job -> calls.add(() -> {
                Summary summary = simulate(job);
                synchronized (journal) {
                    journal.add(job.id(), summary);
                }
                return summary;
            }));
            Parallel.run(
                    calls, threads, index -> progress.accept(missing.get(index).id()));
            return plan.tables(journal::find);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private List<SweepPlan.Job> jobs() {
        List<SweepPlan.Job> all = plan.jobs();
        return IntStream.range(0, all.size())
                .filter(shard::has)
                .mapToObj(all::get)
                .toList();
    }

    private Summary simulate(SweepPlan.Job job) {
        Variation varied = job.point().apply(base);
        OptimizerRegistry.Entry entry = registries
                .apply(varied.utility())
                .find(job.optimizer())
                .orElseThrow(() -> new IllegalArgumentException("there is no optimizer " + job.optimizer()));
        return new Simulation(
                        varied.scenario(), job.optimizer(), entry.factory(), varied.settings(), job.seed(), part -> {})
                .run()
                .summary();
    }
}
