// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.core.model.ResourceId;
import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.core.topology.Topology;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.run.BusyMoment;
import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.ScenarioNetwork;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.view.BottleneckFigure;
import io.tcn.sim.view.TopologyMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a run made of the network: how much every link was used, and which resource limited whom when most pipes were
/// busy. Capacities are those of the beginning.
final class NetworkUse {
    private final Comparison comparison;
    private final SimulationResult run;
    private final FluidNetwork network;
    private final int[] placeInRun;

    NetworkUse(Comparison comparison, SimulationResult run) {
        this.comparison = comparison;
        this.run = run;
        this.network = new ScenarioNetwork(comparison.scenario(), new Engine())
                .fluid(
                        ScenarioNetwork.pipesOf(comparison.scenario(), comparison.settings()),
                        comparison.settings().physics());
        this.placeInRun = new int[network.pipes().size()];
        for (int i = 0; i < placeInRun.length; i++) {
            placeInRun[i] = run.pipes().indexOf(network.pipes().get(i));
        }
    }

    /// The map of the topology, links coloured by their mean use over the run, the busier direction counting.
    String map(String title) {
        Map<ResourceId, Double> use = meanUse();
        return TopologyMap.ofUse(title, comparison.scenario().topology(), link -> {
            double there = use.getOrDefault(direction(link, link.a(), link.b()), Double.NaN);
            double back = use.getOrDefault(direction(link, link.b(), link.a()), Double.NaN);
            return Double.isNaN(there) ? back : Double.isNaN(back) ? there : Math.max(there, back);
        });
    }

    private static ResourceId direction(Topology.Link link, String from, String to) {
        return ResourceId.of("link:" + link.id() + ":" + from + ">" + to);
    }

    private Map<ResourceId, Double> meanUse() {
        double[] bits = new double[network.resources().size()];
        double seconds = 0;
        for (IntervalRecord interval : run.intervals()) {
            seconds += interval.lengthSeconds();
            for (int i = 0; i < placeInRun.length; i++) {
                double moved = interval.throughputBps().get(placeInRun[i]) * interval.lengthSeconds();
                for (int r : network.path(i)) {
                    bits[r] += moved;
                }
            }
        }
        Map<ResourceId, Double> use = new HashMap<>();
        for (int r = 0; r < bits.length && seconds > 0; r++) {
            double capacity = network.flows().capacityBps(r, 0);
            if (capacity > 0 && capacity < Double.POSITIVE_INFINITY) {
                use.put(network.resources().get(r).id(), bits[r] / seconds / capacity);
            }
        }
        return use;
    }

    /// Who limits whom at the last moment at which most pipes are busy and something moves, and what holds the
    /// connections of those that no resource limits.
    String bottlenecks(String title) {
        BusyMoment moment = run.busiest();
        double[] weights = new double[placeInRun.length];
        List<String> heldBy = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            weights[i] = moment == null ? 0 : moment.activeConnections().get(placeInRun[i]);
            heldBy.add(moment == null ? "" : moment.connectionsHeldBy().get(placeInRun[i]));
        }
        WeightedMaxMin solver = new WeightedMaxMin(network.flows());
        double[] rates = new double[weights.length];
        solver.allocate(weights, rates);
        List<String> pipes = network.pipes().stream().map(pipe -> pipe.value()).toList();
        List<String> resources = network.resources().stream()
                .map(resource -> resource.id().value())
                .toList();
        return BottleneckFigure.of(
                title, BottleneckStructure.of(network.flows(), solver, weights, rates, pipes, resources), heldBy);
    }
}
