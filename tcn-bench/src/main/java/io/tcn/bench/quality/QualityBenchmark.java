// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.core.topology.Topology;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/// How good the control loop is: families of scenarios on ESnet6, several seeds each, every optimizer against the
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
        List<FamilyResult> results = measure(quality, progress);
        if (quality.figures() != null) {
            QualityFigures.write(quality.figures(), results);
            progress.at("figures written to " + quality.figures());
        }
        return QualityReport.of(quality, results);
    }

    /// Runs everything.
    static List<FamilyResult> measure(QualitySettings settings, Progress progress)
            throws BenchException, InterruptedException {
        Topology topology;
        try {
            topology = new ScenarioReader().readTopology("esnet6-2026");
        } catch (InvalidScenarioException missing) {
            throw new BenchException("the topology of ESnet6 cannot be read: " + missing.getMessage(), missing);
        }
        Contestants contestants = Contestants.of(settings.optimizers(), new OptimizerRegistry());
        contestants.remarks().forEach(progress::at);
        List<Family> families = settings.chosen();
        Countdown countdown = new Countdown(
                (long) families.size()
                        * settings.seeds().size()
                        * contestants.runs().size(),
                progress);
        Optima optima = new Optima();
        Map<Family, List<Future<SeedResult>>> pending = new LinkedHashMap<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(settings.threads())) {
            for (Family family : families) {
                List<Future<SeedResult>> seeds = new ArrayList<>();
                for (long seed : settings.seeds()) {
                    seeds.add(workers.submit(() ->
                            measure(family, seed, topology, contestants, optima, settings.intervals(), countdown)));
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
        }
    }

    private static SeedResult measure(
            Family family,
            long seed,
            Topology topology,
            Contestants contestants,
            Optima optima,
            int intervals,
            Countdown countdown) {
        World world = family.world(topology, seed, intervals);
        double[] optimumBps = new double[intervals];
        double[] ceilingBps = new double[intervals];
        double[] connections = new double[intervals];
        double excess = 0;
        for (int k = 0; k < intervals; k++) {
            Optimum optimum = optima.of(family, seed, world, k + 1);
            optimumBps[k] = optimum.totalBps();
            ceilingBps[k] = optimum.ceilingBps();
            connections[k] = optimum.totalConnections();
            excess = Math.max(excess, optimum.excess());
        }
        int changeAfter = Optional.ofNullable(world.change())
                .map(World.Change::afterInterval)
                .orElse(0);
        Map<String, RunFigures> figures = new LinkedHashMap<>();
        IntFunction<Optimum> optimumOfInterval = interval -> optima.of(family, seed, world, interval);
        contestants.runs().forEach((name, contestant) -> {
            Trace trace = new QualityRun(
                            world,
                            random -> contestant.create(world, optimumOfInterval, random),
                            family.has(Family.Trait.FILES) ? Backlog.FILES : contestants.backlogOf(name),
                            seed,
                            intervals)
                    .run();
            figures.put(
                    name,
                    RunFigures.of(
                            trace,
                            optimumBps,
                            connections,
                            changeAfter,
                            !world.bounds().isEmpty()));
            countdown.done();
        });
        return new SeedResult(seed, mean(optimumBps), mean(ceilingBps), mean(connections), excess, figures);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
