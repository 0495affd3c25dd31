// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A graph as a file of the Topology Zoo gives it, before anything is completed.
///
/// @param name the network's name in the file, null if it gives none
/// @param nodes its nodes, in the order of the file
/// @param edges its edges, in the order of the file; both ends are among the nodes
record ZooGraph(@Nullable String name, List<Node> nodes, List<Edge> edges) {
    ZooGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /// A place.
    ///
    /// @param id its number or word in the file
    /// @param label its name for people, null or empty if it has none
    /// @param lat latitude in degrees, null if the file does not say
    /// @param lon longitude in degrees, null if the file does not say
    /// @param isExternal whether the file says that it belongs to another network
    record Node(
            String id,
            @Nullable String label,
            @Nullable Double lat,
            @Nullable Double lon,
            boolean isExternal) {}

    /// A connection of two places.
    ///
    /// @param speedBps its speed in bit/s, null if the file does not say
    record Edge(String source, String target, @Nullable Double speedBps) {}

    /// Gathers nodes and edges and refuses what cannot be. Mutable; used by one reader.
    static final class Builder {
        private static final int MAX_NODES = 10_000;
        private static final int MAX_EDGES = 100_000;

        private @Nullable String name;
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final List<Edge> edges = new ArrayList<>();
        private final List<Integer> edgeLines = new ArrayList<>();

        void setName(@Nullable String text) {
            name = text;
        }

        /// @param keys what the file says of the node
        void addNode(@Nullable String id, Map<String, String> keys, int line) throws UnreadableGraphException {
            if (id == null || id.isBlank()) {
                throw new UnreadableGraphException(line, "a node has no id", "give each node an id");
            }
            Double lat = number(keys, "Latitude", -90, 90, line);
            Double lon = number(keys, "Longitude", -180, 180, line);
            boolean external = "0".equals(keys.get("Internal"));
            Node node = new Node(id, keys.get("label"), lon == null ? null : lat, lat == null ? null : lon, external);
            if (nodes.putIfAbsent(id, node) != null) {
                throw new UnreadableGraphException(
                        line, "node " + id + " is there twice", "give each node an id of its own");
            }
            if (nodes.size() > MAX_NODES) {
                throw new UnreadableGraphException(
                        line, "there are more than " + MAX_NODES + " nodes", "take a part of the network");
            }
        }

        /// @param keys what the file says of the edge
        void addEdge(@Nullable String source, @Nullable String target, Map<String, String> keys, int line)
                throws UnreadableGraphException {
            if (source == null || target == null) {
                throw new UnreadableGraphException(
                        line,
                        "an edge has no " + (source == null ? "source" : "target"),
                        "name the nodes at both ends");
            }
            Double speed = number(keys, "LinkSpeedRaw", Double.MIN_VALUE, 1e18, line);
            edges.add(new Edge(source, target, speed));
            edgeLines.add(line);
            if (edges.size() > MAX_EDGES) {
                throw new UnreadableGraphException(
                        line, "there are more than " + MAX_EDGES + " edges", "take a part of the network");
            }
        }

        ZooGraph build() throws UnreadableGraphException {
            if (nodes.isEmpty()) {
                throw new UnreadableGraphException(1, "the graph has no node", "check that the file is complete");
            }
            for (int i = 0; i < edges.size(); i++) {
                for (String end : List.of(edges.get(i).source(), edges.get(i).target())) {
                    if (!nodes.containsKey(end)) {
                        throw new UnreadableGraphException(
                                edgeLines.get(i),
                                "an edge ends at node " + end + ", which is not there",
                                "name nodes of this file");
                    }
                }
            }
            return new ZooGraph(name, List.copyOf(nodes.values()), edges);
        }

        private static @Nullable Double number(
                Map<String, String> keys, String key, double least, double most, int line)
                throws UnreadableGraphException {
            String text = keys.get(key);
            if (text == null || text.isBlank()) {
                return null;
            }
            try {
                double value = Double.parseDouble(text.strip());
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException _) {
                // Said below, as for a number out of range.
            }
            String range = least == Double.MIN_VALUE ? "more than 0 bit/s" : least + " to " + most + " degrees";
            throw new UnreadableGraphException(
                    line, key + " is \"" + text + "\"", "give " + range + " or leave it out");
        }
    }
}
