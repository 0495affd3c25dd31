// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The least-metric routes of a topology, with the storages at their ends. Each is worked out once. Two of
/// these are equal if the parts of their topologies that routes depend on are; capacities are none of them.
final class TopologyPaths implements PublishedNetwork.Paths {
    private record Ends(String from, String to) {}

    private final Topology withoutCapacities;
    private final Routes routes;
    private final Map<Ends, Optional<PublishedNetwork.NetworkPath>> found = new HashMap<>();

    TopologyPaths(Topology topology) {
        this.withoutCapacities = withoutCapacities(topology);
        this.routes = new Routes(topology);
    }

    @Override
    public Optional<PublishedNetwork.NetworkPath> find(String fromSite, String toSite) {
        synchronized (routes) {
            return found.computeIfAbsent(new Ends(fromSite, toSite), this::workOut);
        }
    }

    private Optional<PublishedNetwork.NetworkPath> workOut(Ends ends) {
        if (!routes.hasSite(ends.from) || !routes.hasSite(ends.to)) {
            return Optional.empty();
        }
        return routes.find(ends.from, ends.to).map(route -> {
            List<String> labels = new ArrayList<>();
            labels.add(TopologyNetworkMap.readSide(ends.from).value());
            route.links().stream().map(ResourceId::value).forEach(labels::add);
            labels.add(TopologyNetworkMap.writeSide(ends.to).value());
            return new PublishedNetwork.NetworkPath(
                    labels, route.metric(), route.links().size(), route.latencyMs());
        });
    }

    private static Topology withoutCapacities(Topology topology) {
        return new Topology(
                null,
                topology.nodes(),
                topology.links().stream()
                        .map(link ->
                                new Topology.Link(link.id(), link.a(), link.b(), 1, link.latencyMs(), link.metric()))
                        .toList(),
                topology.allSites().stream()
                        .map(site -> new Topology.Site(site.id(), null, site.routers(), null, null, null))
                        .toList());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopologyPaths paths && withoutCapacities.equals(paths.withoutCapacities);
    }

    @Override
    public int hashCode() {
        return withoutCapacities.hashCode();
    }
}
