// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.report.Comparison.OptimizerRuns;
import io.tcn.sim.run.CoflowRecord;
import io.tcn.sim.run.CompletionSummary;
import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.TransferRecord;
import io.tcn.sim.scenario.ClockTimes;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Span;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `result.json`, schema 1; described in docs/replay.md. Keys are sorted, numbers have nine significant digits, and
/// nothing in it depends on the clock or the machine: same input, same bytes.
public final class ResultJson {
    private static final int SCHEMA = 1;

    /// Longer series are averaged over as many intervals as it takes: a file that nobody can open helps nobody.
    private static final int MAX_POINTS = 1000;
    private static final MathContext DIGITS = new MathContext(9);

    private ResultJson() {}

    /// The content of the file.
    public static byte[] of(Comparison comparison) {
        JsonMapper mapper = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .defaultPrettyPrinter(new CompactPrinter())
                .build();
        Map<String, @Nullable Object> root = new TreeMap<>();
        root.put("kind", "tcn-replay");
        root.put("schema", SCHEMA);
        root.put("scenario", scenario(comparison.scenario()));
        root.put("settings", SettingsText.of(comparison));
        root.put("bound", bound(comparison.ideal()));
        root.put(
                "optimizers",
                comparison.optimizers().stream().map(ResultJson::optimizer).toList());
        return mapper.writeValueAsBytes(root);
    }

    /// By figure what nobody can beat; figures of which nothing is known are left out.
    private static Map<String, @Nullable Object> bound(Ideal ideal) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            double value = metric.idealOf(ideal);
            if (!Double.isNaN(value)) {
                json.put(metric.key(), number(value));
            }
        }
        return json;
    }

    private static Map<String, @Nullable Object> scenario(Scenario scenario) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("name", scenario.name());
        json.put("describes", scenario.describes());
        json.put("topology", scenario.topologyName());
        json.put("transfers", scenario.expectedTransfers());
        json.put(
                "infiniteBacklog",
                scenario.infiniteBacklog().stream().map(PipeId::value).toList());
        List<Object> pipes = new ArrayList<>();
        for (Scenario.PipeSpec pipe : scenario.pipes()) {
            pipes.add(new TreeMap<>(Map.of(
                    "id",
                    pipe.id().value(),
                    "src",
                    pipe.from(),
                    "dst",
                    pipe.to(),
                    "user",
                    pipe.user().value())));
        }
        json.put("pipes", pipes);
        List<Object> controls = new ArrayList<>();
        scenario.controls().forEach(control -> controls.add(control(control)));
        scenario.details().timedControls().forEach(timed -> {
            Map<String, @Nullable Object> entry = control(timed.control());
            switch (timed.times()) {
                case Span span -> {
                    entry.put("fromSeconds", span.fromNanos() / 1e9);
                    if (span.untilNanos() < Long.MAX_VALUE) {
                        entry.put("untilSeconds", span.untilNanos() / 1e9);
                    }
                }
                case ClockTimes clock -> {
                    entry.put("startsAt", clock.start().toString());
                    entry.put("when", clock.timetable().inWords());
                }
            }
            controls.add(entry);
        });
        json.put("resourceControls", controls);
        return json;
    }

    private static Map<String, @Nullable Object> control(ResourceControl control) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("user", control.user().value());
        json.put("resources", control.resourceSet().value());
        switch (control) {
            case Bound bound -> {
                switch (bound.limit()) {
                    case Bound.CapacityShare share -> json.put("share", share.share());
                    case Bound.Rate rate -> json.put("boundGbps", number(rate.maxBps() / 1e9));
                }
            }
            case Guarantee guarantee -> json.put("guaranteeGbps", number(guarantee.minBps() / 1e9));
            case RelativeWeight weight -> json.put("weight", number(weight.weight()));
        }
        return json;
    }

    private static Map<String, @Nullable Object> optimizer(OptimizerRuns optimizer) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("name", optimizer.name());
        json.put("settings", optimizer.settings());
        Map<String, Object> summary = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            Spread spread = optimizer.spread(metric);
            Map<String, @Nullable Object> figures = new TreeMap<>();
            figures.put("median", number(spread.median()));
            figures.put("min", number(spread.min()));
            figures.put("max", number(spread.max()));
            summary.put(metric.key(), figures);
        }
        json.put("summary", summary);
        List<Object> runs = new ArrayList<>();
        for (SimulationResult run : optimizer.runs()) {
            runs.add(run(run, run.equals(optimizer.runs().getFirst())));
        }
        json.put("runs", runs);
        return json;
    }

    private static Map<String, @Nullable Object> run(SimulationResult run, boolean withPipes) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("seed", run.seed());
        json.put("endSeconds", number(run.endSeconds()));
        json.put("movedBytes", run.movedBytes());
        json.put("events", run.events());
        Map<String, @Nullable Object> summary = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            summary.put(metric.key(), number(metric.valueOf(run.summary())));
        }
        json.put("summary", summary);
        json.put("transfers", run.transfers().stream().map(ResultJson::transfer).toList());
        json.put("completions", completions(run.completions()));
        json.put("coflows", run.coflows().stream().map(ResultJson::coflow).toList());
        json.put("intervals", intervals(run));
        if (withPipes) {
            json.put("pipes", pipes(run));
        }
        return json;
    }

    private static Map<String, @Nullable Object> completions(CompletionSummary completions) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("finished", completions.finished());
        json.put("unfinished", completions.unfinished());
        json.put("meanSeconds", number(completions.meanSeconds()));
        json.put("p50Seconds", number(completions.p50Seconds()));
        json.put("p90Seconds", number(completions.p90Seconds()));
        json.put("p99Seconds", number(completions.p99Seconds()));
        json.put("maxSeconds", number(completions.maxSeconds()));
        json.put("exact", completions.isExact());
        return json;
    }

    private static Map<String, @Nullable Object> coflow(CoflowRecord coflow) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("name", coflow.name());
        json.put("transfers", coflow.transfers());
        json.put("bytes", coflow.bytes());
        json.put("arrivalSeconds", number(coflow.arrivalSeconds()));
        json.put("finishSeconds", coflow.finishSeconds() == null ? null : number(coflow.finishSeconds()));
        json.put("completionSeconds", number(coflow.completionSeconds().orElse(Double.NaN)));
        json.put("deadlineSeconds", coflow.deadlineSeconds() == null ? null : number(coflow.deadlineSeconds()));
        json.put("inTime", coflow.isInTime());
        json.put("lateSinceSeconds", coflow.lateSinceSeconds() == null ? null : number(coflow.lateSinceSeconds()));
        return json;
    }

    private static Map<String, @Nullable Object> transfer(TransferRecord transfer) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("id", transfer.name());
        json.put("pipe", transfer.pipe().value());
        json.put("bytes", transfer.sizeBytes());
        json.put("state", transfer.state().name());
        json.put("arrivalSeconds", number(transfer.arrivalSeconds()));
        json.put("startSeconds", transfer.startSeconds() == null ? null : number(transfer.startSeconds()));
        json.put("finishSeconds", transfer.finishSeconds() == null ? null : number(transfer.finishSeconds()));
        return json;
    }

    private static Map<String, Object> intervals(SimulationResult run) {
        Map<String, Object> json = new TreeMap<>();
        json.put("intervalsPerPoint", intervalsPerPoint(run) * run.intervalsPerPoint());
        json.put("endSeconds", ends(run));
        json.put("throughputGbps", series(run, interval -> interval.totalThroughputBps() / 1e9));
        json.put("utilityGbps", series(run, interval -> interval.utility() / 1e9));
        json.put("objectiveGbps", series(run, interval -> interval.objective() / 1e9));
        json.put("violationPercent", series(run, interval -> interval.violation() * 100));
        json.put("worstViolationPercent", series(run, interval -> interval.worstViolation() * 100));
        json.put("utilisationPercent", series(run, interval -> interval.utilisation() * 100));
        json.put("connections", series(run, IntervalRecord::totalConnections));
        json.put("activeConnections", series(run, IntervalRecord::totalActiveConnections));
        json.put("queued", series(run, IntervalRecord::queuedTransfers));
        return json;
    }

    private static Map<String, Object> pipes(SimulationResult run) {
        Map<String, Object> json = new TreeMap<>();
        for (int i = 0; i < run.pipes().size(); i++) {
            int pipe = i;
            Map<String, Object> one = new TreeMap<>();
            one.put(
                    "throughputGbps",
                    series(run, interval -> interval.throughputBps().get(pipe) / 1e9));
            one.put(
                    "connections",
                    series(run, interval -> interval.connections().get(pipe)));
            one.put(
                    "activeConnections",
                    series(run, interval -> interval.activeConnections().get(pipe)));
            json.put(run.pipes().get(i).value(), one);
        }
        return json;
    }

    private static int intervalsPerPoint(SimulationResult run) {
        return Math.max(1, Math.ceilDiv(run.intervals().size(), MAX_POINTS));
    }

    private static List<@Nullable Object> series(SimulationResult run, ToDoubleFunction<IntervalRecord> value) {
        int stride = intervalsPerPoint(run);
        List<@Nullable Object> series = new ArrayList<>();
        for (int from = 0; from < run.intervals().size(); from += stride) {
            List<IntervalRecord> point = run.intervals()
                    .subList(from, Math.min(from + stride, run.intervals().size()));
            double sum = 0;
            for (IntervalRecord interval : point) {
                sum += value.applyAsDouble(interval);
            }
            series.add(number(sum / point.size()));
        }
        return series;
    }

    private static List<@Nullable Object> ends(SimulationResult run) {
        int stride = intervalsPerPoint(run);
        List<@Nullable Object> ends = new ArrayList<>();
        for (int from = 0; from < run.intervals().size(); from += stride) {
            int last = Math.min(from + stride, run.intervals().size()) - 1;
            ends.add(number(run.intervals().get(last).endSeconds()));
        }
        return ends;
    }

    /// JSON has no NaN: no value is null. Whole numbers are written without a point.
    private static @Nullable Object number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return null;
        }
        double rounded = new BigDecimal(value).round(DIGITS).doubleValue();
        boolean whole = Math.rint(rounded) == rounded && Math.abs(rounded) < 1e15;
        return whole ? (Object) (long) rounded : (Object) rounded;
    }
}
