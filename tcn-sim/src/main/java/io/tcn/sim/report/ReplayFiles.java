// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.report.Comparison.OptimizerRuns;
import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.TransferRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Everything that a replay writes: `result.json`, `report.html`, tables as CSV and figures as SVG files. Nothing in
/// them depends on the clock, the machine or the number of threads.
public final class ReplayFiles {
    private final Comparison comparison;
    private final SortedMap<String, byte[]> files = new TreeMap<>();

    private ReplayFiles(Comparison comparison) {
        this.comparison = comparison;
    }

    /// The files by name.
    public static SortedMap<String, byte[]> of(Comparison comparison) {
        ReplayFiles made = new ReplayFiles(comparison);
        made.files.put("result.json", ResultJson.of(comparison));
        List<UsePictures> pictures = UsePictures.of(comparison);
        made.files.put("report.html", HtmlReport.of(comparison, pictures));
        made.put("summary.csv", made.summary().toCsv());
        made.put("transfers.csv", made.transfers().toCsv());
        made.put("intervals.csv", made.intervals().toCsv());
        made.overTime(
                "throughput.svg", "Throughput of all pipes", "Gbit/s", interval -> interval.totalThroughputBps() / 1e9);
        made.overTime("utility.svg", "Utility", "a(T) / 1e9", interval -> interval.utility() / 1e9);
        made.overTime("connections.svg", "Connections of all pipes", "n", IntervalRecord::totalConnections);
        made.overTime("utilisation.svg", "Link utilisation", "%", interval -> interval.utilisation() * 100);
        if (comparison.hasBounds()) {
            made.overTime(
                    "violation.svg", "Worst violation of a bound", "%", interval -> interval.worstViolation() * 100);
        }
        made.completions();
        for (int i = 0; i < pictures.size(); i++) {
            String name = comparison.optimizers().get(i).name();
            made.put("map-" + name + ".svg", pictures.get(i).map());
            made.put("bottlenecks-" + name + ".svg", pictures.get(i).bottlenecks());
        }
        return made.files;
    }

    private void put(String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String number(@Nullable Double value) {
        if (value == null || Double.isNaN(value)) {
            return "";
        }
        return Math.rint(value) == value && Math.abs(value) < 1e15
                ? Long.toString(value.longValue())
                : Double.toString(value);
    }

    /// One row per optimizer and seed.
    private Table summary() {
        List<String> header = new ArrayList<>(List.of("optimizer", "seed"));
        for (Metric metric : Metric.values()) {
            header.add(metric.key());
        }
        List<List<String>> rows = new ArrayList<>();
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            for (SimulationResult run : optimizer.runs()) {
                List<String> row = new ArrayList<>(List.of(optimizer.name(), Long.toString(run.seed())));
                for (Metric metric : Metric.values()) {
                    row.add(number(metric.valueOf(run.summary())));
                }
                rows.add(row);
            }
        }
        return new Table(header, rows, 2);
    }

    /// One row per transfer of each run; none for runs with so many that only their distribution is kept.
    private Table transfers() {
        List<List<String>> rows = new ArrayList<>();
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            for (SimulationResult run : optimizer.runs()) {
                for (TransferRecord transfer : run.transfers()) {
                    rows.add(List.of(
                            optimizer.name(),
                            Long.toString(run.seed()),
                            transfer.name(),
                            transfer.pipe().value(),
                            Long.toString(transfer.sizeBytes()),
                            transfer.state().name(),
                            number(transfer.arrivalSeconds()),
                            number(transfer.startSeconds()),
                            number(transfer.finishSeconds())));
                }
            }
        }
        return new Table(
                List.of(
                        "optimizer",
                        "seed",
                        "transfer",
                        "pipe",
                        "bytes",
                        "state",
                        "arrivalSeconds",
                        "startSeconds",
                        "finishSeconds"),
                rows,
                4);
    }

    /// One row per interval, or per point of a long run, of the first seed.
    private Table intervals() {
        List<List<String>> rows = new ArrayList<>();
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            for (IntervalRecord interval : optimizer.runs().getFirst().intervals()) {
                rows.add(List.of(
                        optimizer.name(),
                        number(interval.endSeconds()),
                        number(interval.lengthSeconds()),
                        number(interval.totalThroughputBps()),
                        number(interval.utility()),
                        number(interval.objective()),
                        number(interval.worstViolation()),
                        number(interval.utilisation()),
                        Integer.toString(interval.totalConnections()),
                        number(interval.totalActiveConnections()),
                        Integer.toString(interval.busyPipes()),
                        Integer.toString(interval.queuedTransfers())));
            }
        }
        return new Table(
                List.of(
                        "optimizer",
                        "endSeconds",
                        "lengthSeconds",
                        "throughputBps",
                        "utility",
                        "objective",
                        "worstViolation",
                        "utilisation",
                        "connections",
                        "activeConnections",
                        "busyPipes",
                        "queued"),
                rows,
                1);
    }

    private void overTime(String file, String title, String unit, ToDoubleFunction<IntervalRecord> value) {
        Figure figure = new Figure(title, "time / s", unit);
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            List<IntervalRecord> intervals = optimizer.runs().getFirst().intervals();
            figure.add(
                    optimizer.name(),
                    intervals.stream().map(IntervalRecord::endSeconds).toList(),
                    intervals.stream().map(value::applyAsDouble).toList());
        }
        put(file, figure.toSvg());
    }

    private void completions() {
        Figure figure = new Figure("Completion times, all seeds", "flow completion time / s", "% of the transfers")
                .asSteps()
                .upTo(100);
        boolean any = false;
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            Map.Entry<List<Double>, List<Double>> line = Distribution.of(optimizer.runs());
            if (line.getKey().size() > 1) {
                any = true;
                figure.add(optimizer.name(), line.getKey(), line.getValue());
            }
        }
        if (any) {
            put("fct.svg", figure.toSvg());
        }
    }
}
