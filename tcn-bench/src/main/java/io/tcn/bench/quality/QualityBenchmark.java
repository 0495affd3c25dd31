// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.QualitySettings;
import io.tcn.sim.run.OptimizerRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// How good the control loop is: families of worlds, several seeds each, every optimizer against the
/// clairvoyant optimum. See docs/benchmarks/control.md.
///
/// A run is one thread and depends on its family, seed and optimizer alone; runs share cores, not state, so that
/// results do not depend on their number.
public final class QualityBenchmark implements Benchmark {
    @Override
    public String name() {
        return "control";
    }

    @Override
    public String question() {
        return "How near do the optimizers come to the clairvoyant optimum, and how soon?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        QualitySettings quality = settings.quality();
        Double attackMinutes = quality.attackMinutes();
        if (attackMinutes != null) {
            return new WorldAttack(quality, progress).run(Duration.ofMillis(Math.round(60_000 * attackMinutes)));
        }
        List<FamilyResult> results = measure(quality, progress);
        if (quality.figures() != null) {
            QualityFigures.write(quality.figures(), results);
            progress.at("figures written to " + quality.figures());
        }
        if (quality.markdown() != null) {
            QualityMarkdown.write(quality.markdown(), quality, results);
            progress.at("tables written to " + quality.markdown());
        }
        return QualityReport.of(quality, results);
    }

    /// Runs everything that the journal does not have.
    static List<FamilyResult> measure(QualitySettings settings, Progress progress)
            throws BenchException, InterruptedException {
        Contestants contestants = Contestants.of(settings.optimizers(), new OptimizerRegistry());
        contestants.remarks().forEach(progress::at);
        List<Family> families = Families.of(settings);
        Countdown countdown = new Countdown(
                (long) families.size()
                        * settings.seeds().size()
                        * contestants.runs().size(),
                progress);
        Optima optima = new Optima();
        Map<Family, List<Future<SeedResult>>> pending = new LinkedHashMap<>();
        try (RunJournal journal = RunJournal.open(settings.journal(), settings.intervals(), settings.bounds());
                ExecutorService workers = Executors.newFixedThreadPool(settings.threads())) {
            for (Family family : families) {
                List<Future<SeedResult>> seeds = new ArrayList<>();
                for (long seed : settings.seeds()) {
                    SeedRuns runs = new SeedRuns(
                            family, seed, settings.intervals(), settings.bounds(), contestants, optima, journal);
                    seeds.add(workers.submit(() -> runs.run(countdown)));
                }
                pending.put(family, seeds);
            }
            List<FamilyResult> results = new ArrayList<>();
            for (Map.Entry<Family, List<Future<SeedResult>>> entry : pending.entrySet()) {
                List<SeedResult> seeds = new ArrayList<>();
                for (Future<SeedResult> seed : entry.getValue()) {
                    seeds.add(seed.get());
                }
                results.add(new FamilyResult(entry.getKey(), contestants.names(), seeds));
            }
            return results;
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a run failed, which is a defect", failed.getCause());
        } catch (IOException unusable) {
            throw new BenchException(
                    "the journal " + settings.journal() + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }
}
