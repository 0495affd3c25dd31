// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.tuners;

import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import io.tcn.study.tuning.BestStatic;
import io.tcn.study.tuning.Testbed;
import io.tcn.study.tuning.Testbeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/// Tuners of the literature, the rules that they were compared with, and TCN, each on every testbed of the
/// papers: one job alone for five minutes, and three competing ones that join one after the other.
///
/// All are measured against the best setting that never changes, of files at a time, streams and files ahead,
/// found by trying all. Figures are medians over seeds; over testbeds, means.
public final class TunersBenchmark implements Benchmark {
    private static final int SECONDS = 300;
    private static final int COMPETING_SECONDS = 450;
    private static final int SEEDS = 10;
    private static final int QUICK_SEEDS = 2;

    /// One with each sort of bottleneck: link, reading, writing.
    private static final List<Testbed> SHARED =
            List.of(Testbeds.EMULAB, Testbeds.XSEDE, Testbeds.HPCLAB, Testbeds.ESNET);

    @Override
    public String name() {
        return "tuners";
    }

    @Override
    public String question() {
        return "How near do tuners of transfer jobs come to the best static setting, how soon, and how fairly?";
    }

    /// What one contender did.
    ///
    /// @param name who
    /// @param share mean over testbeds of the median share of the best static setting
    /// @param least the least of those shares
    /// @param leastAt where
    /// @param reached on how many testbeds 90 % was reached in half of the runs or more
    /// @param seconds median of the times to 90 % on those
    /// @param connections mean over testbeds of open connections, over those of the best static setting
    /// @param loss mean loss
    /// @param together the share of three competing jobs
    /// @param jain their fairness, the least over testbeds
    /// @param lossTogether their loss
    private record Row(
            String name,
            double share,
            double least,
            String leastAt,
            int reached,
            double seconds,
            double connections,
            double loss,
            double together,
            double jain,
            double lossTogether) {}

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) {
        int seeds = settings.quick() ? QUICK_SEEDS : SEEDS;
        Map<String, BestStatic.Best> best = new LinkedHashMap<>();
        for (Testbed testbed : Testbeds.ALL) {
            best.put(testbed.name(), BestStatic.ofAll(testbed, Contender.files()));
        }
        progress.at("the best static setting of " + best.size() + " testbeds is found");
        List<Row> rows = new ArrayList<>();
        List<Object> details = new ArrayList<>();
        List<Contender> contenders = Contender.all();
        for (Contender contender : contenders) {
            rows.add(row(contender, best, seeds, details));
            progress.at(rows.size() + " of " + contenders.size() + ": " + contender.name());
        }
        return report(rows, best, seeds, details);
    }

    private static Row row(Contender contender, Map<String, BestStatic.Best> best, int seeds, List<Object> details) {
        double share = 0;
        double least = Double.POSITIVE_INFINITY;
        String leastAt = "";
        List<Double> times = new ArrayList<>();
        double connections = 0;
        double loss = 0;
        for (Testbed testbed : Testbeds.ALL) {
            BestStatic.Best known = best.getOrDefault(testbed.name(), BestStatic.NONE);
            List<TunerFigures> runs = LongStream.rangeClosed(1, seeds)
                    .mapToObj(seed -> TunerFigures.alone(contender, testbed, known.throughputBps(), SECONDS, seed))
                    .toList();
            double own = median(runs, TunerFigures::share);
            double seconds = median(runs, figures -> orNever(figures.secondsTo90()));
            double used = median(runs, TunerFigures::connections);
            share += own / Testbeds.ALL.size();
            if (own < least) {
                least = own;
                leastAt = testbed.name();
            }
            if (!Double.isInfinite(seconds)) {
                times.add(seconds);
            }
            connections += used / known.tuning().connections() / Testbeds.ALL.size();
            loss += median(runs, TunerFigures::loss) / Testbeds.ALL.size();
            Map<String, Object> detail = new LinkedHashMap<>();
            detail.put("tuner", contender.name());
            detail.put("testbed", testbed.name());
            detail.put("shareOfBest", own);
            detail.put("secondsTo90", Double.isInfinite(seconds) ? "never" : seconds);
            detail.put("connections", used);
            details.add(detail);
        }
        double together = 0;
        double jain = 1;
        double lossTogether = 0;
        for (Testbed testbed : SHARED) {
            BestStatic.Best known = best.getOrDefault(testbed.name(), BestStatic.NONE);
            List<TunerFigures> runs = LongStream.rangeClosed(1, seeds)
                    .mapToObj(seed ->
                            TunerFigures.competing(contender, testbed, known.throughputBps(), COMPETING_SECONDS, seed))
                    .toList();
            together += median(runs, TunerFigures::share) / SHARED.size();
            jain = Math.min(jain, median(runs, TunerFigures::jain));
            lossTogether += median(runs, TunerFigures::loss) / SHARED.size();
        }
        double middle = times.isEmpty()
                ? Double.NaN
                : Median.of(times.stream().mapToDouble(Double::doubleValue).toArray());
        return new Row(
                contender.name(),
                share,
                least,
                leastAt,
                times.size(),
                middle,
                connections,
                loss,
                together,
                jain,
                lossTogether);
    }

    private static double orNever(double seconds) {
        return Double.isNaN(seconds) ? Double.POSITIVE_INFINITY : seconds;
    }

    /// Reads one figure of a run.
    @FunctionalInterface
    private interface Reading {
        double of(TunerFigures figures);
    }

    private static double median(List<TunerFigures> runs, Reading reading) {
        return Median.of(runs.stream().mapToDouble(reading::of).toArray());
    }

    private static BenchResult report(
            List<Row> rows, Map<String, BestStatic.Best> best, int seeds, List<Object> details) {
        List<Figure> figures = new ArrayList<>();
        List<String> table = new ArrayList<>();
        table.add("one job of 1 GB files on " + Testbeds.ALL.size() + " testbeds for " + SECONDS
                + " s; three competing jobs on " + SHARED.size() + " for " + COMPETING_SECONDS + " s; medians over "
                + seeds + " seeds");
        table.add("");
        table.add("| tuner | over best static | least, where | testbeds with 90 % | median s to 90 % | connections over"
                + " best static's | loss % | three jobs: over best static | Jain, least | loss % |");
        table.add("|---|---:|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Row row : rows) {
            table.add(String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f %s | %d | %s | %.2f | %.2f | %.2f | %.2f | %.2f |",
                    row.name(),
                    row.share(),
                    row.least(),
                    row.leastAt(),
                    row.reached(),
                    Double.isNaN(row.seconds()) ? "never" : String.format(Locale.ROOT, "%.0f", row.seconds()),
                    row.connections(),
                    100 * row.loss(),
                    row.together(),
                    row.jain(),
                    100 * row.lossTogether()));
            figures.add(Figure.of(row.name() + ": mean throughput over best static", row.share(), ""));
            figures.add(Figure.of(row.name() + ": testbeds with 90 %", row.reached(), ""));
            if (!Double.isNaN(row.seconds())) {
                figures.add(Figure.of(row.name() + ": median time to 90 %", row.seconds(), "s"));
            }
            figures.add(Figure.of(row.name() + ": connections over best static's", row.connections(), ""));
            figures.add(Figure.of(row.name() + ": three jobs, throughput over best static", row.together(), ""));
            figures.add(Figure.of(row.name() + ": three jobs, Jain, least", row.jain(), ""));
        }
        Map<String, Object> statics = new LinkedHashMap<>();
        best.forEach((testbed, found) -> statics.put(
                testbed,
                Map.of(
                        "files", found.tuning().concurrency(),
                        "streams", found.tuning().parallelism(),
                        "ahead", found.tuning().pipelining(),
                        "throughputBps", found.throughputBps())));
        return new BenchResult(figures, table, Map.of("bestStatic", statics, "runs", details));
    }
}
