// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.Routes;
import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Random flows over the links of a topology: Poisson arrivals, uniform sizes, between two random sites. Storages
/// are left out, so that links are all that flows share. Pairs of sites at the same router have no link and are
/// left out.
final class FlowCases {
    private static final double MEAN_GAP_SECONDS = 0.1;
    private static final long LEAST_BYTES = 25_000_000_000L;
    private static final long MOST_BYTES = 75_000_000_000L;

    private FlowCases() {}

    /// @param withLatency whether links have their latencies, else none
    static FlowCase of(Topology topology, int flows, boolean withLatency, long seed) {
        Map<ResourceId, Integer> indexes = new LinkedHashMap<>();
        Map<ResourceId, FlowCase.Link> known = new HashMap<>();
        for (Topology.Link link : topology.links()) {
            double latencySeconds = withLatency && link.latencyMs() != null ? link.latencyMs() / 1000 : 0;
            FlowCase.Link either = new FlowCase.Link(link.capacityGbps() * 1e9 / 8, latencySeconds);
            known.put(ResourceId.of("link:" + link.id() + ":" + link.a() + ">" + link.b()), either);
            known.put(ResourceId.of("link:" + link.id() + ":" + link.b() + ">" + link.a()), either);
        }
        List<FlowCase.Link> links = new ArrayList<>();
        List<FlowCase.Route> routes = new ArrayList<>();
        Routes ways = new Routes(topology);
        List<String> sites = topology.allSites().stream().map(Topology.Site::id).toList();
        for (int from = 0; from < sites.size(); from++) {
            for (int to = 0; to < sites.size(); to++) {
                List<Integer> path = new ArrayList<>();
                List<ResourceId> way = from == to
                        ? List.of()
                        : ways.find(sites.get(from), sites.get(to))
                                .map(Routes.Route::links)
                                .orElse(List.of());
                for (ResourceId link : way) {
                    path.add(indexes.computeIfAbsent(link, id -> {
                        links.add(linkOf(known, id));
                        return links.size() - 1;
                    }));
                }
                if (!path.isEmpty()) {
                    routes.add(new FlowCase.Route(from, to, path));
                }
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        List<FlowCase.Flow> drawn = new ArrayList<>(flows);
        double seconds = 0;
        for (int i = 0; i < flows; i++) {
            seconds += MEAN_GAP_SECONDS * random.nextExponential();
            drawn.add(new FlowCase.Flow(
                    Math.round(seconds * 1e9),
                    random.nextInt(routes.size()),
                    random.nextLong(LEAST_BYTES, MOST_BYTES)));
        }
        return new FlowCase(links, sites.size(), routes, drawn);
    }

    private static FlowCase.Link linkOf(Map<ResourceId, FlowCase.Link> known, ResourceId id) {
        FlowCase.Link link = known.get(id);
        if (link == null) {
            throw new IllegalStateException("a route uses " + id + ", which is no link of the topology");
        }
        return link;
    }
}
