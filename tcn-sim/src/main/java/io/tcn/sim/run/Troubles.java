// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferFailure;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.BackgroundTraffic;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.scenario.ScenarioDetails;
import io.tcn.sim.scenario.ScenarioDetails.Background;
import io.tcn.sim.scenario.ScenarioDetails.CapacityFault;
import io.tcn.sim.scenario.ScenarioDetails.FailureFault;
import io.tcn.sim.scenario.ScenarioDetails.OnOff;
import io.tcn.sim.scenario.ScenarioDetails.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ObjDoubleConsumer;

/// Makes the faults and the background traffic of a scenario happen. The control plane sees them only by what pipes
/// move, unless somebody tells its map of capacities that change. Resources that no pipe uses are left alone. Used by
/// one thread.
final class Troubles {
    private final Engine engine;
    private final FluidDataPlane dataPlane;
    private final ObjDoubleConsumer<ResourceId> changes;
    private final ScenarioDetails details;
    private final Map<ResourceId, Double> usualBps = new HashMap<>();
    private final Map<ResourceId, List<Double>> reducedBps = new HashMap<>();

    /// @param changes hear which resource carries how much from now on, in bit/s
    Troubles(
            Engine engine,
            FluidDataPlane dataPlane,
            ObjDoubleConsumer<ResourceId> changes,
            FluidNetwork network,
            ScenarioDetails details) {
        this.engine = engine;
        this.dataPlane = dataPlane;
        this.changes = changes;
        this.details = details;
        for (Resource resource : network.resources()) {
            usualBps.put(resource.id(), resource.knownCapacityBps().orElse(Double.POSITIVE_INFINITY));
        }
    }

    /// Plans everything; to be called at the beginning of the run.
    ///
    /// @param random for traffic that goes on and off
    void start(SplittableRandom random) {
        for (ScenarioDetails.Fault fault : details.faults()) {
            if (fault instanceof CapacityFault capacity) {
                engine.at(capacity.span().fromNanos(), () -> begin(capacity));
                if (capacity.span().untilNanos() < Long.MAX_VALUE) {
                    engine.at(capacity.span().untilNanos(), () -> end(capacity));
                }
            }
        }
        for (Background background : details.background()) {
            SplittableRandom own = random.split();
            if (usualBps.containsKey(background.resource())) {
                traffic(background, own).start(engine, dataPlane);
            }
        }
    }

    private static BackgroundTraffic traffic(Background background, SplittableRandom random) {
        return switch (background.pattern()) {
            case OnOff(double onBps, double meanOn, double meanOff) ->
                BackgroundTraffic.randomOnOff(background.resource(), onBps, seconds(meanOn), seconds(meanOff), random);
            case Steps(List<ScenarioDetails.Step> steps) ->
                BackgroundTraffic.trace(
                        background.resource(),
                        steps.stream()
                                .map(step -> new BackgroundTraffic.Step(step.atSeconds(), step.bps()))
                                .toList());
        };
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private void begin(CapacityFault fault) {
        for (ResourceId resource : fault.resources()) {
            if (usualBps.containsKey(resource)) {
                reducedBps.computeIfAbsent(resource, id -> new ArrayList<>()).add(fault.capacityBps());
                apply(resource);
                if (fault.isFatal()) {
                    dataPlane.failActive(
                            resource,
                            new TransferFailure(
                                    ErrorCode.INTERRUPTED, resource + " is down, as the scenario wants it; try again"));
                }
            }
        }
    }

    private void end(CapacityFault fault) {
        for (ResourceId resource : fault.resources()) {
            if (usualBps.containsKey(resource)) {
                reducedBps.getOrDefault(resource, new ArrayList<>()).remove((Double) fault.capacityBps());
                apply(resource);
            }
        }
    }

    /// Where several faults meet, the least capacity counts; a fault may also give more than usual.
    private void apply(ResourceId resource) {
        double bps = reducedBps.getOrDefault(resource, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(usualBps.getOrDefault(resource, Double.POSITIVE_INFINITY));
        dataPlane.setCapacityBps(resource, bps);
        changes.accept(resource, bps);
    }

    /// The part of all attempts that fails now.
    double failureProbability() {
        double probability = 0;
        for (ScenarioDetails.Fault fault : details.faults()) {
            if (fault instanceof FailureFault failure && failure.span().contains(engine.nanoTime())) {
                probability = Math.max(probability, failure.probability());
            }
        }
        return probability;
    }

    /// Whether attempts fail by chance at any time.
    boolean hasFailures() {
        return details.faults().stream().anyMatch(FailureFault.class::isInstance);
    }
}
