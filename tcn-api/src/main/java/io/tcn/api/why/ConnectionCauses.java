// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.throughput.RateText;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Why a pipe has as many connections as it has, and no more: worked out from the last decision and the interval that
/// it was made from. What comes first in the list of questions is named: the pipe's own maximum, a bound of its user
/// that costs something or is used up, a limit of connections, a resource that is full; else the optimizer's own
/// reason.
@Component
class ConnectionCauses {
    /// What the dispatch loop calls a bound begins with this.
    static final String BOUND_OF = "the bound of ";

    /// A limit of which this part is used is taken for used up.
    private static final double USED_UP = 0.95;
    /// A link of which this part is used is taken for full: what is measured is payload.
    private static final double FULL = 0.9;

    /// What was moved over each resource in an interval.
    private record Usage(Observation observation, Map<ResourceId, Double> usedBps) {}

    /// The limits that were used up in an interval.
    private record UsedUp(ControlBoard.Entry entry, UsedUpLimits limits) {}

    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private volatile @Nullable Usage usage;
    private volatile @Nullable UsedUp usedUp;

    ConnectionCauses(ControlPlane controlPlane, ControlBoard board) {
        this.controlPlane = controlPlane;
        this.board = board;
    }

    Cause of(Pipe pipe) {
        int connections =
                controlPlane.state().snapshot().control().tuningOf(pipe).connections();
        Cause cause = board.last()
                .flatMap(entry -> limit(pipe, connections, entry))
                .orElseGet(() -> byOptimizer(pipe, connections))
                .with("connections", connections)
                .with("maxConnections", pipe.limits().maxConnections());
        return board.last(pipe.id())
                .map(last -> cause.with("throughputBps", last.observation().throughputBps())
                        .with("lastDecision", last.decision().rationale().inWords()))
                .orElse(cause);
    }

    private Optional<Cause> limit(Pipe pipe, int connections, ControlBoard.Entry entry) {
        if (connections >= pipe.limits().maxConnections()) {
            return Optional.of(Cause.of(
                    CauseCode.PIPE_MAXIMUM,
                    connectionsOf(connections) + ": that is its own maximum (PATCH /tcn/v1/pipes/" + pipe.id()
                            + " raises it)"));
        }
        Set<ResourceId> path =
                new HashSet<>(entry.observation().map().pipeResources().getOrDefault(pipe.id(), List.of()));
        return rate(pipe, connections)
                .or(() -> bound(pipe, connections, path, entry))
                .or(() -> connectionLimit(pipe, connections, entry))
                .or(() -> capacity(connections, path, entry.observation()));
    }

    /// Where rates that jobs ask for were the reason for the least that the pipe may have, and it has no more than
    /// that.
    private Optional<Cause> rate(Pipe pipe, int connections) {
        return board.last(pipe.id())
                .map(last -> last.observation().pipe().limits().minConnections())
                .filter(least -> least > pipe.limits().minConnections() && connections == least)
                .map(least -> Cause.of(
                                CauseCode.RATE,
                                connectionsOf(connections) + ": as many as the rates need that jobs there ask for")
                        .with("leastForRates", least));
    }

    private static Optional<Cause> bound(Pipe pipe, int connections, Set<ResourceId> path, ControlBoard.Entry entry) {
        return entry.decision().constraints().stream()
                .filter(report -> report.kind() == ConstraintKind.BOUND || report.kind() == ConstraintKind.SHARE)
                .filter(report -> report.user().equals(pipe.user()) && path.contains(report.resource()))
                .filter(report -> report.price() > 0 || report.usedBps() >= USED_UP * report.limitBps())
                .max(Comparator.comparingDouble(ConstraintReport::price)
                        .thenComparingDouble(report -> report.usedBps() / report.limitBps()))
                .map(report -> Cause.of(
                                CauseCode.BOUND,
                                connectionsOf(connections) + ": the "
                                        + (report.kind() == ConstraintKind.BOUND ? "bound" : "share") + " of user "
                                        + report.user() + " on " + report.resource() + " is "
                                        + RateText.of(report.limitBps()) + ", of which "
                                        + percent(report.usedBps() / report.limitBps()) + " are used")
                        .with("user", report.user().value())
                        .with("resource", report.resource().value())
                        .with("limitBps", report.limitBps())
                        .with("usedBps", report.usedBps())
                        .with("price", report.price()));
    }

    /// The same with the numbers of the bound in the last interval, if it was in force then.
    ///
    /// @param bound as the dispatch loop names it, with its user, resource and rate
    Cause withNumbers(Cause cause, String bound) {
        return board.last().stream()
                .flatMap(entry -> entry.decision().constraints().stream())
                .filter(report -> report.kind() == ConstraintKind.BOUND
                        && bound.startsWith(BOUND_OF + report.user() + " on " + report.resource() + ","))
                .findFirst()
                .map(report -> cause.with("user", report.user().value())
                        .with("resource", report.resource().value())
                        .with("limitBps", report.limitBps())
                        .with("usedBps", report.usedBps())
                        .with("price", report.price()))
                .orElse(cause);
    }

    private Optional<Cause> connectionLimit(Pipe pipe, int connections, ControlBoard.Entry entry) {
        return usedUpIn(entry)
                .of(pipe.id())
                .map(limit -> Cause.of(
                                CauseCode.CONNECTION_LIMIT,
                                connectionsOf(connections) + ": the limit " + limit.name() + " is "
                                        + limit.maxConnections() + ", and as many are given")
                        .with("limit", limit.name())
                        .with("limitConnections", limit.maxConnections()));
    }

    /// The limits that are used up, worked out once per interval.
    @SuppressWarnings("ReferenceEquality") // the same interval, not one that looks the same
    private UsedUpLimits usedUpIn(ControlBoard.Entry entry) {
        UsedUp known = usedUp;
        if (known != null && known.entry() == entry) {
            return known.limits();
        }
        UsedUpLimits limits = new UsedUpLimits(
                entry.observation().connectionLimits(), entry.decision().pipes());
        usedUp = new UsedUp(entry, limits);
        return limits;
    }

    private Optional<Cause> capacity(int connections, Set<ResourceId> path, Observation observation) {
        Map<ResourceId, Double> usedBps = usedIn(observation);
        Resource fullest = null;
        double most = 0;
        double usedThere = 0;
        for (ResourceId id : path) {
            Resource resource = observation.map().resources().get(id);
            Double capacity = resource == null ? null : resource.capacityBps();
            if (resource == null || capacity == null || capacity <= 0) {
                continue;
            }
            double used = usedBps.getOrDefault(id, 0.0);
            if (used / capacity > most) {
                most = used / capacity;
                fullest = resource;
                usedThere = used;
            }
        }
        if (fullest == null || most < FULL) {
            return Optional.empty();
        }
        return Optional.of(Cause.of(
                        CauseCode.CAPACITY,
                        connectionsOf(connections) + ": " + name(fullest) + " is full, " + percent(most) + " of its "
                                + RateText.of(capacity(fullest)) + " are used")
                .with("resource", fullest.id().value())
                .with("capacityBps", fullest.capacityBps())
                .with("usedBps", usedThere));
    }

    private static double capacity(Resource resource) {
        Double capacity = resource.capacityBps();
        return capacity == null ? 0 : capacity;
    }

    /// What all pipes moved over each resource, worked out once per interval.
    @SuppressWarnings("ReferenceEquality") // the same interval, not one that looks the same
    private Map<ResourceId, Double> usedIn(Observation observation) {
        Usage known = usage;
        if (known != null && known.observation() == observation) {
            return known.usedBps();
        }
        Map<ResourceId, Double> used = new HashMap<>();
        for (PipeObservation pipe : observation.pipes()) {
            List<ResourceId> path =
                    observation.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of());
            path.forEach(resource -> used.merge(resource, pipe.throughputBps(), Double::sum));
        }
        usage = new Usage(observation, used);
        return used;
    }

    private static String name(Resource resource) {
        String label = resource.description().label();
        return label == null || label.isBlank() || label.equals(resource.id().value())
                ? resource.id().value()
                : resource.id() + " (" + label + ")";
    }

    private Cause byOptimizer(Pipe pipe, int connections) {
        return board.last(pipe.id())
                .map(last -> Cause.of(
                                CauseCode.OPTIMIZER,
                                connectionsOf(connections) + ": "
                                        + last.decision().rationale().reason().words())
                        .with("reason", last.decision().rationale().reason().name()))
                .orElseGet(() -> Cause.of(
                        CauseCode.OPTIMIZER,
                        connectionsOf(connections)
                                + ": nothing was decided for it yet, the next control interval does"));
    }

    private static String connectionsOf(int connections) {
        return switch (connections) {
            case 0 -> "its pipe has no connection in this interval";
            case 1 -> "its pipe has 1 connection";
            default -> "its pipe has " + connections + " connections";
        };
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }
}
