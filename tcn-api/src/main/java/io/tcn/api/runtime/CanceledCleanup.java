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
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Removes what transfers left at their destinations that were cancelled while they ran, when the server stopped
/// before the data plane had cleaned up. Each is started as an attempt that is cancelled at once: the data plane
/// then removes what an earlier attempt may have left.
final class CanceledCleanup implements AttemptListener {
    private final DataPlane dataPlane;
    private final TransferStore store;
    private final TimeSource time;

    CanceledCleanup(DataPlane dataPlane, TransferStore store, TimeSource time) {
        this.dataPlane = dataPlane;
        this.store = store;
        this.time = time;
    }

    void cleanUp(List<QueuedTransfer> canceled) {
        for (QueuedTransfer transfer : canceled) {
            AttemptId attempt = new AttemptId(transfer.transfer().id(), Math.max(1, transfer.attempts()));
            dataPlane.start(new Attempt(attempt, transfer.transfer(), 1, PipeTuning.of(1), true), this);
            dataPlane.cancel(attempt);
        }
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        // Cancelled already: the answer to that follows.
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        stopped(attempt, true);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        stopped(attempt, destinationClean);
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        stopped(attempt, destinationClean);
    }

    private void stopped(AttemptId attempt, boolean destinationClean) {
        store.apply(List.of(new Transition.Stopped(attempt, time.now(), destinationClean)), made -> {});
    }
}
