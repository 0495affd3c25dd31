// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.view.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A plot of lines as an SVG file of its own, with a legend, for pages that have no style sheet.
public final class Figure {
    private static final int WIDTH = 760;
    private static final int PLOT_HEIGHT = 300;
    private static final int LEGEND_ROW = 20;
    private static final int PER_ROW = 3;

    /// Colours that differ in brightness too.
    private static final List<String> COLOURS = List.of(
            "#1b6ca8", "#d1495b", "#2e8b57", "#8a5aa8", "#c98b1d", "#4a4a4a", "#17a2a2", "#a0522d", "#e377c2",
            "#7f9a2f");

    private final LinePlot plot;
    private final String title;
    private final List<String> names = new ArrayList<>();

    /// @param title what it shows, in one line
    public Figure(String title, String xLabel, String yLabel) {
        this.title = title;
        this.plot = new LinePlot(xLabel, yLabel);
    }

    /// Makes the vertical axis reach at least this far.
    public Figure upTo(double value) {
        plot.upTo(value);
        return this;
    }

    /// Adds a line whose values belong to 1, 2, 3 and so on.
    public Figure add(String name, List<Double> values) {
        List<Double> xs = new ArrayList<>(values.size());
        for (int i = 1; i <= values.size(); i++) {
            xs.add((double) i);
        }
        return add(name, xs, values);
    }

    /// Adds a line through points.
    ///
    /// @param xs zero or more, rising
    /// @param ys as many as `xs`
    public Figure add(String name, List<Double> xs, List<Double> ys) {
        plot.add(new LinePlot.Line(name, "c" + names.size() % COLOURS.size(), xs, ys));
        names.add(name);
        return this;
    }

    /// Draws stairs instead of slopes.
    public Figure asSteps() {
        plot.asSteps();
        return this;
    }

    /// The file.
    public String toSvg() {
        int legendRows = Math.ceilDiv(names.size(), PER_ROW);
        int height = LEGEND_ROW * (legendRows + 1) + PLOT_HEIGHT;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<style>text{fill:#333}.grid{stroke:#ddd}.axis{stroke:#333}"
                        + "path{fill:none;stroke-width:1.8}",
                WIDTH,
                height));
        for (int c = 0; c < COLOURS.size(); c++) {
            svg.append(".c").append(c).append("{stroke:").append(COLOURS.get(c)).append('}');
        }
        svg.append("</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        svg.append(String.format(
                Locale.ROOT, "<text x=\"62\" y=\"15\" font-weight=\"bold\">%s</text>%n", Markup.escape(title)));
        for (int i = 0; i < names.size(); i++) {
            int x = 62 + (i % PER_ROW) * 230;
            int y = 15 + LEGEND_ROW * (1 + i / PER_ROW);
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"c%d\" d=\"M%d %dh22\"/><text x=\"%d\" y=\"%d\">%s</text>%n",
                    i % COLOURS.size(),
                    x,
                    y - 4,
                    x + 28,
                    y,
                    Markup.escape(names.get(i))));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<svg x=\"0\" y=\"%d\" width=\"%d\" height=\"%d\">%n%s</svg>%n</svg>%n",
                LEGEND_ROW * (legendRows + 1),
                WIDTH,
                PLOT_HEIGHT,
                plot.toSvg(title)));
        return svg.toString();
    }
}
