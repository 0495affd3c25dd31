// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.WrappedDataPlane;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Begins nothing while this server does not know for sure that it leads. What it is asked meanwhile waits, in
/// its order, until the lease was renewed; if another server leads, this process ends, and nothing of it was
/// begun. What runs goes on.
final class LedDataPlane extends WrappedDataPlane {
    private static final Logger LOG = LoggerFactory.getLogger(LedDataPlane.class);

    private final DataPlane plane;
    private final BooleanSupplier mayAct;
    /// Also the lock: what waits is overtaken by nothing.
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    LedDataPlane(DataPlane plane, BooleanSupplier mayAct) {
        super(plane);
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
                try {
                    next.run();
                } catch (RuntimeException | Error defect) {
                    // Not told to whoever happens to call: what has waited may be another's.
                    LOG.error("The data plane did not do what it was told: a defect of TCN", defect);
                }
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
        whenLeading(() -> begin(attempt, listener, () -> plane.start(attempt, listener)));
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        whenLeading(() -> begin(attempt, listener, () -> plane.cleanUp(attempt, listener)));
    }

    /// What cannot be begun is answered all the same: its connections would never be free again.
    private static void begin(Attempt attempt, AttemptListener listener, Runnable begin) {
        try {
            begin.run();
        } catch (RuntimeException | Error defect) {
            listener.failed(
                    attempt.id(),
                    new TransferFailure(ErrorCode.INTERNAL, "the data plane could not begin the transfer: " + defect),
                    !attempt.destinationMayBeOurs());
            throw defect;
        }
    }

    @Override
    public void proceed(AttemptId attempt) {
        whenLeading(() -> plane.proceed(attempt));
    }

    @Override
    public void cancel(AttemptId attempt) {
        whenLeading(() -> plane.cancel(attempt));
    }
}
