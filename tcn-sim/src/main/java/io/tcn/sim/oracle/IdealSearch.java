// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.CapacityCurve;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.oracle.ClairvoyantOptimum.Effort;
import io.tcn.sim.run.ScenarioNetwork;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails.CapacityFault;
import io.tcn.sim.scenario.ScenarioDetails.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Works out the [Ideal] of a scenario. Lives as long as one call.
final class IdealSearch {
    /// More pipes would take the pattern search minutes.
    private static final int MOST_PIPES = 200;

    private final Scenario scenario;
    private final SimulationSettings settings;
    private final FluidNetwork network;
    private final Map<PipeId, Pipe> pipes = new HashMap<>();
    private final Map<PipeId, Integer> indexes = new HashMap<>();

    /// Per gate its capacity in bit/s; the first ones are the resources.
    private final List<Double> gateBps = new ArrayList<>();

    /// Per pipe of the network its gates.
    private final List<List<Integer>> gatesOfPipe = new ArrayList<>();

    private final List<GroupBound> bounds = new ArrayList<>();

    IdealSearch(Scenario scenario, SimulationSettings settings) {
        this.scenario = scenario;
        this.settings = settings;
        List<Pipe> declared = ScenarioNetwork.pipesOf(scenario, settings);
        declared.forEach(pipe -> pipes.put(pipe.id(), pipe));
        this.network = new ScenarioNetwork(scenario, new Engine()).fluid(declared, settings.physics());
        for (int i = 0; i < network.pipes().size(); i++) {
            indexes.put(network.pipes().get(i), i);
            gatesOfPipe.add(new ArrayList<>(network.path(i)));
        }
        for (int r = 0; r < network.resources().size(); r++) {
            gateBps.add(mostBps(r));
        }
        if (settings.controls()) {
            scenario.controls().forEach(this::addBound);
        }
    }

    /// The most that a resource carries at any time of the run.
    private double mostBps(int resource) {
        ResourceId id = network.resources().get(resource).id();
        double most = network.resources().get(resource).knownCapacityBps().orElse(Double.POSITIVE_INFINITY);
        CapacityCurve curve = network.curves().get(id);
        if (curve != null) {
            most = Math.min(
                    most,
                    curve.points().stream()
                            .mapToDouble(CapacityCurve.Point::bps)
                            .max()
                            .orElse(most));
        }
        for (Fault fault : scenario.details().faults()) {
            if (fault instanceof CapacityFault change && change.resources().contains(id)) {
                most = Math.max(most, change.capacityBps());
            }
        }
        return most;
    }

    private void addBound(ResourceControl control) {
        if (!(control instanceof Bound bound)) {
            return;
        }
        ResourceSet set = setOf(bound.resourceSet());
        for (int r = 0; r < network.resources().size(); r++) {
            if (set.contains(network.resources().get(r).id())) {
                double limit = switch (bound.limit()) {
                    case Bound.Rate(double maxBps) -> maxBps;
                    case Bound.CapacityShare(double share) -> share * gateBps.get(r);
                };
                if (limit < Double.POSITIVE_INFINITY) {
                    addGate(bound, r, limit);
                }
            }
        }
    }

    private ResourceSet setOf(ResourceSetName name) {
        return ResourceSet.findFixed(name)
                .or(() -> scenario.details().resourceSets().stream()
                        .filter(set -> set.name().equals(name))
                        .findFirst())
                .orElseThrow(() -> new IllegalStateException("resource-set " + name + " was not declared"));
    }

    private void addGate(Bound bound, int resource, double limitBps) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < network.pipes().size(); i++) {
            Pipe pipe = pipes.get(network.pipes().get(i));
            if (pipe != null
                    && pipe.user().equals(bound.user())
                    && network.path(i).contains(resource)) {
                members.add(i);
            }
        }
        if (!members.isEmpty()) {
            bounds.add(new GroupBound(members, limitBps));
            members.forEach(pipe -> gatesOfPipe.get(pipe).add(gateBps.size()));
            gateBps.add(limitBps);
        }
    }

    Ideal find(Ideal.Part part) {
        double utility = Double.NaN;
        double ceiling = Double.NaN;
        if (part == Ideal.Part.ALL && network.pipes().size() <= MOST_PIPES) {
            Optimum optimum = ClairvoyantOptimum.of(Situation.of(network, settings.limits(), bounds), Effort.QUICK);
            utility = optimum.totalBps();
            ceiling = optimum.ceilingBps();
        }
        boolean areListed =
                scenario.details().arrivals().isEmpty() && !scenario.transfers().isEmpty();
        if (!areListed || !scenario.infiniteBacklog().isEmpty()) {
            return new Ideal(Double.NaN, Double.NaN, Double.NaN, Double.NaN, utility, ceiling);
        }
        double[] capacity = gateBps.stream().mapToDouble(Double::doubleValue).toArray();
        List<FinishBound.Job> jobs = new ArrayList<>();
        double bits = 0;
        for (TransferSpec transfer : scenario.transfers()) {
            FinishBound.Job job = job(transfer, capacity);
            jobs.add(job);
            bits += job.bits();
        }
        double makespan = FinishBound.makespan(jobs, capacity);
        return new Ideal(
                FinishBound.mean(jobs, capacity),
                FinishBound.max(jobs, capacity),
                makespan,
                bits / makespan,
                utility,
                ceiling);
    }

    private FinishBound.Job job(TransferSpec transfer, double[] capacity) {
        Integer index = indexes.get(transfer.pipe());
        Pipe pipe = pipes.get(transfer.pipe());
        if (index == null || pipe == null) {
            throw new IllegalStateException("transfer " + transfer.name() + " has no pipe in the network");
        }
        double alone = pipe.limits().maxConnections() * network.flows().ceilingBps(index);
        for (int gate : gatesOfPipe.get(index)) {
            alone = Math.min(alone, capacity[gate]);
        }
        return new FinishBound.Job(
                transfer.arrivalNanos() / 1e9, 8.0 * transfer.sizeBytes(), alone, gatesOfPipe.get(index));
    }
}
