// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.view.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A plot of lines as inline SVG. Colours come from the page's style sheet (classes `c0`, `c1`, ...), so that one
/// picture serves light and dark.
final class LinePlot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 300;
    private static final int LEFT = 62;
    private static final int RIGHT = 30;
    private static final int TOP = 12;
    private static final int BOTTOM = 44;

    /// Points beyond this many are averaged: more cannot be seen.
    private static final int MAX_POINTS = 400;

    /// A line.
    ///
    /// @param name what it shows; for the tool tip
    /// @param style class of the style sheet
    /// @param xs rising
    /// @param ys as many as `xs`
    record Line(String name, String style, List<Double> xs, List<Double> ys) {
        Line {
            xs = List.copyOf(xs);
            ys = List.copyOf(ys);
        }
    }

    private final String xLabel;
    private final String yLabel;
    private final List<Line> lines = new ArrayList<>();
    private boolean steps;
    private double yMax;

    LinePlot(String xLabel, String yLabel) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    LinePlot add(Line line) {
        lines.add(line);
        return this;
    }

    /// Draws stairs instead of slopes.
    LinePlot asSteps() {
        steps = true;
        return this;
    }

    /// Makes the vertical axis reach at least this far.
    LinePlot upTo(double value) {
        yMax = Math.max(yMax, value);
        return this;
    }

    /// The picture.
    ///
    /// @param description what it shows, for those who cannot see it
    String toSvg(String description) {
        double xHigh = 0;
        double yHigh = yMax;
        for (Line line : lines) {
            for (double x : line.xs()) {
                xHigh = Math.max(xHigh, x);
            }
            for (double y : line.ys()) {
                yHigh = Math.max(yHigh, y);
            }
        }
        Axis xAxis = Axis.upTo(xHigh);
        Axis yAxis = Axis.upTo(yHigh);
        StringBuilder svg = new StringBuilder();
        svg.append("<svg viewBox=\"0 0 ")
                .append(WIDTH)
                .append(' ')
                .append(HEIGHT)
                .append("\" role=\"img\" aria-label=\"")
                .append(Markup.escape(description))
                .append("\">\n");
        for (double tick : yAxis.ticks()) {
            double y = yOf(tick, yAxis);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\""
                            + " text-anchor=\"end\">%s</text>\n",
                    LEFT,
                    WIDTH - RIGHT,
                    y,
                    y,
                    LEFT - 8,
                    y + 4,
                    yAxis.label(tick)));
        }
        for (double tick : xAxis.ticks()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    xOf(tick, xAxis),
                    HEIGHT - BOTTOM + 18,
                    xAxis.label(tick)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n",
                LEFT,
                WIDTH - RIGHT,
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 6,
                Markup.escape(xLabel)));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"label\" transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
                (TOP + HEIGHT - BOTTOM) / 2,
                Markup.escape(yLabel)));
        for (Line line : lines) {
            svg.append("<path class=\"").append(line.style()).append("\" d=\"");
            appendPath(svg, thinned(line), xAxis, yAxis);
            svg.append("\"><title>").append(Markup.escape(line.name())).append("</title></path>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private void appendPath(StringBuilder svg, Line line, Axis xAxis, Axis yAxis) {
        for (int i = 0; i < line.xs().size(); i++) {
            double x = xOf(line.xs().get(i), xAxis);
            double y = yOf(line.ys().get(i), yAxis);
            if (i == 0) {
                svg.append(String.format(Locale.ROOT, "M%.1f %.1f", x, y));
            } else if (steps) {
                svg.append(String.format(Locale.ROOT, "H%.1fV%.1f", x, y));
            } else {
                svg.append(String.format(Locale.ROOT, "L%.1f %.1f", x, y));
            }
        }
    }

    private static Line thinned(Line line) {
        int size = line.xs().size();
        if (size <= MAX_POINTS) {
            return line;
        }
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (int bin = 0; bin < MAX_POINTS; bin++) {
            int from = (int) ((long) bin * size / MAX_POINTS);
            int to = (int) ((long) (bin + 1) * size / MAX_POINTS);
            // to > from, because there are more points than bins.
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += line.ys().get(i);
            }
            xs.add(line.xs().get(to - 1));
            ys.add(sum / (to - from));
        }
        return new Line(line.name(), line.style(), xs, ys);
    }

    private static double xOf(double value, Axis axis) {
        return LEFT + value / axis.high() * (WIDTH - LEFT - RIGHT);
    }

    private static double yOf(double value, Axis axis) {
        return HEIGHT - BOTTOM - value / axis.high() * (HEIGHT - TOP - BOTTOM);
    }

    /// An axis from zero to a round number.
    private record Axis(double high, double step) {
        static Axis upTo(double value) {
            if (!(value > 0)) {
                return new Axis(1, 0.5);
            }
            double rough = value / 5;
            double magnitude = Math.pow(10, Math.floor(Math.log10(rough)));
            double step = magnitude * 10;
            for (double nice : new double[] {1, 2, 2.5, 5}) {
                if (nice * magnitude >= rough) {
                    step = nice * magnitude;
                    break;
                }
            }
            return new Axis(Math.ceil(value / step - 1e-9) * step, step);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
                ticks.add(i * step);
            }
            return ticks;
        }

        String label(double tick) {
            if (step >= 1) {
                return String.format(Locale.ROOT, "%,.0f", tick);
            }
            int decimals = Math.max(1, (int) Math.ceil(-Math.log10(step) + (step < 0.3 ? 0.1 : 0)));
            return String.format(Locale.ROOT, "%." + Math.min(6, decimals) + "f", tick);
        }
    }
}
