// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.WrappedDataPlane;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A data plane on which some attempts fail: each, on its start, is chosen with the probability of its pipe, and
/// then fails when a part of its bytes has moved that is drawn uniformly. What it wrote stays at the destination,
/// which is reported not clean.
///
/// Attempts of unknown size never fail here. Used by one thread.
public final class FailingDataPlane extends WrappedDataPlane {
    private final ToDoubleFunction<PipeId> probability;
    private final TransferFailure failure;
    private final RandomGenerator random;

    /// @param probability of an attempt on a pipe to fail, 0 to 1
    /// @param failure what is reported; whether the transfer is tried again follows from its code
    public FailingDataPlane(
            DataPlane real, ToDoubleFunction<PipeId> probability, TransferFailure failure, RandomGenerator random) {
        super(real);
        this.probability = probability;
        this.failure = failure;
        this.random = random;
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        Transfer transfer = attempt.transfer();
        if (transfer.sizeBytes() < 0 || !(random.nextDouble() < probability.applyAsDouble(transfer.pipe()))) {
            super.start(attempt, listener);
            return;
        }
        Transfer part = new Transfer(
                transfer.id(),
                transfer.pipe(),
                transfer.source(),
                transfer.destination(),
                (long) (random.nextDouble() * transfer.sizeBytes()),
                transfer.priority(),
                transfer.after(),
                transfer.options());
        super.start(
                new Attempt(attempt.id(), part, attempt.connections(), attempt.tuning(), attempt.earlier()),
                new Failing(transfer.sizeBytes(), listener));
    }

    /// Hears of an attempt that is to move a part of its bytes only, and tells of it as if it were the whole.
    private final class Failing implements AttemptListener {
        private final long sizeBytes;
        private final AttemptListener listener;

        Failing(long sizeBytes, AttemptListener listener) {
            this.sizeBytes = sizeBytes;
            this.listener = listener;
        }

        @Override
        public void prepared(AttemptId attempt, long partBytes, int connections) {
            listener.prepared(attempt, sizeBytes, connections);
        }

        @Override
        public void uses(AttemptId attempt, int connections) {
            listener.uses(attempt, connections);
        }

        @Override
        public void finished(AttemptId attempt, long partBytes, @Nullable Checksum checksum) {
            listener.failed(attempt, failure, false);
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure other, boolean destinationClean) {
            listener.failed(attempt, other, destinationClean);
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            listener.canceled(attempt, destinationClean);
        }
    }
}
