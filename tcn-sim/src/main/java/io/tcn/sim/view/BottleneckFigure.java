// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.PipeShare;
import io.tcn.core.throughput.ResourceShare;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A bottleneck structure as SVG: on the left the resources that limit pipes, the tightest on top; on the right the
/// pipes. A line leads from a resource to each pipe that it limits; a dashed one from a pipe to each resource that it
/// takes from without being limited there. It needs no other file.
public final class BottleneckFigure {
    private static final int WIDTH = 900;
    private static final int LEFT = 330;
    private static final int RIGHT = 600;
    private static final int TOP = 60;
    private static final int ROW = 17;

    private BottleneckFigure() {}

    /// @param title stands above it
    public static String of(String title, BottleneckStructure structure) {
        List<Integer> resources = IntStream.range(0, structure.resources().size())
                .filter(r -> !structure.resources().get(r).limits().isEmpty())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer r) -> structure.resources().get(r).levelBps()))
                .toList();
        List<Integer> pipes = IntStream.range(0, structure.pipes().size())
                .filter(i -> structure.pipes().get(i).connections() > 0)
                .boxed()
                .sorted(Comparator.comparingInt(
                        (Integer i) -> rank(resources, structure.pipes().get(i).bottleneck())))
                .toList();
        int rows = Math.max(1, Math.max(resources.size(), pipes.size()));
        int height = TOP + rows * ROW + 20;
        Map<Integer, Double> placeOfResource = places(resources, rows);
        Map<Integer, Double> placeOfPipe = places(pipes, rows);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n<style>text{fill:#333}path{fill:none;stroke:#1b6ca8;stroke-opacity:0.6}"
                        + ".feeds{stroke:#999;stroke-dasharray:3 3}</style>%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n"
                        + "<text x=\"20\" y=\"20\" font-weight=\"bold\" font-size=\"13\">%s</text>%n"
                        + "<text x=\"%d\" y=\"42\" text-anchor=\"end\">resource: used / capacity, per connection</text>"
                        + "<text x=\"%d\" y=\"42\">pipe: throughput with n connections</text>%n",
                WIDTH,
                height,
                Markup.escape(title),
                LEFT,
                RIGHT));
        placeOfPipe.forEach((pipe, y) -> {
            PipeShare share = structure.pipes().get(pipe);
            line(svg, "limits", placeOfResource.get(share.bottleneck()), y);
            share.feeds().forEach(resource -> line(svg, "feeds", placeOfResource.get(resource), y));
        });
        placeOfResource.forEach((resource, y) -> {
            ResourceShare share = structure.resources().get(resource);
            text(
                    svg,
                    LEFT - 4,
                    y,
                    "end",
                    share.name() + ": " + Units.rate(share.loadBps()) + " / " + Units.rate(share.capacityBps()) + ", "
                            + Units.rate(share.levelBps()));
        });
        placeOfPipe.forEach((pipe, y) -> {
            PipeShare share = structure.pipes().get(pipe);
            text(
                    svg,
                    RIGHT + 4,
                    y,
                    "start",
                    share.name() + ": " + Units.rate(share.throughputBps()) + ", n = "
                            + Units.number(share.connections())
                            + (share.limit() == PipeShare.Limit.OWN_CEILING ? " (its connections' ceiling)" : ""));
        });
        return svg.append("</svg>\n").toString();
    }

    private static int rank(List<Integer> resources, int resource) {
        int place = resources.indexOf(resource);
        return place < 0 ? resources.size() : place;
    }

    private static Map<Integer, Double> places(List<Integer> items, int rows) {
        Map<Integer, Double> places = new LinkedHashMap<>();
        for (int k = 0; k < items.size(); k++) {
            places.put(items.get(k), TOP + ROW * (k + 0.5) * rows / items.size());
        }
        return places;
    }

    private static void line(StringBuilder svg, String style, @Nullable Double from, double to) {
        if (from != null) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"%s\" d=\"M%d,%.1f C%d,%.1f %d,%.1f %d,%.1f\"/>%n",
                    style,
                    LEFT,
                    from,
                    (LEFT + RIGHT) / 2,
                    from,
                    (LEFT + RIGHT) / 2,
                    to,
                    RIGHT,
                    to));
        }
    }

    private static void text(StringBuilder svg, int x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                x,
                y + 4,
                anchor,
                Markup.escape(text)));
    }
}
