// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.optimizer.Held;
import io.tcn.core.optimizer.HeldConnections;
import io.tcn.core.throughput.RateText;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Why a pipe has as many connections as it has, and no more: worked out from the last decision and the interval that
/// it was made from. What comes first in the list of questions is named: a bound of its user that has no room now, the
/// pipe's own maximum, a bound that costs something or is used up, a limit of connections, a resource that is full;
/// else the optimizer's own reason.
@Component
class ConnectionCauses {
    /// What the dispatch loop calls a bound begins with this.
    static final String BOUND_OF = "the bound of ";

    /// What held the connections of pipes in an interval.
    private record InInterval(ControlBoard.Entry entry, HeldConnections held) {}

    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private volatile @Nullable InInterval last;

    ConnectionCauses(ControlPlane controlPlane, ControlBoard board) {
        this.controlPlane = controlPlane;
        this.board = board;
    }

    Cause of(Pipe pipe) {
        int connections =
                controlPlane.state().snapshot().control().tuningOf(pipe).connections();
        Cause cause = withoutRoom(pipe, connections)
                .or(() -> board.last().flatMap(entry -> limit(pipe, connections, entry)))
                .orElseGet(() -> byOptimizer(pipe, connections))
                .with("connections", connections)
                .with("maxConnections", pipe.limits().maxConnections());
        return board.last(pipe.id())
                .map(last -> cause.with("throughputBps", last.observation().throughputBps())
                        .with("lastDecision", last.decision().rationale().inWords()))
                .orElse(cause);
    }

    /// A bound without room: what follows from it, such as a small number of connections, is not the reason.
    private Optional<Cause> withoutRoom(Pipe pipe, int connections) {
        return controlPlane
                .dispatch()
                .boundOf(pipe.id())
                .map(bound -> report(bound)
                        .filter(report -> report.usedBps() >= report.limitBps())
                        .map(report -> bound(connections, report))
                        .orElseGet(() -> withNumbers(
                                Cause.of(
                                                CauseCode.BOUND,
                                                connectionsOf(connections) + ": " + bound
                                                        + ", has no room for more now; what was moved before counts, too")
                                        .with("limit", bound),
                                bound)));
    }

    private Optional<Cause> limit(Pipe pipe, int connections, ControlBoard.Entry entry) {
        if (connections >= pipe.limits().maxConnections()) {
            return Optional.of(Cause.of(
                    CauseCode.PIPE_MAXIMUM,
                    connectionsOf(connections) + ": that is its own maximum (PATCH /tcn/v1/pipes/" + pipe.id()
                            + " raises it)"));
        }
        return rate(pipe, connections).or(() -> heldIn(entry).of(pipe).map(held -> cause(connections, held)));
    }

    private static Cause cause(int connections, Held held) {
        return switch (held) {
            case Held.ByConstraint by -> bound(connections, by.report());
            case Held.ByLimit by ->
                Cause.of(
                                CauseCode.CONNECTION_LIMIT,
                                connectionsOf(connections) + ": the limit "
                                        + by.limit().name() + " is "
                                        + by.limit().maxConnections()
                                        + ", and as many are given")
                        .with("limit", by.limit().name())
                        .with("limitConnections", by.limit().maxConnections());
            case Held.ByCapacity by ->
                Cause.of(
                                CauseCode.CAPACITY,
                                connectionsOf(connections) + ": " + name(by.resource()) + " is full, "
                                        + percent(by.usedBps() / by.capacityBps()) + " of its "
                                        + RateText.of(by.capacityBps()) + " are used")
                        .with("resource", by.resource().id().value())
                        .with("capacityBps", by.capacityBps())
                        .with("usedBps", by.usedBps());
        };
    }

    /// What holds pipes, worked out once per interval.
    @SuppressWarnings("ReferenceEquality") // the same interval, not one that looks the same
    private HeldConnections heldIn(ControlBoard.Entry entry) {
        InInterval known = last;
        if (known != null && known.entry() == entry) {
            return known.held();
        }
        HeldConnections held = new HeldConnections(entry.observation(), entry.decision());
        last = new InInterval(entry, held);
        return held;
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

    private static Cause bound(int connections, ConstraintReport report) {
        return Cause.of(
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
                .with("price", report.price());
    }

    /// The same with the numbers of the bound in the last interval, if it was in force then.
    ///
    /// @param bound as the dispatch loop names it, with its user, resource and rate
    Cause withNumbers(Cause cause, String bound) {
        return report(bound)
                .map(report -> cause.with("user", report.user().value())
                        .with("resource", report.resource().value())
                        .with("limitBps", report.limitBps())
                        .with("usedBps", report.usedBps())
                        .with("price", report.price()))
                .orElse(cause);
    }

    private Optional<ConstraintReport> report(String bound) {
        return board.last().stream()
                .flatMap(entry -> entry.decision().constraints().stream())
                .filter(report -> report.kind() == ConstraintKind.BOUND
                        && bound.startsWith(BOUND_OF + report.user() + " on " + report.resource() + ","))
                .findFirst();
    }

    /// Its id, and what people call it.
    static String name(Resource resource) {
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
