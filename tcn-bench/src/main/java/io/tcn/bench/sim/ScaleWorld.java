// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PipeTable;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import io.tcn.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A busy ESnet6: a pipe for each pair of sites, with the storages and the physics that all scenarios have.
///
/// @param map the network map
/// @param pipes the pipes, in the order of the network
/// @param network the real network
/// @param fairBps what each pipe moves when all have equally many connections, far below their ceilings
record ScaleWorld(TopologyNetworkMap map, List<Pipe> pipes, FluidNetwork network, List<Double> fairBps) {
    static final UserId USER = UserId.of("all");
    private static final PipeLimits LIMITS = new PipeLimits(1, 100);

    /// Few enough not to wear out a resource, enough to fill it.
    private static final double CONNECTIONS = 8;

    static ScaleWorld of(Topology topology, Engine engine) {
        Map<Endpoint, String> sites = new TreeMap<>();
        topology.allSites().forEach(site -> sites.put(Scenario.endpointOf(site.id()), site.id()));
        TopologyNetworkMap map = new TopologyNetworkMap(topology, sites, StorageAssumption.ESNET, engine);
        Map<PipeId, Pipe> pipes = new TreeMap<>();
        sites.forEach((source, from) -> sites.forEach((destination, to) -> {
            if (!from.equals(to)) {
                PipeId id = PipeId.of(from + ">" + to);
                pipes.put(id, new Pipe(id, source, destination, USER, LIMITS));
            }
        }));
        List<Pipe> order = new ArrayList<>(pipes.values());
        FluidNetwork network = FluidNetwork.of(map.map(PipeTable.of(order)), order, Physics.DEFAULT);
        double[] connections = new double[order.size()];
        Arrays.fill(connections, CONNECTIONS);
        double[] fairBps = new double[order.size()];
        new WeightedMaxMin(network.flows()).allocate(connections, fairBps);
        return new ScaleWorld(
                map, order, network, Arrays.stream(fairBps).boxed().toList());
    }
}
