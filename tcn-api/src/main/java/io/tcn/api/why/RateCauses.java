// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.dispatch.LimitUse;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import io.tcn.core.throughput.RateText;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/// What becomes of the rates that jobs ask for.
@Component
class RateCauses {
    /// From this part of a rate on it is kept.
    private static final double KEPT = 0.9;

    private final ControlPlane controlPlane;
    private final ControlBoard board;

    RateCauses(ControlPlane controlPlane, ControlBoard board) {
        this.controlPlane = controlPlane;
        this.board = board;
    }

    /// Whether any job that has something to do asks for a rate.
    boolean isAnyAsked() {
        return !controlPlane.state().rates().isEmpty();
    }

    /// How the rate of a job stands; empty if the limit is no rate, or not in use.
    ///
    /// @param pipe one on which the job is
    Optional<Cause> of(LimitId limit, Pipe pipe) {
        return controlPlane
                .dispatch()
                .limitInUse(limit)
                .filter(use -> use.limit().wanted())
                .map(use -> cause(use, pipe));
    }

    private Cause cause(LimitUse use, Pipe pipe) {
        double rateBps = use.limit().maxBps();
        String text = use.limit().holder() + " asks for " + RateText.of(rateBps) + " and moves "
                + RateText.of(use.throughputBps()) + " on "
                + (use.connections() == 1 ? "1 connection" : use.connections() + " connections");
        Optional<ConstraintReport> bound = bound(pipe, rateBps);
        String kept = use.throughputBps() >= KEPT * rateBps
                ? "; that is its rate"
                : bound.map(report -> "; it is kept at the bound of user " + report.user() + " on " + report.resource()
                                + ", " + RateText.of(report.limitBps()))
                        .or(() -> controlPlane
                                .dispatch()
                                .limitOf(pipe.id())
                                .map(limited -> "; its pipe waits for room under " + limited))
                        .orElseGet(() -> use.inTheWay().isEmpty() ? "" : "; it waits for " + use.inTheWay());
        Cause cause = Cause.of(CauseCode.RATE, text + kept)
                .with("rateBps", rateBps)
                .with("throughputBps", use.throughputBps())
                .with("connectionsInUse", use.connections());
        return bound.map(report -> cause.with("user", report.user().value())
                        .with("resource", report.resource().value())
                        .with("boundBps", report.limitBps()))
                .orElse(cause);
    }

    /// The least bound on the way that is below a rate.
    private Optional<ConstraintReport> bound(Pipe pipe, double rateBps) {
        return board.last().flatMap(entry -> {
            Set<ResourceId> path =
                    new HashSet<>(entry.observation().map().pipeResources().getOrDefault(pipe.id(), List.of()));
            return entry.decision().constraints().stream()
                    .filter(report -> report.kind() == ConstraintKind.BOUND && report.limitBps() < rateBps)
                    .filter(report -> report.user().equals(pipe.user()) && path.contains(report.resource()))
                    .min(Comparator.comparingDouble(ConstraintReport::limitBps));
        });
    }
}
