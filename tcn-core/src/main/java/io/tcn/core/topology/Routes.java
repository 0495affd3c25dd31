// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Least-metric routes between the sites of a topology. Of routes with the same metric the one with fewer links is
/// taken, then the one whose nodes come first in the order of their names, then the one whose links do: the order of
/// a file plays no part. A site with several routers uses the one on the shorter way. Not thread-safe: it remembers
/// what it has worked out.
///
/// Dijkstra's algorithm over labels in that order; O((V + E) log V) per source, and the length of the paths for each
/// tie.
public final class Routes {
    /// One direction of a link, or the attachment of a site (`link` null).
    private record Hop(String to, @Nullable ResourceId link, double metric, double latencyMs) {}

    /// A way from one site to another.
    ///
    /// @param links the directions of links that it uses, in order
    /// @param latencyMs one-way latency in ms
    /// @param metric sum of the links' routing metrics
    public record Route(List<ResourceId> links, double latencyMs, double metric) {}

    /// The best known way to a vertex.
    private record Label(
            String vertex,
            @Nullable Label before,
            @Nullable ResourceId link,
            double metric,
            int links,
            double latencyMs)
            implements Comparable<Label> {
        static Label start(String vertex) {
            return new Label(vertex, null, null, 0, 0, 0);
        }

        Label over(Hop hop) {
            return new Label(
                    hop.to(),
                    this,
                    hop.link(),
                    metric + hop.metric(),
                    links + (hop.link() == null ? 0 : 1),
                    latencyMs + hop.latencyMs());
        }

        @Override
        public int compareTo(Label other) {
            int byMetric = Double.compare(metric, other.metric);
            if (byMetric != 0) {
                return byMetric;
            }
            int byLinks = Integer.compare(links, other.links);
            return byLinks != 0 ? byLinks : compareNames(path(), other.path());
        }

        private List<Label> path() {
            List<Label> path = new ArrayList<>();
            for (Label label = this; label != null; label = label.before) {
                path.add(label);
            }
            return path.reversed();
        }

        /// Nodes first, then links between the same nodes.
        private static int compareNames(List<Label> one, List<Label> other) {
            int length = Math.min(one.size(), other.size());
            for (int i = 0; i < length; i++) {
                int byNode = one.get(i).vertex.compareTo(other.get(i).vertex);
                if (byNode != 0) {
                    return byNode;
                }
            }
            for (int i = 0; i < length; i++) {
                ResourceId mine = one.get(i).link;
                ResourceId theirs = other.get(i).link;
                int byLink = mine == null || theirs == null ? 0 : mine.compareTo(theirs);
                if (byLink != 0) {
                    return byLink;
                }
            }
            return Integer.compare(one.size(), other.size());
        }
    }

    private final Map<String, List<Hop>> hops = new HashMap<>();
    private final Set<String> siteIds = new HashSet<>();

    /// Nodes that are sites themselves, without a router of their own.
    private final Set<String> siteNodes = new HashSet<>();

    private final Map<String, Map<String, Label>> labelsFrom = new HashMap<>();

    public Routes(Topology topology) {
        Set<String> nodesOfTypeSite = new HashSet<>();
        for (Topology.Node node : topology.nodes()) {
            if (node.isSite()) {
                nodesOfTypeSite.add(node.id());
            }
        }
        for (Topology.Site site : topology.allSites()) {
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
                    // Two vertices, so that no route passes through a site that is neither its source nor its
                    // destination.
                    add("from " + site.id(), new Hop(leaving(router), null, 0, 0));
                    add(entering(router), new Hop("to " + site.id(), null, 0, 0));
                }
            }
        }
    }

    private void addDirection(Topology.Link link, String from, String to, ResourceId resource) {
        double metric = link.metric() == null ? 1 : link.metric();
        double latencyMs = link.latencyMs() == null ? 0 : link.latencyMs();
        add(leaving(from), new Hop(entering(to), resource, metric, latencyMs));
    }

    private void add(String from, Hop hop) {
        hops.computeIfAbsent(from, first -> new ArrayList<>()).add(hop);
    }

    private String leaving(String node) {
        return (siteNodes.contains(node) ? "from " : "node ") + node;
    }

    private String entering(String node) {
        return (siteNodes.contains(node) ? "to " : "node ") + node;
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
        Label label = labelsFrom.computeIfAbsent(fromSite, this::labels).get("to " + toSite);
        if (label == null) {
            return Optional.empty();
        }
        List<ResourceId> links = new ArrayList<>();
        for (Label step : label.path()) {
            if (step.link() != null) {
                links.add(step.link());
            }
        }
        return Optional.of(new Route(List.copyOf(links), label.latencyMs(), label.metric()));
    }

    private Map<String, Label> labels(String fromSite) {
        Map<String, Label> best = new HashMap<>();
        Set<String> done = new HashSet<>();
        PriorityQueue<Label> open = new PriorityQueue<>();
        open.add(Label.start("from " + fromSite));
        while (!open.isEmpty()) {
            Label label = open.remove();
            if (!done.add(label.vertex())) {
                continue;
            }
            for (Hop hop : hops.getOrDefault(label.vertex(), List.of())) {
                Label next = label.over(hop);
                Label known = best.get(hop.to());
                if (!done.contains(hop.to()) && (known == null || next.compareTo(known) < 0)) {
                    best.put(hop.to(), next);
                    open.add(next);
                }
            }
        }
        return best;
    }
}
