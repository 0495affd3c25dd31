// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A network: routers, links and the sites attached to them, as a topology file gives them. The names of the
/// components are the keys of the file, so that a JSON binder needs no annotations.
///
/// @param name name of the network, null where the file gives none
/// @param nodes routers, and sites that have no router of their own
/// @param links links, full duplex
/// @param sites sites; where the file lists none, each node of type `site` is one
public record Topology(
        @Nullable String name,
        List<Node> nodes,
        List<Link> links,
        @Nullable List<Site> sites) {
    /// A router or a site.
    ///
    /// @param id its name
    /// @param type `router` or `site`
    /// @param lat latitude in degrees, null if unknown
    /// @param lon longitude in degrees, null if unknown
    public record Node(
            String id,
            @Nullable String type,
            @Nullable Double lat,
            @Nullable Double lon) {
        boolean isSite() {
            return "site".equals(type);
        }
    }

    /// A link between two nodes, with the same capacity in either direction.
    ///
    /// @param id its name
    /// @param a one end
    /// @param b the other end
    /// @param capacityGbps capacity of each direction in Gbit/s, positive
    /// @param latencyMs one-way latency in ms, null if unknown (counts as 0)
    /// @param metric routing metric, positive; null means 1
    public record Link(
            String id,
            String a,
            String b,
            double capacityGbps,
            @Nullable Double latencyMs,
            @Nullable Double metric) {}

    /// A site: where storages are.
    ///
    /// @param id its name
    /// @param name its name for people, null if none
    /// @param routers the nodes that it is attached to; at least one
    /// @param capacityGbps what it can send or take in Gbit/s, null if unknown
    /// @param endpoints the storages at this site as URLs, null if the file says nothing of them
    /// @param prefixes address prefixes of the site, such as `192.0.2.0/24`, null if the file says nothing of them
    public record Site(
            String id,
            @Nullable String name,
            List<String> routers,
            @Nullable Double capacityGbps,
            @Nullable List<String> endpoints,
            @Nullable List<String> prefixes) {}

    public Topology {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        sites = sites == null ? sitesOf(nodes, links) : List.copyOf(sites);
        List<String> complaints = complaints(nodes, links, sites);
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(
                    "topology " + (name == null ? "" : name + " ") + "is not sound: " + String.join("; ", complaints));
        }
    }

    /// The sites, those derived from nodes included.
    public List<Site> allSites() {
        return sites == null ? List.of() : sites;
    }

    /// A node of type `site` is a site of its own; it can send or take what its links carry together.
    private static List<Site> sitesOf(List<Node> nodes, List<Link> links) {
        List<Site> derived = new ArrayList<>();
        for (Node node : nodes) {
            if (node.isSite()) {
                double capacity = links.stream()
                        .filter(link -> link.a().equals(node.id()) || link.b().equals(node.id()))
                        .mapToDouble(Link::capacityGbps)
                        .sum();
                derived.add(new Site(node.id(), null, List.of(node.id()), capacity, null, null));
            }
        }
        return List.copyOf(derived);
    }

    private static List<String> complaints(List<Node> nodes, List<Link> links, List<Site> sites) {
        List<String> complaints = new ArrayList<>();
        Set<String> nodeIds = new HashSet<>();
        for (Node node : nodes) {
            if (!nodeIds.add(node.id())) {
                complaints.add("node " + node.id() + " is there twice");
            }
        }
        Set<String> linkIds = new HashSet<>();
        for (Link link : links) {
            if (!linkIds.add(link.id())) {
                complaints.add("link " + link.id() + " is there twice");
            }
            if (link.a().equals(link.b())) {
                complaints.add("link " + link.id() + " leads from node " + link.a() + " to itself");
            }
            for (String end : List.of(link.a(), link.b())) {
                if (!nodeIds.contains(end)) {
                    complaints.add("link " + link.id() + " ends at node " + end + ", which is not there");
                }
            }
            if (!(link.capacityGbps() > 0) || Double.isInfinite(link.capacityGbps())) {
                complaints.add(
                        "link " + link.id() + " has capacityGbps " + link.capacityGbps() + ", it must be positive");
            }
            if (link.latencyMs() != null && !(link.latencyMs() >= 0)) {
                complaints.add(
                        "link " + link.id() + " has latencyMs " + link.latencyMs() + ", it must not be negative");
            }
            if (link.metric() != null && !(link.metric() > 0)) {
                complaints.add("link " + link.id() + " has metric " + link.metric() + ", it must be positive");
            }
        }
        Set<String> siteIds = new HashSet<>();
        for (Site site : sites) {
            if (!siteIds.add(site.id())) {
                complaints.add("site " + site.id() + " is there twice");
            }
            if (site.routers().isEmpty()) {
                complaints.add("site " + site.id() + " has no router");
            }
            if (site.capacityGbps() != null && !(site.capacityGbps() >= 0)) {
                complaints.add(
                        "site " + site.id() + " has capacityGbps " + site.capacityGbps() + ", it must not be negative");
            }
            for (String router : site.routers()) {
                if (!nodeIds.contains(router)) {
                    complaints.add("site " + site.id() + " names router " + router + ", which is not there");
                }
            }
        }
        return complaints;
    }
}
