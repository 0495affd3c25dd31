// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Passes answers on, and says before that an attempt has ended.
///
/// @param listener hears the answers
/// @param ended hears of the end
record EndsHere(AttemptListener listener, Consumer<AttemptId> ended) implements AttemptListener {
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
        ended.accept(attempt);
        listener.finished(attempt, sizeBytes, checksum);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        ended.accept(attempt);
        listener.failed(attempt, failure, destinationClean);
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        ended.accept(attempt);
        listener.canceled(attempt, destinationClean);
    }
}
