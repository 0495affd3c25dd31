// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.topology.TopologyNetworkMap;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The round-trip times of pipes, from a topology: twice the one-way latency of the route.
public final class RoundTrips {
    private RoundTrips() {}

    /// Round-trip times in seconds. A pipe whose ends are at no known site, or without a route, is left out.
    public static Map<PipeId, Double> of(TopologyNetworkMap map, Collection<Pipe> pipes) {
        SortedMap<PipeId, Double> rttSeconds = new TreeMap<>();
        for (Pipe pipe : pipes) {
            Optional<String> from = map.findSite(pipe.source());
            Optional<String> to = map.findSite(pipe.destination());
            if (from.isPresent() && to.isPresent()) {
                map.routes()
                        .find(from.get(), to.get())
                        .ifPresent(route -> rttSeconds.put(pipe.id(), 2 * route.latencyMs() / 1000));
            }
        }
        return rttSeconds;
    }
}
