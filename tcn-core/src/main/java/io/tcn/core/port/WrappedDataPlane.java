// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import java.time.Duration;
import java.util.List;

/// A data plane in front of another one, which changes some of what it does and hands on the rest. As safe for threads
/// as the other one. A removal is not handed on as such: by default it begins an attempt here and cancels it.
public abstract class WrappedDataPlane implements DataPlane {
    private final DataPlane real;

    protected WrappedDataPlane(DataPlane real) {
        this.real = real;
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        real.start(attempt, listener);
    }

    @Override
    public void proceed(AttemptId attempt) {
        real.proceed(attempt);
    }

    @Override
    public void cancel(AttemptId attempt) {
        real.cancel(attempt);
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        return real.adjust(attempt, connections);
    }

    @Override
    public void shape(PipeId pipe, List<ShapedBound> bounds) {
        real.shape(pipe, bounds);
    }

    @Override
    public void tune(PipeId pipe, PipeTuning tuning) {
        real.tune(pipe, tuning);
    }

    @Override
    public StageTotals stages(PipeId pipe) {
        return real.stages(pipe);
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return real.movedBytes(pipe);
    }

    @Override
    public long outstandingBytes(PipeId pipe) {
        return real.outstandingBytes(pipe);
    }

    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        return real.movingConnections(pipe, within);
    }

    @Override
    public PathCounts pathCounts(PipeId pipe) {
        return real.pathCounts(pipe);
    }

    @Override
    public long movedBytes(LimitId limit) {
        return real.movedBytes(limit);
    }

    @Override
    public void forget(PipeId pipe) {
        real.forget(pipe);
    }

    @Override
    public void forget(LimitId limit) {
        real.forget(limit);
    }
}
