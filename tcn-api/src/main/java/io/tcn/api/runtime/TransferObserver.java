// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import org.jspecify.annotations.Nullable;

/// Hears of changes of transfers that are durable. Called on the dispatch loop's thread: returns at once.
interface TransferObserver {
    /// @param failure why, where the change is a failure, a retry or a cancellation
    void changed(TransferId transfer, TransferState state, @Nullable TransferFailure failure);
}
