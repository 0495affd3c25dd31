// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.agent.transfer.AttemptTraces;
import io.tcn.api.store.NewJob;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import java.time.Instant;
import java.util.Optional;

/// Follows jobs from their submission through the attempts at their transfers, for somebody who collects
/// traces. No method blocks but [AttemptTraces#begin], none throws.
public interface Traces extends AttemptTraces {
    /// Nobody collects any.
    Traces NONE = new Traces() {
        @Override
        public AttemptTrace begin(Attempt attempt) {
            return AttemptTrace.NONE;
        }

        @Override
        public void submitted(NewJob job, Instant began) {}

        @Override
        public Optional<String> find(TransferId transfer) {
            return Optional.empty();
        }
    };

    /// A job was stored, on the thread of the request that brought it.
    ///
    /// @param began when its storing began
    void submitted(NewJob job, Instant began);

    /// The trace of a transfer's last attempt, if that was lately.
    Optional<String> find(TransferId transfer);

    /// The same as the end of a line.
    default String words(TransferId transfer) {
        return find(transfer).map(trace -> " (trace " + trace + ")").orElse("");
    }
}
