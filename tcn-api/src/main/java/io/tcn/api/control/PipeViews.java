// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.why.Cause;
import io.tcn.api.why.PipeCauses;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.StateSnapshot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

    DirectoryAnswers.PipeAnswer view(Pipe pipe) {
        return view(pipe, null, false);
    }

    /// One pipe that was asked for by itself.
    DirectoryAnswers.PipeAnswer single(Pipe pipe, Includes.@Nullable IncludedAnswer included) {
        return view(pipe, included, true);
    }

    private DirectoryAnswers.PipeAnswer view(Pipe pipe, Includes.@Nullable IncludedAnswer included, boolean single) {
        StateSnapshot snapshot = controlPlane.state().snapshot();
        PipeActivity activity = controlPlane.state().activityOf(pipe.id());
        Optional<ControlBoard.PipeView> last = board.last(pipe.id());
        return new DirectoryAnswers.PipeAnswer(
                pipe.id().value(),
                pipe.source().toString(),
                pipe.destination().toString(),
                pipe.user().value(),
                pipe.limits().minConnections(),
                pipe.limits().maxConnections(),
                pipe.weight(),
                single ? Versions.of(Configuration.view(pipe)) : null,
                snapshot.control().tuningOf(pipe).connections(),
                activity.activeConnections(),
                activity.activeTransfers(),
                activity.readyTransfers(),
                activity.queuedBytes(),
                activity.waitingForOthers(),
                activity.finishedTransfers(),
                activity.finishedBytes(),
                activity.failedTransfers(),
                activity.failedAttempts(),
                activity.canceledTransfers(),
                controlPlane.dataPlane().movedBytes(pipe.id()),
                snapshot.map().pipeResources().getOrDefault(pipe.id(), List.of()).stream()
                        .map(Object::toString)
                        .toList(),
                causes.held(pipe.id()).map(Cause::text).orElse(null),
                last.map(entry -> entry.decision().realConnections()).orElse(null),
                last.map(entry -> entry.observation().throughputBps()).orElse(null),
                last.map(entry -> entry.observation().meanActiveConnections()).orElse(null),
                last.map(entry -> entry.observation().movingConnections())
                        .filter(moving -> moving != PipeObservation.UNKNOWN)
                        .orElse(null),
                last.map(entry -> entry.observation().rttSeconds())
                        .filter(Double::isFinite)
                        .orElse(null),
                last.map(entry -> entry.observation().lossRatio())
                        .filter(Double::isFinite)
                        .orElse(null),
                last.map(entry -> entry.decision().rationale().inWords()).orElse(null),
                included);
    }
}
