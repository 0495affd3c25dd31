// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.page.Lines.ResourceLine;
import io.tcn.api.page.Picture.Line;
import io.tcn.api.page.Picture.Point;
import io.tcn.core.model.Resource;
import io.tcn.core.topology.LinkResources;
import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The network map as a drawing: nodes where they are if the topology knows it, else on a circle; each link as thick as
/// its capacity is large, one line for each direction, coloured by its use. Without a topology the resources that have
/// a name of the form `A>B` are drawn as links.
final class NetworkPicture {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 620;
    private static final int MARGIN = 90;
    private static final int MOST_LINKS = 2000;
    private static final int MOST_LABELS = 60;
    private static final int MOST_LETTERS = 24;
    private static final double TWO_WAYS = 3;

    private record Place(double x, double y) {}

    /// A link in one direction.
    private record Way(String from, String to, ResourceLine line) {}

    private NetworkPicture() {}

    static Picture of(Optional<Topology> topology, List<ResourceLine> resources) {
        Map<String, ResourceLine> byName = new HashMap<>();
        for (ResourceLine line : resources) {
            byName.put(line.resource().id().value(), line);
            byName.put(line.name(), line);
        }
        List<Way> ways = new ArrayList<>();
        Map<String, Place> places = new HashMap<>();
        List<String> nodes = new ArrayList<>();
        Set<String> sites = new HashSet<>();
        if (topology.isPresent()) {
            Topology network = topology.get();
            network.nodes().forEach(node -> nodes.add(node.id()));
            network.allSites().forEach(site -> sites.addAll(site.routers()));
            for (Topology.Link link : network.links()) {
                add(
                        ways,
                        link.a(),
                        link.b(),
                        byName.get(LinkResources.forward(link).value()));
                add(
                        ways,
                        link.b(),
                        link.a(),
                        byName.get(LinkResources.backward(link).value()));
            }
            places.putAll(onEarth(network.nodes()));
        } else {
            for (ResourceLine line : resources) {
                String[] ends = line.name().replaceFirst("^link:", "").split(">", 2);
                if (line.resource().kind() == Resource.Kind.LINK && ends.length == 2) {
                    add(ways, ends[0], ends[1], line);
                    for (String end : ends) {
                        if (!nodes.contains(end) && nodes.size() < MOST_LINKS) {
                            nodes.add(end);
                        }
                    }
                }
            }
        }
        onCircle(nodes, places);
        return picture(ways, nodes, sites, places);
    }

    private static void add(List<Way> ways, String from, String to, @Nullable ResourceLine line) {
        if (line != null && ways.size() < MOST_LINKS) {
            ways.add(new Way(from, to, line));
        }
    }

    /// Equirectangular, true at the middle latitude; empty unless the place of every node is known.
    private static Map<String, Place> onEarth(List<Topology.Node> nodes) {
        double west = Double.POSITIVE_INFINITY;
        double east = Double.NEGATIVE_INFINITY;
        double south = Double.POSITIVE_INFINITY;
        double north = Double.NEGATIVE_INFINITY;
        for (Topology.Node node : nodes) {
            Double lat = node.lat();
            Double lon = node.lon();
            if (lat == null || lon == null) {
                return Map.of();
            }
            west = Math.min(west, lon);
            east = Math.max(east, lon);
            south = Math.min(south, lat);
            north = Math.max(north, lat);
        }
        if (!(east > west) || !(north > south)) {
            return Map.of();
        }
        double shrink = Math.max(0.1, Math.cos(Math.toRadians((south + north) / 2)));
        double scale =
                Math.min((WIDTH - 2 * MARGIN) / ((east - west) * shrink), (HEIGHT - 2.0 * MARGIN) / (north - south));
        Map<String, Place> places = new HashMap<>();
        for (Topology.Node node : nodes) {
            double lon = node.lon() == null ? west : node.lon();
            double lat = node.lat() == null ? south : node.lat();
            double offset = (WIDTH - (east - west) * shrink * scale) / 2;
            places.put(node.id(), new Place(offset + (lon - west) * shrink * scale, MARGIN + (north - lat) * scale));
        }
        return places;
    }

    private static void onCircle(List<String> nodes, Map<String, Place> places) {
        List<String> left =
                nodes.stream().filter(node -> !places.containsKey(node)).toList();
        for (int i = 0; i < left.size(); i++) {
            double angle = 2 * Math.PI * i / left.size() - Math.PI / 2;
            places.put(
                    left.get(i),
                    new Place(
                            WIDTH / 2.0 + (WIDTH / 2.0 - 2 * MARGIN) * Math.cos(angle),
                            HEIGHT / 2.0 + (HEIGHT / 2.0 - MARGIN / 1.5) * Math.sin(angle)));
        }
    }

    private static Picture picture(List<Way> ways, List<String> nodes, Set<String> sites, Map<String, Place> places) {
        List<Line> lines = new ArrayList<>();
        for (Way way : ways) {
            Place from = places.get(way.from());
            Place to = places.get(way.to());
            if (from != null && to != null) {
                lines.add(line(way, from, to));
            }
        }
        List<Point> points = new ArrayList<>();
        boolean withLabels = nodes.size() <= MOST_LABELS;
        for (String node : nodes) {
            Place place = places.get(node);
            if (place != null) {
                boolean isSite = sites.contains(node);
                points.add(new Point(
                        round(place.x()),
                        round(place.y()),
                        isSite ? 6 : 4,
                        isSite ? "site" : "router",
                        withLabels ? cut(node) : "",
                        place.x() > WIDTH * 0.7 || place.y() < HEIGHT * 0.3
                                ? "start"
                                : place.x() < WIDTH * 0.3 ? "end" : "middle",
                        node,
                        null));
            }
        }
        String words = nodes.isEmpty()
                ? "No link of the network is known: pipes use their storages only."
                : nodes.size() + " nodes, " + lines.size()
                        + " links, one for each direction. Thickness: capacity. Green: below 60 % used, yellow: below"
                        + " 90 %, red: above, grey: unused or of unknown capacity. Click a link to see who uses it.";
        return new Picture(WIDTH, nodes.isEmpty() ? 40 : HEIGHT, lines, points, words);
    }

    /// Both directions lie side by side.
    private static Line line(Way way, Place from, Place to) {
        double length = Math.max(1, Math.hypot(to.x() - from.x(), to.y() - from.y()));
        double aside = TWO_WAYS;
        double dx = -(to.y() - from.y()) / length * aside;
        double dy = (to.x() - from.x()) / length * aside;
        Double share = way.line().share();
        String css = share == null || way.line().usedBps() <= 0
                ? "use-none"
                : share >= 0.9 ? "use-high" : share >= 0.6 ? "use-mid" : "use-low";
        Double capacity = way.line().resource().capacityBps();
        double thickness = capacity == null ? 1.5 : Math.clamp(Math.log10(Math.max(capacity, 1)) - 7.5, 1.5, 6);
        String title = way.from() + " to " + way.to() + ": "
                + Unit.BPS.of(way.line().usedBps()) + " of " + Unit.BPS.of(capacity);
        return new Line(
                round(from.x() + dx),
                round(from.y() + dy),
                round(to.x() + dx),
                round(to.y() + dy),
                css,
                round(thickness),
                title,
                Urls.resource(way.line().resource().id()));
    }

    private static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private static String cut(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "\u2026";
    }
}
