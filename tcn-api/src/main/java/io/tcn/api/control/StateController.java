// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Needs;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The last decision with its rationale.
@Needs
@RestController
@RequestMapping("/tcn/v1")
class StateController {
    private final ControlBoard board;
    private final Directory directory;
    private final InForce inForce;

    StateController(ControlBoard board, Directory directory, InForce inForce) {
        this.directory = directory;
        this.inForce = inForce;
        this.board = board;
    }

    @GetMapping("/control")
    Map<String, Object> control(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        Access.known(caller);
        Map<String, Object> json = new LinkedHashMap<>();
        board.last().ifPresent(last -> {
            json.put("interval", last.decision().interval());
            json.put("at", last.decision().at());
            json.put("lengthSeconds", last.observation().length().toMillis() / 1000.0);
            json.put("utility", last.decision().utility());
            json.put("objective", last.decision().objective());
            json.put(
                    "constraints",
                    last.decision().constraints().stream()
                            .filter(report -> caller.mayActFor(report.user()))
                            .map(StateController::view)
                            .toList());
            json.put(
                    "withoutEffect",
                    directory.resourceControls().stream()
                            .map(TimedControl::control)
                            .filter(control -> caller.mayActFor(control.user()))
                            .flatMap(control -> inForce.warnings(List.of(control)).stream()
                                    .map(warning -> control.user() + " on " + control.resourceSet() + ": " + warning))
                            .distinct()
                            .toList());
            json.put("conflicts", ConflictViews.of(last.observation().conflicts(), caller));
            json.put("connectionLimits", connectionLimits(last));
        });
        return json;
    }

    private static Map<String, Object> view(ConstraintReport report) {
        Map<String, Object> constraint = new LinkedHashMap<>();
        constraint.put("kind", report.kind().name());
        constraint.put("user", report.user().value());
        constraint.put("resource", report.resource().value());
        constraint.put("limitBps", report.limitBps());
        if (report.kind() == ConstraintKind.BOUND) {
            constraint.put("boundBps", report.limitBps());
        }
        constraint.put("usedBps", report.usedBps());
        constraint.put("slackBps", report.slackBps());
        constraint.put("price", report.price());
        return constraint;
    }

    /// Limits on the connections of several pipes, and what was decided under them.
    private static List<Map<String, Object>> connectionLimits(ControlBoard.Entry last) {
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
                    Map<String, Object> view = new LinkedHashMap<>();
                    view.put("name", limit.name());
                    view.put("maxConnections", limit.maxConnections());
                    view.put("connections", connections);
                    return view;
                })
                .toList();
    }
}
