// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.WrappedDataPlane;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A fluid data plane whose patience has an end, as that of the agent has (`tcn.agent.stall-timeout`): an attempt that
/// moves no byte for so long fails with TIMEOUT, and nothing of it stays. Without that, files on a resource that too
/// many connections have worn out would lie there for ever, and their connections with them.
///
/// Cost: O(running attempts) every eighth of the timeout. Used by one thread.
public final class PatientDataPlane extends WrappedDataPlane {
    private static final int LOOKS = 8;

    private final FluidDataPlane fluid;
    private final Engine engine;
    private final Duration timeout;
    private final Map<AttemptId, Watched> running = new LinkedHashMap<>();

    /// @param timeout how long an attempt may move nothing; found out up to a quarter of it later
    public PatientDataPlane(FluidDataPlane fluid, Engine engine, Duration timeout) {
        super(fluid);
        this.fluid = fluid;
        this.engine = engine;
        this.timeout = timeout;
        engine.schedule(timeout.dividedBy(LOOKS), this::look);
    }

    private void look() {
        long now = engine.nanoTime();
        for (Map.Entry<AttemptId, Watched> one : List.copyOf(running.entrySet())) {
            Watched watched = one.getValue();
            double bytes = fluid.movedBytes(one.getKey()).orElse(0);
            if (bytes > watched.bytes) {
                watched.bytes = bytes;
                watched.sinceNanos = now;
            } else if (!watched.givenUp && now - watched.sinceNanos > timeout.toNanos()) {
                watched.givenUp = true;
                fluid.cancel(one.getKey());
            }
        }
        engine.schedule(timeout.dividedBy(LOOKS), this::look);
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        Watched watched = new Watched(listener, engine.nanoTime());
        running.put(attempt.id(), watched);
        super.start(attempt, watched);
    }

    /// An attempt and what was seen of it.
    private final class Watched implements AttemptListener {
        private final AttemptListener listener;
        private double bytes;
        private long sinceNanos;
        private boolean givenUp;

        Watched(AttemptListener listener, long sinceNanos) {
            this.listener = listener;
            this.sinceNanos = sinceNanos;
        }

        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {
            listener.prepared(attempt, sizeBytes, connections);
        }

        @Override
        public void uses(AttemptId attempt, int connections) {
            listener.uses(attempt, connections);
        }

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
            running.remove(attempt);
            listener.finished(attempt, sizeBytes, checksum);
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            running.remove(attempt);
            listener.failed(attempt, failure, destinationClean);
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            running.remove(attempt);
            if (givenUp) {
                TransferFailure failure =
                        new TransferFailure(ErrorCode.TIMEOUT, "no byte moved for " + timeout.toSeconds() + " s");
                listener.failed(attempt, failure, destinationClean);
            } else {
                listener.canceled(attempt, destinationClean);
            }
        }
    }
}
