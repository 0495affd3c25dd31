// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.job.ConnectionRange;
import io.tcn.core.optimizer.job.PipeTuner;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// FStream++'s online profiling for a pipe: a control interval is a step of [OnlineProfiling], and connections are
/// concurrency.
final class FStreamPipeTuner implements PipeTuner {
    private static final double MILLIS = 1e3;

    private @Nullable OnlineProfiling profiling;

    private OnlineProfiling profiling(ConnectionRange range, Instant at) {
        if (profiling == null) {
            profiling = new OnlineProfiling(range.most());
            profiling.restart(seconds(at));
        }
        return profiling;
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / MILLIS;
    }

    @Override
    public int first(ConnectionRange range, Instant at) {
        profiling(range, at);
        return range.least();
    }

    @Override
    public PipeDecision next(PipeObservation pipe, int tried, ConnectionRange range, Instant at) {
        int next = profiling(range, at).next(seconds(at), tried, pipe.throughputBps());
        return PipeDecision.of(pipe, range.clamp(next), Rationale.of(Reason.PROBE));
    }
}
