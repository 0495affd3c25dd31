// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm.SingleSourcePaths;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.DirectedWeightedMultigraph;

/// Least-metric routes between the sites of a topology. A site with several routers uses the one on the shorter way.
/// Not thread-safe: it remembers what it has worked out.
public final class Routes {
    /// One direction of a link, or the attachment of a site (`resource` empty).
    private static final class Hop {
        private final Optional<ResourceId> resource;
        private final double latencyMs;

        private Hop(Optional<ResourceId> resource, double latencyMs) {
            this.resource = resource;
            this.latencyMs = latencyMs;
        }
    }

    /// A way from one site to another.
    ///
    /// @param links the directions of links that it uses, in order
    /// @param latencyMs one-way latency in ms
    /// @param metric sum of the links' routing metrics
    public record Route(List<ResourceId> links, double latencyMs, double metric) {}

    private final Graph<String, Hop> graph = new DirectedWeightedMultigraph<>(Hop.class);
    private final Set<String> siteIds = new HashSet<>();

    /// Nodes that are sites themselves, without a router of their own.
    private final Set<String> siteNodes = new HashSet<>();

    private final Map<String, SingleSourcePaths<String, Hop>> pathsFrom = new HashMap<>();

    public Routes(Topology topology) {
        Set<String> nodesOfTypeSite = new HashSet<>();
        for (Topology.Node node : topology.nodes()) {
            graph.addVertex("node " + node.id());
            if (node.isSite()) {
                nodesOfTypeSite.add(node.id());
            }
        }
        for (Topology.Site site : topology.allSites()) {
            // Two vertices, so that no route passes through a site that is neither its source nor its destination.
            graph.addVertex("from " + site.id());
            graph.addVertex("to " + site.id());
            if (site.routers().equals(List.of(site.id())) && nodesOfTypeSite.contains(site.id())) {
                siteNodes.add(site.id());
            }
        }
        for (Topology.Link link : topology.links()) {
            addDirection(link, link.a(), link.b(), LinkResources.forward(link));
            addDirection(link, link.b(), link.a(), LinkResources.backward(link));
        }
        for (Topology.Site site : topology.allSites()) {
            siteIds.add(site.id());
            if (!siteNodes.contains(site.id())) {
                for (String router : site.routers()) {
                    attach("from " + site.id(), leaving(router));
                    attach(entering(router), "to " + site.id());
                }
            }
        }
    }

    private void addDirection(Topology.Link link, String from, String to, ResourceId resource) {
        Hop hop = new Hop(Optional.of(resource), link.latencyMs() == null ? 0 : link.latencyMs());
        graph.addEdge(leaving(from), entering(to), hop);
        graph.setEdgeWeight(hop, link.metric() == null ? 1 : link.metric());
    }

    private String leaving(String node) {
        return (siteNodes.contains(node) ? "from " : "node ") + node;
    }

    private String entering(String node) {
        return (siteNodes.contains(node) ? "to " : "node ") + node;
    }

    private void attach(String from, String to) {
        Hop hop = new Hop(Optional.empty(), 0);
        graph.addEdge(from, to, hop);
        graph.setEdgeWeight(hop, 0);
    }

    /// Whether a site of this name exists.
    public boolean hasSite(String site) {
        return siteIds.contains(site);
    }

    /// The way from one site to another; empty if there is none. A site reaches itself without using a link.
    ///
    /// @throws IllegalArgumentException if one of the sites does not exist
    public Optional<Route> find(String fromSite, String toSite) {
        for (String site : List.of(fromSite, toSite)) {
            if (!hasSite(site)) {
                throw new IllegalArgumentException("the topology has no site " + site);
            }
        }
        if (fromSite.equals(toSite)) {
            return Optional.of(new Route(List.of(), 0, 0));
        }
        SingleSourcePaths<String, Hop> paths =
                pathsFrom.computeIfAbsent(fromSite, site -> new DijkstraShortestPath<>(graph).getPaths("from " + site));
        GraphPath<String, Hop> path = paths.getPath("to " + toSite);
        if (path == null) {
            return Optional.empty();
        }
        List<ResourceId> links = new ArrayList<>();
        double latencyMs = 0;
        for (Hop hop : path.getEdgeList()) {
            hop.resource.ifPresent(links::add);
            latencyMs += hop.latencyMs;
        }
        return Optional.of(new Route(List.copyOf(links), latencyMs, path.getWeight()));
    }
}
