// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.ShapedBound;
import io.tcn.core.port.StageTotals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/// Begins nothing while this server does not know for sure that it leads. What it is asked meanwhile waits, in
/// its order, until the lease was renewed; if another server leads, this process ends, and nothing of it was
/// begun. What runs goes on.
final class LedDataPlane implements DataPlane {
    private final DataPlane plane;
    private final BooleanSupplier mayAct;
    /// Also the lock: what waits is overtaken by nothing.
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    LedDataPlane(DataPlane plane, BooleanSupplier mayAct) {
        this.plane = plane;
        this.mayAct = mayAct;
    }

    private void whenLeading(Runnable act) {
        synchronized (waiting) {
            waiting.add(act);
        }
        goOn();
    }

    /// Does what waits, if this server leads.
    void goOn() {
        while (true) {
            Runnable next;
            synchronized (waiting) {
                next = waiting.peek();
                if (next == null || !mayAct.getAsBoolean()) {
                    return;
                }
                waiting.remove();
                next.run();
            }
        }
    }

    /// How much waits.
    int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        whenLeading(() -> plane.start(attempt, listener));
    }

    @Override
    public void proceed(AttemptId attempt) {
        whenLeading(() -> plane.proceed(attempt));
    }

    @Override
    public void cancel(AttemptId attempt) {
        whenLeading(() -> plane.cancel(attempt));
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        whenLeading(() -> plane.cleanUp(attempt, listener));
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        return plane.adjust(attempt, connections);
    }

    @Override
    public void shape(PipeId pipe, List<ShapedBound> bounds) {
        plane.shape(pipe, bounds);
    }

    @Override
    public void forget(PipeId pipe) {
        plane.forget(pipe);
    }

    @Override
    public void forget(LimitId limit) {
        plane.forget(limit);
    }

    @Override
    public long movedBytes(LimitId limit) {
        return plane.movedBytes(limit);
    }

    @Override
    public void tune(PipeId pipe, PipeTuning tuning) {
        plane.tune(pipe, tuning);
    }

    @Override
    public StageTotals stages(PipeId pipe) {
        return plane.stages(pipe);
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return plane.movedBytes(pipe);
    }

    @Override
    public long outstandingBytes(PipeId pipe) {
        return plane.outstandingBytes(pipe);
    }

    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        return plane.movingConnections(pipe, within);
    }

    @Override
    public PathCounts pathCounts(PipeId pipe) {
        return plane.pathCounts(pipe);
    }
}
