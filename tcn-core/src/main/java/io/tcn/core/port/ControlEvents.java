// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hears what the loops do, for monitoring. Called on the loops' threads: implementations return at once.
public interface ControlEvents {
    /// Hears nothing.
    ControlEvents NONE = new ControlEvents() {};

    /// Transfers changed their states, in this order, and the changes are durable. Told once for each answer of the
    /// store, so that whoever hands it on to another thread hands on one thing.
    ///
    /// @param at when the answer was heard
    /// @param changes at least one; they change no more
    default void transfersChanged(Instant at, List<TransferChange> changes) {
        for (TransferChange change : changes) {
            transferChanged(change.transfer(), change.state(), change.failure());
        }
    }

    /// The same, one by one, for who does not care what came together.
    ///
    /// @param failure why, where the change is a failure, a retry or a cancellation
    default void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {}

    /// The data plane answered about an attempt that the dispatch loop does not know any more. Harmless, but counted.
    default void lateAnswer(AttemptId attempt) {}

    /// The ALTO loop has published another network map.
    default void mapChanged(NetworkMapChange change) {}

    /// A step of a loop threw: a defect. The loop goes on with what there is: what the step had changed stays.
    default void stepFailed(String loop, Throwable defect) {}
}
