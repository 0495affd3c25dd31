// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeTable;
import io.tcn.core.port.TimeSource;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.network.CapacityCurve;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import io.tcn.sim.network.RoundTrips;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.ScenarioDetails.CurvePoint;
import io.tcn.sim.scenario.ScenarioDetails.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The network of a scenario: the topology with the storages that the scenario gives its sites.
public final class ScenarioNetwork {
    private final TopologyNetworkMap topology;
    private final Map<ResourceId, Double> storageBps = new HashMap<>();
    private final Map<ResourceId, Double> perConnectionBps = new HashMap<>();
    private final Map<ResourceId, CapacityCurve> curves = new HashMap<>();

    /// @param time stamps the map
    public ScenarioNetwork(Scenario scenario, TimeSource time) {
        Map<Endpoint, String> sites = new TreeMap<>();
        scenario.topology().allSites().forEach(site -> sites.put(Scenario.endpointOf(site.id()), site.id()));
        this.topology = new TopologyNetworkMap(scenario.topology(), sites, scenario.storages(), time);
        for (Topology.Site site : scenario.topology().allSites()) {
            Storage storage = scenario.details().storages().of(site.id());
            if (storage != null) {
                ResourceId read = TopologyNetworkMap.readSide(site.id());
                ResourceId write = TopologyNetworkMap.writeSide(site.id());
                add(read, storage.readBps(), storage.perConnectionBps(), storage.readCurve());
                add(write, storage.writeBps(), storage.perConnectionBps(), storage.writeCurve());
            }
        }
    }

    private void add(ResourceId id, @Nullable Double bps, @Nullable Double perConnection, List<CurvePoint> curve) {
        if (bps != null) {
            storageBps.put(id, bps);
        }
        if (perConnection != null) {
            perConnectionBps.put(id, perConnection);
        }
        if (!curve.isEmpty()) {
            curves.put(
                    id,
                    new CapacityCurve(curve.stream()
                            .map(point -> new CapacityCurve.Point(point.connections(), point.bps()))
                            .toList()));
        }
    }

    /// The pipes of the scenario; what it leaves open is as in the settings.
    public static List<Pipe> pipesOf(Scenario scenario, SimulationSettings settings) {
        List<Pipe> pipes = new ArrayList<>();
        for (PipeSpec spec : scenario.pipes()) {
            pipes.add(new Pipe(
                    spec.id(),
                    Scenario.endpointOf(spec.from()),
                    Scenario.endpointOf(spec.to()),
                    spec.user(),
                    SimulationSettings.limits(spec.minConnections(), spec.maxConnections(), settings.limits()),
                    spec.weight()));
        }
        return List.copyOf(pipes);
    }

    /// Capacities of storages that the scenario sets itself, in bit/s.
    Map<ResourceId, Double> storageBps() {
        return Map.copyOf(storageBps);
    }

    private NetworkMapSnapshot map(PipeTable pipes) {
        NetworkMapSnapshot given = topology.map(pipes);
        if (storageBps.isEmpty()) {
            return given;
        }
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(given.resources());
        storageBps.forEach((id, bps) ->
                resources.computeIfPresent(id, (same, resource) -> new Resource(id, resource.kind(), bps)));
        return new NetworkMapSnapshot(
                given.version(), given.asOf(), resources, given.pipeResources(), given.mappings());
    }

    /// The network that carries the pipes.
    ///
    /// @throws IllegalArgumentException if nothing limits a pipe
    public FluidNetwork fluid(List<Pipe> pipes, Physics physics) {
        Map<PipeId, Double> rtts = RoundTrips.of(topology, pipes);
        FluidNetwork network = FluidNetwork.of(map(PipeTable.of(pipes)), pipes, physics, rtts, curves);
        return perConnectionBps.isEmpty() ? network : withCeilings(network, physics);
    }

    /// The same network where connections that end at some storages carry less.
    private FluidNetwork withCeilings(FluidNetwork network, Physics physics) {
        int count = network.resources().size();
        double[] capacityBps = new double[count];
        double[] from = new double[count];
        double[] lossBps = new double[count];
        List<Resource> resources = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            Resource resource = network.resources().get(r);
            Deterioration loss = resource.deterioration();
            boolean deteriorates = loss != null && loss.bpsPerConnection() > 0;
            capacityBps[r] = resource.knownCapacityBps().orElse(Double.POSITIVE_INFINITY);
            from[r] = loss != null && deteriorates ? loss.fromConnections() : Double.POSITIVE_INFINITY;
            lossBps[r] = loss != null && deteriorates ? loss.bpsPerConnection() : 0;
            Double ceiling = perConnectionBps.get(resource.id());
            Double usual = resource.connectionCeilingBps();
            resources.add(
                    ceiling == null || (usual != null && usual <= ceiling)
                            ? resource
                            : new Resource(resource.id(), resource.kind(), resource.capacityBps(), ceiling, loss));
        }
        double[] ceilings = new double[network.pipes().size()];
        int[][] paths = new int[ceilings.length][];
        for (int i = 0; i < ceilings.length; i++) {
            paths[i] = network.path(i).stream().mapToInt(Integer::intValue).toArray();
            ceilings[i] = physics.ceilingBps();
            for (int r : paths[i]) {
                ceilings[i] = Math.min(
                        ceilings[i],
                        perConnectionBps.getOrDefault(resources.get(r).id(), Double.POSITIVE_INFINITY));
            }
        }
        return new FluidNetwork(
                network.pipes(),
                resources,
                network.paths(),
                new FlowNetwork(paths, capacityBps, from, lossBps, ceilings),
                network.rttSeconds(),
                network.curves());
    }
}
