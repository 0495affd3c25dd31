// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.QualitySettings;
import io.tcn.bench.baseline.AimdTuner;
import io.tcn.bench.baseline.ConstantOptimizer;
import io.tcn.bench.baseline.PerPipeOptimizer;
import io.tcn.bench.report.Figure;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.falcon.FalconPipeTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.falcon.GradientDescentSearch;
import io.tcn.core.optimizer.fts.FtsOptimizerFactory;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.HyperParameters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/// What users see: how long files take that come by themselves, by utility and control interval, beside FTS at
/// its own 60 s. The evidence for the default utility; see docs/benchmarks/control.md.
public final class ArrivalBenchmark implements Benchmark {
    private static final List<Integer> INTERVALS = List.of(10, 30, 60);
    private static final List<String> UTILITIES = List.of("sum", "proportional", "alpha-fair:2", "max-min");

    /// Half an hour would end before the longest files of slow pipes have come and gone.
    private static final Duration ARRIVALS = Duration.ofHours(2);

    private static final Duration QUICK = Duration.ofMinutes(30);
    private static final List<Long> SEEDS = List.of(1L, 2L, 3L);

    static final WorldTraits TRAITS = WorldTraits.parse("knee=150,loss=0.003,hidden=0.33,noise=0.05");

    /// Makes an optimizer for a run.
    @FunctionalInterface
    private interface Law {
        Optimizer create(RandomGenerator random);
    }

    /// A row of the table.
    private record Row(String name, int intervalSeconds, List<ArrivalRun.Figures> runs) {
        double median(ToDoubleFunction<ArrivalRun.Figures> value) {
            return Percentiles.of(runs.stream().mapToDouble(value).toArray()).median();
        }
    }

    @Override
    public String name() {
        return "arrivals";
    }

    @Override
    public String question() {
        return "How long do files take that come by themselves, by utility and control interval?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        QualitySettings quality = settings.quality();
        List<Long> seeds = quality.seeds().equals(QualitySettings.DEFAULT.seeds()) ? SEEDS : quality.seeds();
        return measure(seeds, settings.quick() ? QUICK : ARRIVALS, quality.threads(), progress);
    }

    static BenchResult measure(List<Long> seeds, Duration arrivals, int threads, Progress progress)
            throws InterruptedException {
        Map<String, Law> laws = laws();
        Countdown countdown = new Countdown((long) laws.size() * INTERVALS.size() * seeds.size(), progress);
        List<Row> rows = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            Map<Row, List<Future<ArrivalRun.Figures>>> pending = new LinkedHashMap<>();
            for (int interval : INTERVALS) {
                laws.forEach((name, law) -> {
                    List<Future<ArrivalRun.Figures>> runs = new ArrayList<>();
                    for (long seed : seeds) {
                        runs.add(workers.submit(() -> run(law, interval, arrivals, seed, countdown)));
                    }
                    pending.put(new Row(name, interval, List.of()), runs);
                });
            }
            for (Map.Entry<Row, List<Future<ArrivalRun.Figures>>> entry : pending.entrySet()) {
                List<ArrivalRun.Figures> done = new ArrayList<>();
                for (Future<ArrivalRun.Figures> run : entry.getValue()) {
                    done.add(run.get());
                }
                rows.add(new Row(entry.getKey().name(), entry.getKey().intervalSeconds(), done));
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a run failed, which is a defect", failed.getCause());
        }
        return report(seeds, rows);
    }

    private static Map<String, Law> laws() {
        Map<String, Law> laws = new LinkedHashMap<>();
        for (String optimizer : List.of("tcn", "tcn-learned")) {
            for (String utility : UTILITIES) {
                OptimizerRegistry registry = new OptimizerRegistry(Utilities.byName(utility), HyperParameters.USUAL);
                laws.put(
                        optimizer + ", " + utility,
                        random ->
                                registry.find(optimizer).orElseThrow().factory().create(random));
            }
        }
        FtsOptimizerFactory fts = new FtsOptimizerFactory(FtsOptimizerSettings.DEFAULT, new SumUtility());
        laws.put("fts at its own 60 s", fts::create);
        OptimizerRegistry usual = new OptimizerRegistry(new SumUtility(), HyperParameters.USUAL);
        for (String name : List.of("fts-model", "tcn-zero")) {
            laws.put(name, random -> usual.find(name).orElseThrow().factory().create(random));
        }
        laws.put("aimd", random -> new PerPipeOptimizer(AimdTuner::new));
        laws.put(
                "falcon",
                random -> new TunerPerPipe(
                        () -> new FalconPipeTuner(new GradientDescentSearch(), FalconUtility.usual()),
                        new SumUtility()));
        laws.put("const-16", random -> new ConstantOptimizer(16));
        laws.put("const-64", random -> new ConstantOptimizer(64));
        return laws;
    }

    private static ArrivalRun.Figures run(
            Law law, int intervalSeconds, Duration arrivals, long seed, Countdown countdown) {
        World world = WorldGenerator.generate(TRAITS, seed, 0);
        Optimizer optimizer = law.create(new SplittableRandom(seed));
        ArrivalRun.Figures figures =
                new ArrivalRun(world, optimizer, Duration.ofSeconds(intervalSeconds), arrivals, seed).run();
        countdown.done();
        return figures;
    }

    private static BenchResult report(List<Long> seeds, List<Row> rows) {
        List<Figure> figures = new ArrayList<>();
        List<String> table = new ArrayList<>();
        List<Object> details = new ArrayList<>();
        table.add("medians over seeds " + seeds + "; completion in s from arrival to end");
        table.add("");
        table.add("| interval | optimizer, utility | mean s | p95 s | not finished % | delivered % |");
        table.add("|---:|---|---:|---:|---:|---:|");
        for (Row row : rows) {
            String what = row.name() + " every " + row.intervalSeconds() + " s";
            double mean = row.median(ArrivalRun.Figures::meanSeconds);
            double p95 = row.median(ArrivalRun.Figures::p95Seconds);
            figures.add(Figure.of(what + ": mean completion", mean, "s"));
            figures.add(Figure.of(what + ": p95 of completion", p95, "s"));
            table.add(String.format(
                    Locale.ROOT,
                    "| %d | %s | %.1f | %.0f | %.1f | %.1f |",
                    row.intervalSeconds(),
                    row.name(),
                    mean,
                    p95,
                    100 * row.median(ArrivalRun.Figures::unfinished),
                    100 * row.median(ArrivalRun.Figures::delivered)));
            for (int k = 0; k < seeds.size(); k++) {
                ArrivalRun.Figures run = row.runs().get(k);
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("optimizer", row.name());
                json.put("intervalSeconds", row.intervalSeconds());
                json.put("seed", seeds.get(k));
                json.put("files", run.files());
                json.put("meanSeconds", run.meanSeconds());
                json.put("p95Seconds", run.p95Seconds());
                json.put("unfinished", run.unfinished());
                json.put("delivered", run.delivered());
                details.add(json);
            }
        }
        return new BenchResult(figures, table, Map.of("world", TRAITS.toString(), "runs", details));
    }
}
