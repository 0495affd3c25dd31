// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.why.Cause;
import io.tcn.api.why.PipeCauses;
import io.tcn.core.model.Pipe;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.StateSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/// Pipes as callers see them: limits, n and why, throughput, what is under way.
@Component
class PipeViews {
    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final PipeCauses causes;

    PipeViews(ControlPlane controlPlane, ControlBoard board, PipeCauses causes) {
        this.causes = causes;
        this.controlPlane = controlPlane;
        this.board = board;
    }

    Map<String, Object> view(Pipe pipe) {
        StateSnapshot snapshot = controlPlane.state().snapshot();
        PipeActivity activity = controlPlane.state().activityOf(pipe.id());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", pipe.id().value());
        json.put("source", pipe.source().toString());
        json.put("destination", pipe.destination().toString());
        json.put("user", pipe.user().value());
        json.put("minConnections", pipe.limits().minConnections());
        json.put("maxConnections", pipe.limits().maxConnections());
        json.put("weight", pipe.weight());
        json.put("connections", snapshot.control().tuningOf(pipe).connections());
        json.put("activeConnections", activity.activeConnections());
        json.put("activeTransfers", activity.activeTransfers());
        json.put("queuedTransfers", activity.queuedTransfers());
        json.put("waitingTransfers", activity.waitingTransfers());
        json.put("finishedTransfers", activity.finishedTransfers());
        json.put("finishedBytes", activity.finishedBytes());
        json.put("failedTransfers", activity.failedTransfers());
        json.put("failedAttempts", activity.failedAttempts());
        json.put("canceledTransfers", activity.canceledTransfers());
        json.put("movedBytes", controlPlane.dataPlane().movedBytes(pipe.id()));
        json.put(
                "resources",
                snapshot.map().pipeResources().getOrDefault(pipe.id(), List.of()).stream()
                        .map(Object::toString)
                        .toList());
        json.put("held", causes.held(pipe.id()).map(Cause::text).orElse(null));
        board.last(pipe.id()).ifPresent(last -> {
            json.put("realConnections", last.decision().realConnections());
            json.put("throughputBps", last.observation().throughputBps());
            json.put("meanActiveConnections", last.observation().meanActiveConnections());
            json.put("rationale", last.decision().rationale().inWords());
        });
        return json;
    }
}
