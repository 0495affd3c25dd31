// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.openapi.About;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// How the control loop decides, and the last decision with its rationale.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class StateController {
    private final ControlBoard board;
    private final Directory directory;
    private final InForce inForce;
    private final TcnProperties.Control settings;

    StateController(ControlBoard board, Directory directory, InForce inForce, TcnProperties properties) {
        this.settings = properties.control();
        this.directory = directory;
        this.inForce = inForce;
        this.board = board;
    }

    @GetMapping("/control")
    @About(
            "How it is decided, and the last decision: utility, how each resource control stands and what it costs, conflicts, limits.")
    NetworkAnswers.ControlAnswer control(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        return board.last()
                .map(last -> view(last, caller))
                .orElseGet(() -> new NetworkAnswers.ControlAnswer(
                        settings.optimizer(),
                        settings.utility(),
                        intervalSeconds(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    private double intervalSeconds() {
        return settings.interval().toMillis() / 1000.0;
    }

    private NetworkAnswers.ControlAnswer view(ControlBoard.Entry last, Caller caller) {
        return new NetworkAnswers.ControlAnswer(
                settings.optimizer(),
                settings.utility(),
                intervalSeconds(),
                last.decision().interval(),
                last.decision().at(),
                last.observation().length().toMillis() / 1000.0,
                last.decision().utility(),
                last.decision().objective(),
                last.decision().constraints().stream()
                        .filter(report -> caller.mayActFor(report.user()))
                        .map(StateController::view)
                        .toList(),
                directory.resourceControls().stream()
                        .map(TimedControl::control)
                        .filter(control -> caller.mayActFor(control.user()))
                        .flatMap(control -> inForce.warnings(List.of(control)).stream()
                                .map(warning -> control.user() + " on " + control.resourceSet() + ": " + warning))
                        .distinct()
                        .toList(),
                ConflictViews.of(last.observation().conflicts(), caller),
                connectionLimits(last));
    }

    private static NetworkAnswers.ConstraintAnswer view(ConstraintReport report) {
        return new NetworkAnswers.ConstraintAnswer(
                report.kind(),
                report.user().value(),
                report.resource().value(),
                report.limitBps(),
                report.kind() == ConstraintKind.BOUND ? (Double) report.limitBps() : null,
                report.usedBps(),
                report.slackBps(),
                report.price());
    }

    /// Limits on the connections of several pipes, and what was decided under them.
    private static List<NetworkAnswers.ConnectionLimitAnswer> connectionLimits(ControlBoard.Entry last) {
        return last.observation().connectionLimits().stream()
                .map(limit -> {
                    int connections = 0;
                    for (int k = 0; k < limit.size(); k++) {
                        connections += last.decision()
                                .pipes()
                                .get(limit.pipe(k))
                                .tuning()
                                .connections();
                    }
                    return new NetworkAnswers.ConnectionLimitAnswer(limit.name(), limit.maxConnections(), connections);
                })
                .toList();
    }
}
