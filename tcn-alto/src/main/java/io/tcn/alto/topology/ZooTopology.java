// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map of the Topology Zoo as a topology. Zoo maps leave most things open; they are completed by these rules:
///
/// - Every node is a router with a site of its own, nodes of other networks too.
/// - An edge without `LinkSpeedRaw` gets the median of the file, or 10 Gbit/s if no edge has one.
/// - Edges between the same nodes are united to one link with the sum of their capacities; loops are left out.
/// - A node without coordinates gets the mean of its neighbours that have some, in rounds, until nothing changes.
/// - The delay of a link is the great circle x 1.4 / 200 km per ms, at least 0.05 ms.
/// - A name is the label with `-` for what names may not hold; a label that is empty or `None` becomes `node-
///   ID`, one that several nodes have gets `-ID` behind it.
///
/// JGraphT's importers were tried and not taken: the one for GML refuses the edge ids of Zoo files and brings an
/// ANTLR that does not agree with Hibernate's, the one for GraphML follows external entities.
///
/// @param topology the network
/// @param completion what was completed
public record ZooTopology(Topology topology, Completion completion) {
    static final double LEAST_DELAY_MS = 0.05;

    private static final double DEFAULT_GBPS = 10;
    private static final double BPS_PER_GBPS = 1e9;
    private static final double EARTH_RADIUS_KM = 6371;
    private static final double DETOUR = 1.4;
    private static final double KM_PER_MS = 200;

    /// Two ends of a link, the node that comes first in the file first.
    private record Ends(int a, int b) {}

    /// Reads GML.
    public static ZooTopology ofGml(String text, String fallbackName) throws UnreadableGraphException {
        return of(new GmlReader(text).read(), fallbackName);
    }

    /// Reads GraphML.
    public static ZooTopology ofGraphMl(String text, String fallbackName) throws UnreadableGraphException {
        return of(new GraphMlReader(text).read(), fallbackName);
    }

    private static ZooTopology of(ZooGraph graph, String fallbackName) {
        int count = graph.nodes().size();
        Map<String, Integer> index = new HashMap<>();
        graph.nodes().forEach(node -> index.put(node.id(), index.size()));
        List<String> names = names(graph);
        double[] speeds = graph.edges().stream()
                .map(ZooGraph.Edge::speedBps)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double usualGbps = speeds.length == 0 ? DEFAULT_GBPS : median(speeds) / BPS_PER_GBPS;
        Map<Ends, Double> capacities = new LinkedHashMap<>();
        int loops = 0;
        int united = 0;
        int completed = 0;
        for (ZooGraph.Edge edge : graph.edges()) {
            int a = index.getOrDefault(edge.source(), -1);
            int b = index.getOrDefault(edge.target(), -1);
            if (a == b) {
                loops++;
                continue;
            }
            completed += edge.speedBps() == null ? 1 : 0;
            double gbps = edge.speedBps() == null ? usualGbps : edge.speedBps() / BPS_PER_GBPS;
            Ends ends = new Ends(Math.min(a, b), Math.max(a, b));
            united += capacities.containsKey(ends) ? 1 : 0;
            capacities.merge(ends, gbps, Double::sum);
        }
        @Nullable Place[] places = places(graph, capacities);
        List<Topology.Node> nodes = new ArrayList<>();
        int placed = 0;
        int unplaced = 0;
        for (int i = 0; i < count; i++) {
            Place place = places[i];
            placed += place != null && graph.nodes().get(i).lat() == null ? 1 : 0;
            unplaced += place == null ? 1 : 0;
            nodes.add(new Topology.Node(
                    names.get(i), "router", place == null ? null : place.lat(), place == null ? null : place.lon()));
        }
        List<Topology.Link> links = new ArrayList<>();
        double[] attached = new double[count];
        capacities.forEach((ends, gbps) -> {
            attached[ends.a()] += gbps;
            attached[ends.b()] += gbps;
            links.add(new Topology.Link(
                    names.get(ends.a()) + "--" + names.get(ends.b()),
                    names.get(ends.a()),
                    names.get(ends.b()),
                    gbps,
                    delayMs(places[ends.a()], places[ends.b()]),
                    null));
        });
        List<Topology.Site> sites = new ArrayList<>();
        int external = 0;
        int mended = 0;
        for (int i = 0; i < count; i++) {
            ZooGraph.Node node = graph.nodes().get(i);
            external += node.isExternal() ? 1 : 0;
            mended += names.get(i).equals(node.label()) ? 0 : 1;
            // A node without links reaches nobody; its capacity is not known.
            Double capacity = attached[i] > 0 ? (Double) attached[i] : null;
            sites.add(new Topology.Site(names.get(i), node.label(), List.of(names.get(i)), capacity, null, null));
        }
        return new ZooTopology(
                new Topology(graph.name() == null ? fallbackName : graph.name(), nodes, links, sites),
                new Completion(
                        links.size(),
                        completed,
                        usualGbps,
                        speeds.length > 0,
                        placed,
                        unplaced,
                        mended,
                        united,
                        loops,
                        external));
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static List<String> names(ZooGraph graph) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> uses = new HashMap<>();
        for (ZooGraph.Node node : graph.nodes()) {
            String label = node.label() == null ? "" : node.label().strip();
            String clean = label.replaceAll("[^\\p{L}\\p{N}._+=~@-]+", "-");
            String name = clean.matches("-*|None")
                    ? "node-" + tame(node.id())
                    : clean.substring(0, Math.min(clean.length(), 100));
            names.add(name);
            uses.merge(name.toLowerCase(Locale.ROOT), 1, Integer::sum);
        }
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            String number = "-" + tame(graph.nodes().get(i).id());
            if (uses.getOrDefault(name.toLowerCase(Locale.ROOT), 0) > 1) {
                name += number;
            }
            while (!taken.add(name.toLowerCase(Locale.ROOT))) {
                name += number;
            }
            names.set(i, name);
        }
        return names;
    }

    private static String tame(String id) {
        String clean = id.replaceAll("[^\\p{L}\\p{N}._-]+", "-");
        return clean.substring(0, Math.min(clean.length(), 40));
    }

    private record Place(double lat, double lon) {}

    private static @Nullable Place[] places(ZooGraph graph, Map<Ends, Double> links) {
        @Nullable Place[] places = new Place[graph.nodes().size()];
        for (int i = 0; i < places.length; i++) {
            ZooGraph.Node node = graph.nodes().get(i);
            places[i] = node.lat() == null || node.lon() == null ? null : new Place(node.lat(), node.lon());
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            // A round looks at what the rounds before it have placed, so the order of the nodes does not matter.
            @Nullable Place[] before = Arrays.copyOf(places, places.length);
            double[][] sums = new double[places.length][3];
            for (Ends ends : links.keySet()) {
                add(sums[ends.a()], before[ends.b()]);
                add(sums[ends.b()], before[ends.a()]);
            }
            for (int i = 0; i < places.length; i++) {
                if (before[i] == null && sums[i][2] > 0) {
                    places[i] = new Place(sums[i][0] / sums[i][2], sums[i][1] / sums[i][2]);
                    changed = true;
                }
            }
        }
        return places;
    }

    private static void add(double[] sums, @Nullable Place place) {
        if (place != null) {
            sums[0] += place.lat();
            sums[1] += place.lon();
            sums[2]++;
        }
    }

    /// Haversine formula for the great circle.
    private static double delayMs(@Nullable Place from, @Nullable Place to) {
        if (from == null || to == null) {
            return LEAST_DELAY_MS;
        }
        double dLat = Math.toRadians(to.lat() - from.lat());
        double dLon = Math.toRadians(to.lon() - from.lon());
        double h = Math.pow(Math.sin(dLat / 2), 2)
                + Math.cos(Math.toRadians(from.lat()))
                        * Math.cos(Math.toRadians(to.lat()))
                        * Math.pow(Math.sin(dLon / 2), 2);
        double km = 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
        return Math.max(LEAST_DELAY_MS, km * DETOUR / KM_PER_MS);
    }
}
