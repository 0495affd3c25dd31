// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.state.PipeActivity;
import org.jspecify.annotations.Nullable;

/// A pipe and what it does, to be summed up with others in [PipeSums].
public interface PipeNow {
    Pipe pipe();

    /// What it does at this moment.
    PipeActivity activity();

    /// What was seen of it in the last control interval; null before the first.
    @Nullable
    PipeObservation seen();

    /// What it moved in the last control interval, in bit/s.
    default double throughputBps() {
        PipeObservation last = seen();
        return last == null ? 0 : last.throughputBps();
    }

    /// Attempts that failed in the last control interval.
    default long failedLately() {
        PipeObservation last = seen();
        return last == null ? 0 : last.failedAttempts();
    }

    /// A pipe as the loops tell of it.
    static PipeNow of(Pipe pipe, ControlPlane controlPlane, ControlBoard board) {
        record Told(
                Pipe pipe, PipeActivity activity, @Nullable PipeObservation seen) implements PipeNow {}
        return new Told(
                pipe,
                controlPlane.state().activityOf(pipe.id()),
                board.last(pipe.id()).map(ControlBoard.PipeView::observation).orElse(null));
    }
}
