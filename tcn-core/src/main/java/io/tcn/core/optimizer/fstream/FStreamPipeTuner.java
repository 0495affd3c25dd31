// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.PipeTuner;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// FStream++'s online profiling for a pipe: a control interval is a step of [OnlineProfiling], and connections are
/// concurrency.
final class FStreamPipeTuner implements PipeTuner {
    private static final double MILLIS = 1e3;

    private @Nullable OnlineProfiling profiling;
    private int most;
    private @Nullable Instant last;
    private double seconds;

    /// With other limits it begins anew.
    private OnlineProfiling profiling(ConnectionRange range, Instant at) {
        pass(at);
        if (profiling == null || most != range.most()) {
            most = range.most();
            profiling = new OnlineProfiling(most);
            profiling.restart(seconds);
        }
        return profiling;
    }

    /// Counts the time between two calls. Where the clock was set back nothing counts as passed.
    private void pass(Instant at) {
        if (last != null && at.isAfter(last)) {
            seconds += Duration.between(last, at).toMillis() / MILLIS;
        }
        last = at;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        profiling(range, at);
        return range.least();
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        int next = profiling(range, at).next(seconds, tried, pipe.throughputBps());
        return PipeDecision.of(pipe, range.clamp(next), Rationale.of(Reason.PROBE));
    }
}
