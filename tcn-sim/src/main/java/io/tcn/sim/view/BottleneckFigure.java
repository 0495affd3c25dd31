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

/// A bottleneck structure as SVG: on the left the resources that limit pipes, the tightest on top, and below them what
/// holds the connections of pipes whose connections each carry as much as one can; on the right the pipes. A line leads
/// from a resource to each pipe that it limits, one of long dashes from what holds connections to each pipe that has
/// them; one of short dashes from a pipe to each resource that it takes from without being limited there. It needs no
/// other file.
public final class BottleneckFigure {
    private static final int WIDTH = 1000;
    private static final int LEFT = 420;
    private static final int RIGHT = 690;
    private static final int TOP = 60;
    private static final int ROW = 17;

    private BottleneckFigure() {}

    /// @param title stands above it
    /// @param heldBy what holds the connections of each pipe, in words
    public static String of(String title, BottleneckStructure structure, List<String> heldBy) {
        List<Integer> resources = IntStream.range(0, structure.resources().size())
                .filter(r -> !structure.resources().get(r).limits().isEmpty())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        (Integer r) -> structure.resources().get(r).levelBps()))
                .toList();
        List<Integer> busy = IntStream.range(0, structure.pipes().size())
                .filter(i -> structure.pipes().get(i).connections() > 0)
                .boxed()
                .toList();
        List<String> holders = busy.stream()
                .filter(i -> structure.pipes().get(i).limit() == PipeShare.Limit.OWN_CEILING)
                .map(heldBy::get)
                .distinct()
                .sorted()
                .toList();
        List<Integer> pipes = busy.stream()
                .sorted(Comparator.comparingInt((Integer i) ->
                                rank(resources, structure.pipes().get(i).bottleneck()))
                        .thenComparing(heldBy::get))
                .toList();
        int left = resources.size() + holders.size();
        int rows = Math.max(1, Math.max(left, pipes.size()));
        int height = TOP + rows * ROW + 20;
        Map<Integer, Double> placeOfResource = places(resources, 0, left, rows);
        Map<String, Double> placeOfHolder = places(holders, resources.size(), left, rows);
        Map<Integer, Double> placeOfPipe = places(pipes, 0, pipes.size(), rows);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n<style>text{fill:#333}path{fill:none;stroke:#1b6ca8;stroke-opacity:0.6}"
                        + ".feeds{stroke:#999;stroke-dasharray:3 3}.holds{stroke-dasharray:9 4}</style>%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n"
                        + "<text x=\"20\" y=\"20\" font-weight=\"bold\" font-size=\"13\">%s</text>%n"
                        + "<text x=\"%d\" y=\"42\" text-anchor=\"end\">resource: used / capacity, per connection; what holds n</text>"
                        + "<text x=\"%d\" y=\"42\">pipe: throughput with n connections</text>%n",
                WIDTH,
                height,
                Markup.escape(title),
                LEFT,
                RIGHT));
        placeOfPipe.forEach((pipe, y) -> {
            PipeShare share = structure.pipes().get(pipe);
            line(svg, "limits", placeOfResource.get(share.bottleneck()), y);
            if (share.limit() == PipeShare.Limit.OWN_CEILING) {
                line(svg, "holds", placeOfHolder.get(heldBy.get(pipe)), y);
            }
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
        placeOfHolder.forEach((holder, y) -> text(svg, LEFT - 4, y, "end", holder));
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

    /// @param before how many stand above these on the same side
    /// @param all how many stand on that side
    private static <T> Map<T, Double> places(List<T> items, int before, int all, int rows) {
        Map<T, Double> places = new LinkedHashMap<>();
        for (int k = 0; k < items.size(); k++) {
            places.put(items.get(k), TOP + ROW * (before + k + 0.5) * rows / all);
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
