// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.QueuedTransfer;
import org.jspecify.annotations.Nullable;

/// Removes what a transfer has left at its destination: an attempt that is cancelled at once, after which the data
/// plane removes what earlier attempts may have left.
final class DestinationRemoval implements AttemptListener {
    /// Hears how it went.
    @FunctionalInterface
    interface Listener {
        /// @param clean whether nothing of the transfer is there any more
        void removed(AttemptId attempt, boolean clean);
    }

    private final DataPlane dataPlane;
    private final Listener listener;

    DestinationRemoval(DataPlane dataPlane, Listener listener) {
        this.dataPlane = dataPlane;
        this.listener = listener;
    }

    /// Begins.
    ///
    /// @param number of the attempt, for logs and answers
    void start(QueuedTransfer transfer, int number) {
        AttemptId attempt = new AttemptId(transfer.transfer().id(), number);
        dataPlane.start(new Attempt(attempt, transfer.transfer(), 1, PipeTuning.of(1), true), this);
        dataPlane.cancel(attempt);
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        // Cancelled already: the answer to that follows.
    }

    /// It was there and whole before the cancellation came.
    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        listener.removed(attempt, false);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        listener.removed(attempt, destinationClean);
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        listener.removed(attempt, destinationClean);
    }
}
