// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.paper;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.UserId;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.ClairvoyantOptimum.Effort;
import io.tcn.sim.oracle.FinishBound;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.oracle.Situation;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What nobody can beat in a scenario: bounds, not what something reached, but for `utilityBps`.
///
/// @param fctMeanSeconds the mean completion time is at least this ([FinishBound])
/// @param fctMaxSeconds the longest completion time is at least this
/// @param meanUtilityBps the mean of a(T) until the last finish is at most this
/// @param utilityBps a(T) of the best n that was found with all pipes busy ([ClairvoyantOptimum]); NaN if not asked for
/// @param utilityCeilingBps no n has more (linear programme); NaN if not asked for
record Ideal(
        double fctMeanSeconds,
        double fctMaxSeconds,
        double meanUtilityBps,
        double utilityBps,
        double utilityCeilingBps) {
    /// No ideal was worked out.
    static final Ideal UNKNOWN = new Ideal(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// The ideal of a scenario.
    static Ideal of(Scenario scenario, SimulationSettings settings) {
        return new Builder(scenario, settings).build();
    }

    /// Works it out. Lives as long as one call.
    private static final class Builder {
        private final Scenario scenario;
        private final SimulationSettings settings;
        private final FluidNetwork network;
        private final Map<PipeId, Integer> indexes = new HashMap<>();
        private final Map<PipeId, PipeSpec> specs = new HashMap<>();

        /// Per gate its capacity in bit/s; the first ones are the resources.
        private final List<Double> gateBps = new ArrayList<>();

        /// Per pipe of the network its gates.
        private final List<List<Integer>> gatesOfPipe = new ArrayList<>();

        private final List<GroupBound> bounds = new ArrayList<>();

        Builder(Scenario scenario, SimulationSettings settings) {
            this.scenario = scenario;
            this.settings = settings;
            List<Pipe> pipes = new ArrayList<>();
            for (PipeSpec spec : scenario.pipes()) {
                specs.put(spec.id(), spec);
                pipes.add(new Pipe(
                        spec.id(),
                        Scenario.endpointOf(spec.from()),
                        Scenario.endpointOf(spec.to()),
                        spec.user(),
                        settings.limits()));
            }
            Map<Endpoint, String> sites = new TreeMap<>();
            scenario.topology().allSites().forEach(site -> sites.put(Scenario.endpointOf(site.id()), site.id()));
            TopologyNetworkMap map =
                    new TopologyNetworkMap(scenario.topology(), sites, scenario.storages(), new Engine());
            this.network = FluidNetwork.of(map.map(pipes), pipes, settings.physics());
            for (int i = 0; i < network.pipes().size(); i++) {
                indexes.put(network.pipes().get(i), i);
                gatesOfPipe.add(new ArrayList<>(network.path(i)));
            }
            for (Resource resource : network.resources()) {
                gateBps.add(resource.knownCapacityBps().orElse(Double.POSITIVE_INFINITY));
            }
            addBounds(settings.controls() ? scenario.controls() : List.of());
        }

        /// A share of a user on all links is a gate per link.
        private void addBounds(Collection<ResourceControl> controls) {
            for (ResourceControl control : controls) {
                if (control instanceof Bound(var user, var _, Bound.CapacityShare(double share))) {
                    for (int r = 0; r < network.resources().size(); r++) {
                        if (network.resources().get(r).kind() == Resource.Kind.LINK) {
                            addBound(user, r, share * gateBps.get(r));
                        }
                    }
                }
            }
        }

        private void addBound(UserId user, int resource, double limitBps) {
            List<Integer> members = new ArrayList<>();
            for (int i = 0; i < network.pipes().size(); i++) {
                PipeSpec spec = specs.get(network.pipes().get(i));
                if (spec != null && spec.user().equals(user) && network.path(i).contains(resource)) {
                    members.add(i);
                }
            }
            if (!members.isEmpty()) {
                bounds.add(new GroupBound(members, limitBps));
                members.forEach(pipe -> gatesOfPipe.get(pipe).add(gateBps.size()));
                gateBps.add(limitBps);
            }
        }

        Ideal build() {
            double[] capacity =
                    gateBps.stream().mapToDouble(Double::doubleValue).toArray();
            List<FinishBound.Job> jobs = new ArrayList<>();
            for (TransferSpec transfer : scenario.transfers()) {
                Integer pipe = indexes.get(transfer.pipe());
                if (pipe != null) {
                    jobs.add(job(transfer, pipe, capacity));
                }
            }
            double utility = Double.NaN;
            double ceiling = Double.NaN;
            if (!scenario.infiniteBacklog().isEmpty()) {
                Optimum optimum = ClairvoyantOptimum.of(Situation.of(network, settings.limits(), bounds), Effort.QUICK);
                utility = optimum.totalBps();
                ceiling = optimum.ceilingBps();
            }
            double bits = jobs.stream().mapToDouble(FinishBound.Job::bits).sum();
            return new Ideal(
                    FinishBound.mean(jobs, capacity),
                    FinishBound.max(jobs, capacity),
                    bits / FinishBound.makespan(jobs, capacity),
                    utility,
                    ceiling);
        }

        private FinishBound.Job job(TransferSpec transfer, int pipe, double[] capacity) {
            double alone =
                    settings.limits().maxConnections() * settings.physics().ceilingBps();
            for (int gate : gatesOfPipe.get(pipe)) {
                alone = Math.min(alone, capacity[gate]);
            }
            return new FinishBound.Job(
                    transfer.arrivalNanos() / 1e9, 8.0 * transfer.sizeBytes(), alone, gatesOfPipe.get(pipe));
        }
    }
}
