// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What keeps the connections of pipes from becoming more, as a decision and the interval that it was made from show
/// it: a bound or share of the user, then a limit of connections, then a resource that is full. Immutable. Made once
/// for a decision in time in proportion to the paths of all pipes; a question takes time in proportion to one path and
/// to the constraints.
public final class HeldConnections {
    /// A limit of which this part is used is taken for used up.
    private static final double USED_UP = 0.95;

    /// A link of which this part is used is taken for full: what is measured is payload.
    private static final double FULL = 0.9;

    private final Observation observation;
    private final Decision decision;
    private final UsedUpLimits limits;
    private final Map<ResourceId, Double> usedBps = new HashMap<>();

    public HeldConnections(Observation observation, Decision decision) {
        this.observation = observation;
        this.decision = decision;
        this.limits = new UsedUpLimits(observation.connectionLimits(), decision.pipes());
        for (PipeObservation pipe : observation.pipes()) {
            pathOf(pipe.pipe()).forEach(resource -> usedBps.merge(resource, pipe.throughputBps(), Double::sum));
        }
    }

    /// What holds a pipe; empty where nothing does but the optimizer's own choice.
    public Optional<Held> of(Pipe pipe) {
        return constraint(pipe)
                .<Held>map(Held.ByConstraint::new)
                .or(() -> limits.of(pipe.id()).map(Held.ByLimit::new))
                .or(() -> Optional.ofNullable(full(pipe)));
    }

    private List<ResourceId> pathOf(Pipe pipe) {
        return observation.map().pipeResources().getOrDefault(pipe.id(), List.of());
    }

    private Optional<ConstraintReport> constraint(Pipe pipe) {
        Set<ResourceId> path = new HashSet<>(pathOf(pipe));
        return decision.constraints().stream()
                .filter(report -> report.kind() == ConstraintKind.BOUND || report.kind() == ConstraintKind.SHARE)
                .filter(report -> report.user().equals(pipe.user()) && path.contains(report.resource()))
                .filter(report -> report.price() > 0 || report.usedBps() >= USED_UP * report.limitBps())
                .max(Comparator.comparingDouble(ConstraintReport::price)
                        .thenComparingDouble(report -> report.usedBps() / report.limitBps()));
    }

    private Held.@Nullable ByCapacity full(Pipe pipe) {
        Held.ByCapacity fullest = null;
        double most = FULL;
        for (ResourceId id : pathOf(pipe)) {
            Resource resource = observation.map().resources().get(id);
            OptionalDouble capacityBps = resource == null ? OptionalDouble.empty() : resource.knownCapacityBps();
            if (resource != null && capacityBps.isPresent() && capacityBps.getAsDouble() > 0) {
                double used = usedBps.getOrDefault(id, 0.0);
                if (used / capacityBps.getAsDouble() >= most) {
                    most = used / capacityBps.getAsDouble();
                    fullest = new Held.ByCapacity(resource, used);
                }
            }
        }
        return fullest;
    }
}
