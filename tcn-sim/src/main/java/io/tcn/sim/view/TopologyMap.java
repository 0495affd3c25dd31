// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/// A map of a topology as SVG: nodes where they are, links as wide as they are fast, and the pipes of a scenario
/// as arrows. Nodes without a place stand in a row below the others. It needs no other file.
public final class TopologyMap {
    private static final double WIDTH = 1200;
    private static final double MARGIN = 70;
    private static final double MAX_HEIGHT = 1000;

    private record Point(double x, double y) {}

    private final StringBuilder svg = new StringBuilder();
    private final Topology topology;
    private final ToDoubleFunction<Topology.Link> use;
    private final Map<String, Point> places = new HashMap<>();
    private double height;

    private TopologyMap(Topology topology, ToDoubleFunction<Topology.Link> use) {
        this.topology = topology;
        this.use = use;
        place();
    }

    /// @param title stands above the map
    /// @param pipes drawn as arrows between their sites; may be empty
    public static String of(String title, Topology topology, List<Scenario.PipeSpec> pipes) {
        return new TopologyMap(topology, link -> Double.NaN).draw(title, pipes);
    }

    /// A map whose links are coloured by use: green for idle, red for full, grey for unused.
    ///
    /// @param title stands above the map
    /// @param use of a link: carried over capacity, 0 to 1; NaN for one that nobody uses
    public static String ofUse(String title, Topology topology, ToDoubleFunction<Topology.Link> use) {
        return new TopologyMap(topology, use).draw(title, List.of());
    }

    /// Equirectangular, true at the middle latitude.
    private void place() {
        double west = Double.POSITIVE_INFINITY;
        double east = Double.NEGATIVE_INFINITY;
        double south = Double.POSITIVE_INFINITY;
        double north = Double.NEGATIVE_INFINITY;
        List<Topology.Node> unplaced = new ArrayList<>();
        for (Topology.Node node : topology.nodes()) {
            if (node.lat() == null || node.lon() == null) {
                unplaced.add(node);
            } else {
                west = Math.min(west, node.lon());
                east = Math.max(east, node.lon());
                south = Math.min(south, node.lat());
                north = Math.max(north, node.lat());
            }
        }
        double inner = WIDTH - 2 * MARGIN;
        double stretch = Math.cos(Math.toRadians((north + south) / 2));
        double scale = east > west ? inner / ((east - west) * stretch) : 1;
        if (north > south && (north - south) * scale > MAX_HEIGHT) {
            scale = MAX_HEIGHT / (north - south);
        }
        height = 2 * MARGIN + (north > south ? (north - south) * scale : 0);
        for (Topology.Node node : topology.nodes()) {
            if (node.lat() != null && node.lon() != null) {
                places.put(
                        node.id(),
                        new Point(
                                MARGIN + (node.lon() - west) * stretch * scale,
                                MARGIN + 20 + (north - node.lat()) * scale));
            }
        }
        for (int i = 0; i < unplaced.size(); i++) {
            int perRow = 12;
            places.put(
                    unplaced.get(i).id(),
                    new Point(
                            MARGIN + (i % perRow + 0.5) * inner / Math.min(perRow, unplaced.size()),
                            height + 50.0 * Math.floorDiv(i, perRow)));
        }
        height += unplaced.isEmpty() ? 20 : 50.0 * Math.ceilDiv(unplaced.size(), 12) + 20;
    }

    private String draw(String title, List<Scenario.PipeSpec> pipes) {
        svg.append(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="11">
                <title>%s</title>
                <style>
                .back { fill: #ffffff } text { fill: #222222 } .link { stroke: #7f9bb3; fill: none; stroke-linecap: round }
                .router { fill: #50667a } .site { fill: #b3541e } .pipe { stroke: #b3541e; stroke-opacity: 0.45; fill: none }
                .halo { stroke: #ffffff; stroke-width: 3px }
                @media (prefers-color-scheme: dark) {
                .back { fill: #16191d } text { fill: #e4e6e8 } .link { stroke: #56708a } .router { fill: #a9bccd }
                .site, .pipe { fill: none } .site { fill: #f0965c } .pipe { stroke: #f0965c } .halo { stroke: #16191d } }
                </style>
                <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0,0 L8,4 L0,8 z" fill="#b3541e" fill-opacity="0.7"/></marker></defs>
                <rect class="back" width="100%%" height="100%%"/>
                <text x="%.0f" y="30" font-size="17">%s</text>
                """, WIDTH, height, Markup.escape(title), MARGIN, Markup.escape(title)));
        double most = topology.links().stream()
                .mapToDouble(Topology.Link::capacityGbps)
                .max()
                .orElse(1);
        for (Topology.Link link : topology.links()) {
            line(link, most);
        }
        pipes.stream().limit(2000).forEach(this::arrow);
        nodes();
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.0f\" y=\"%.0f\">%d nodes, %d links; the widest has %s%s</text>\n</svg>\n",
                MARGIN,
                height - 12,
                topology.nodes().size(),
                topology.links().size(),
                Units.rate(most * 1e9),
                pipes.isEmpty() ? "" : "; arrows: " + pipes.size() + " pipes"));
        return svg.toString();
    }

    private Point at(String node) {
        return places.getOrDefault(node, new Point(MARGIN, MARGIN));
    }

    private void line(Topology.Link link, double most) {
        Point a = at(link.a());
        Point b = at(link.b());
        // A hundred times the capacity is ten times the width.
        double width = Math.max(0.8, 9 * Math.sqrt(link.capacityGbps() / most));
        double used = use.applyAsDouble(link);
        svg.append(String.format(
                Locale.ROOT,
                "<path class=\"link\" stroke-width=\"%.2f\"%s d=\"M%.1f,%.1f L%.1f,%.1f\"><title>%s: %s%s%s</title></path>\n",
                width,
                Double.isNaN(used) ? "" : colour(used),
                a.x(),
                a.y(),
                b.x(),
                b.y(),
                Markup.escape(link.id()),
                Units.rate(link.capacityGbps() * 1e9),
                link.latencyMs() == null ? "" : ", " + Units.number(link.latencyMs()) + " ms",
                Double.isNaN(used) ? "" : String.format(Locale.ROOT, ", used to %.0f %%", 100 * used)));
    }

    /// From green over yellow to red, equally bright.
    private static String colour(double used) {
        double part = Math.clamp(used, 0.0, 1.0);
        int red = (int) Math.round(200 * Math.min(1, 2 * part));
        int green = (int) Math.round(160 * Math.min(1, 2 * (1 - part)));
        return String.format(Locale.ROOT, " style=\"stroke:#%02x%02x20\"", red, green);
    }

    private void arrow(Scenario.PipeSpec pipe) {
        Point a = at(routerOf(pipe.from()));
        Point b = at(routerOf(pipe.to()));
        // Bent to one side, so that both directions can be seen.
        double bendX = (a.x() + b.x()) / 2 + (b.y() - a.y()) * 0.12;
        double bendY = (a.y() + b.y()) / 2 - (b.x() - a.x()) * 0.12;
        svg.append(String.format(
                Locale.ROOT,
                "<path class=\"pipe\" marker-end=\"url(#tip)\" d=\"M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f\">"
                        + "<title>%s</title></path>\n",
                a.x(),
                a.y(),
                bendX,
                bendY,
                b.x(),
                b.y(),
                Markup.escape(pipe.id() + ": " + pipe.from() + " to " + pipe.to() + ", user " + pipe.user())));
    }

    private String routerOf(String site) {
        return topology.allSites().stream()
                .filter(known -> known.id().equals(site))
                .map(known -> known.routers().getFirst())
                .findFirst()
                .orElse(site);
    }

    private void nodes() {
        Map<String, String> siteAt = new HashMap<>();
        topology.allSites().forEach(site -> siteAt.putIfAbsent(site.routers().getFirst(), site.id()));
        Set<String> labelled = new HashSet<>();
        for (Topology.Node node : topology.nodes()) {
            Point place = at(node.id());
            String site = siteAt.get(node.id());
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>%s</title></circle>\n",
                    site == null ? "router" : "site",
                    place.x(),
                    place.y(),
                    site == null ? "2.5" : "4.5",
                    Markup.escape(node.id())));
            // Several nodes of one town stand on one another: the first that is a site has the name.
            if (site != null && labelled.add(Math.round(place.x() / 30) + " " + Math.round(place.y() / 10))) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<text class=\"halo\" x=\"%1$.1f\" y=\"%2$.1f\">%3$s</text>"
                                + "<text x=\"%1$.1f\" y=\"%2$.1f\">%3$s</text>\n",
                        place.x() + 6,
                        place.y() - 5,
                        Markup.escape(site)));
            }
        }
    }
}
