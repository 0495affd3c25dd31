// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.report.Comparison.OptimizerRuns;
import io.tcn.sim.run.CoflowRecord;
import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.view.Markup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// `report.html`: one file that needs nothing else, readable in light and dark. Plots over time show the first seed;
/// the table and the distribution of completion times show all of them.
public final class HtmlReport {
    private final Comparison comparison;
    private final List<UsePictures> pictures;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(Comparison comparison, List<UsePictures> pictures) {
        this.comparison = comparison;
        this.pictures = pictures;
    }

    /// The content of the file.
    public static byte[] of(Comparison comparison) {
        return of(comparison, UsePictures.of(comparison));
    }

    /// The content of the file.
    ///
    /// @param pictures one per optimizer
    static byte[] of(Comparison comparison, List<UsePictures> pictures) {
        return new HtmlReport(comparison, pictures).write().getBytes(StandardCharsets.UTF_8);
    }

    private String write() {
        String title = Markup.escape("TCN replay: " + comparison.scenario().name());
        html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(title)
                .append("</title>\n<style>\n")
                .append(Page.styleSheet())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n<p class=\"lead\">")
                .append(Markup.escape(comparison.scenario().describes()))
                .append(" &middot; topology ")
                .append(Markup.escape(comparison.scenario().topologyName()))
                .append(" &middot; ")
                .append(comparison.scenario().pipes().size())
                .append(" pipes &middot; seeds ")
                .append(Markup.escape(comparison.optimizers().getFirst().runs().stream()
                        .map(run -> Long.toString(run.seed()))
                        .toList()
                        .toString()
                        .replaceAll("[\\[\\]]", "")))
                .append("</p>\n");
        table();
        legend();
        overTime(
                "Throughput",
                "Gbit/s",
                interval -> interval.totalThroughputBps() / 1e9,
                "What all pipes moved together, per control interval.");
        overTime(
                "Utility",
                "Gbit/s",
                interval -> interval.utility() / 1e9,
                "a(T), usually the sum of the throughputs. The optimizers climb this number, less penalties.");
        overTime(
                "Link utilisation",
                "% of capacity",
                interval -> interval.utilisation() * 100,
                "Carried over capacity, averaged over the links on the way of busy pipes.");
        if (comparison.hasBounds()) {
            overTime(
                    "Violation of the bounds",
                    "% of the bound",
                    interval -> interval.worstViolation() * 100,
                    "The largest excess of a user over its bound on one link, as a part of that bound.");
        }
        connections();
        completionTimes();
        coflows();
        networkUse();
        settings();
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private void table() {
        OptimizerRuns first = comparison.optimizers().getFirst();
        html.append("<div class=\"scroll\"><table>\n<thead><tr><th>figure</th>");
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            html.append("<th>").append(Markup.escape(optimizer.name())).append("</th>");
            if (!optimizer.equals(first)) {
                html.append("<th>/ ").append(Markup.escape(first.name())).append("</th>");
            }
        }
        html.append("<th>bound</th></tr></thead>\n<tbody>\n");
        for (Metric metric : comparison.metrics()) {
            Spread reference = first.spread(metric);
            html.append("<tr><th>").append(metric.label());
            if (!metric.unit().isEmpty()) {
                html.append(" <small>").append(metric.unit()).append("</small>");
            }
            html.append("</th>");
            for (OptimizerRuns optimizer : comparison.optimizers()) {
                Spread spread = optimizer.spread(metric);
                html.append("<td>").append(metric.format(spread)).append("</td>");
                if (!optimizer.equals(first)) {
                    html.append("<td>")
                            .append(Metric.ratio(spread.median(), reference.median()))
                            .append("</td>");
                }
            }
            double bound = metric.idealOf(comparison.ideal());
            html.append("<td>")
                    .append(Double.isNaN(bound) ? "" : metric.format(bound))
                    .append("</td></tr>\n");
        }
        html.append("</tbody></table></div>\n<p class=\"caption\">Median over the seeds [least .. highest]. FCT: flow"
                + " completion time, from arrival to finish. Bound: nobody who keeps the users' bounds can do"
                + " better.</p>\n");
    }

    private void legend() {
        html.append("<p class=\"legend\">");
        for (int i = 0; i < comparison.optimizers().size(); i++) {
            html.append("<span><svg viewBox=\"0 0 24 6\"><path class=\"c")
                    .append(i)
                    .append("\" d=\"M0 3H24\"/></svg>")
                    .append(Markup.escape(comparison.optimizers().get(i).name()))
                    .append("</span>");
        }
        html.append("</p>\n");
    }

    private void figure(String title, String svg, String caption) {
        html.append("<figure>\n<h2>")
                .append(Markup.escape(title))
                .append("</h2>\n")
                .append(svg)
                .append("<figcaption>")
                .append(Markup.escape(caption))
                .append("</figcaption>\n</figure>\n");
    }

    private static List<Double> values(SimulationResult run, ToDoubleFunction<IntervalRecord> value) {
        return run.intervals().stream().map(value::applyAsDouble).toList();
    }

    private void overTime(String title, String unit, ToDoubleFunction<IntervalRecord> value, String caption) {
        LinePlot plot = new LinePlot("time / s", unit);
        for (int i = 0; i < comparison.optimizers().size(); i++) {
            OptimizerRuns optimizer = comparison.optimizers().get(i);
            SimulationResult run = optimizer.runs().getFirst();
            plot.add(new LinePlot.Line(
                    optimizer.name(), "c" + i, values(run, IntervalRecord::endSeconds), values(run, value)));
        }
        figure(title, plot.toSvg(title + " over time"), caption);
    }

    private void connections() {
        double highest = comparison.optimizers().stream()
                .flatMap(optimizer -> optimizer.runs().getFirst().intervals().stream())
                .flatMap(interval -> interval.connections().stream())
                .mapToInt(Integer::intValue)
                .max()
                .orElse(1);
        for (int i = 0; i < comparison.optimizers().size(); i++) {
            OptimizerRuns optimizer = comparison.optimizers().get(i);
            SimulationResult run = optimizer.runs().getFirst();
            List<Double> times = values(run, IntervalRecord::endSeconds);
            LinePlot plot = new LinePlot("time / s", "connections").upTo(highest);
            for (int p = 0; p < run.pipes().size(); p++) {
                int pipe = p;
                plot.add(new LinePlot.Line(
                        run.pipes().get(p).value(),
                        "thin c" + i,
                        times,
                        values(run, interval -> interval.connections().get(pipe))));
            }
            plot.add(new LinePlot.Line(
                    "mean of all pipes",
                    "c" + i,
                    times,
                    values(
                            run,
                            interval -> (double) interval.totalConnections()
                                    / run.pipes().size())));
            figure(
                    "Connections per pipe, " + optimizer.name(),
                    plot.toSvg("n of every pipe over time with " + optimizer.name()),
                    "n as decided: a thin line per pipe, the thick one is their mean. A pipe without work keeps its n.");
        }
    }

    private void completionTimes() {
        LinePlot plot = new LinePlot("flow completion time / s", "% of the transfers")
                .asSteps()
                .upTo(100);
        boolean any = false;
        for (int i = 0; i < comparison.optimizers().size(); i++) {
            OptimizerRuns optimizer = comparison.optimizers().get(i);
            Map.Entry<List<Double>, List<Double>> line = Distribution.of(optimizer.runs());
            if (line.getKey().size() < 2) {
                continue;
            }
            any = true;
            plot.add(new LinePlot.Line(optimizer.name(), "c" + i, line.getKey(), line.getValue()));
        }
        if (any) {
            figure(
                    "Completion times",
                    plot.toSvg("Distribution of the flow completion times"),
                    "Part of the transfers, of all seeds, that have finished within a time. Further left is better.");
        }
    }

    private void coflows() {
        boolean due = comparison.optimizers().stream()
                .flatMap(optimizer -> optimizer.runs().getFirst().coflows().stream())
                .anyMatch(coflow -> coflow.deadlineSeconds() != null);
        List<List<String>> rows = new ArrayList<>();
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            for (CoflowRecord coflow : optimizer.runs().getFirst().coflows()) {
                List<String> row = new ArrayList<>(List.of(
                        coflow.name(),
                        optimizer.name(),
                        Long.toString(coflow.transfers()),
                        Metric.FCT_MAX.format(coflow.completionSeconds().orElse(Double.NaN))));
                if (due) {
                    row.add(deadline(coflow));
                }
                rows.add(row);
            }
        }
        if (!rows.isEmpty()) {
            List<String> heads =
                    new ArrayList<>(List.of("coflow", "optimizer", "transfers", "first arrival to last finish / s"));
            if (due) {
                heads.add("deadline");
            }
            html.append("<h2>Coflows, first seed</h2>\n").append(new Table(heads, rows, 2).toHtml());
        }
    }

    private static String deadline(CoflowRecord coflow) {
        Boolean inTime = coflow.isInTime();
        return inTime == null ? "none" : inTime ? "met" : "missed";
    }

    private void networkUse() {
        for (int i = 0; i < pictures.size(); i++) {
            String name = comparison.optimizers().get(i).name();
            picture(
                    "Use of the links, " + name,
                    pictures.get(i).map(),
                    "Mean over the run: green idle, red full, grey unused; the busier direction.");
            picture(
                    "Bottleneck structure, " + name,
                    pictures.get(i).bottlenecks(),
                    "At the last moment at which most pipes are busy: which resource limits which pipe, and (dashed)"
                            + " what else it uses.");
        }
    }

    private void picture(String title, String svg, String caption) {
        figure(title, Page.image(svg, title), caption);
    }

    private void settings() {
        html.append("<h2>Settings</h2>\n<div class=\"scroll\"><table class=\"settings\">\n<tbody>\n");
        SettingsText.of(comparison).forEach(this::setting);
        comparison.optimizers().forEach(optimizer -> setting(optimizer.name(), optimizer.settings()));
        if (comparison.settings().controls()) {
            comparison
                    .scenario()
                    .controls()
                    .forEach(control -> setting("bound of " + control.user(), control.toString()));
        }
        html.append("</tbody></table></div>\n<p class=\"caption\">")
                .append(Markup.escape(
                        "The simulator is a fluid model: weighted max-min rates over connections, a ceiling"
                                + " per connection, and throughput deterioration C(N) = max(0, C - d max(0, N - n0)), with d such"
                                + " that a resource has lost the stated part of its capacity when every pipe of the scenario that"
                                + " uses it has the reference number of connections. It leaves out ramp-up, cost per file, loss"
                                + " and noise."))
                .append("</p>\n");
    }

    private void setting(String name, Object value) {
        html.append("<tr><th>")
                .append(Markup.escape(name))
                .append("</th><td>")
                .append(Markup.escape(value.toString()))
                .append("</td></tr>\n");
    }
}
