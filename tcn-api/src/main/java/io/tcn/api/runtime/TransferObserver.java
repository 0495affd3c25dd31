// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.port.TransferChange;
import java.time.Instant;
import java.util.List;

/// Hears of changes of transfers that are durable. Called on the dispatch loop's thread: returns at once.
interface TransferObserver {
    /// @param at when they were heard of
    /// @param changes in their order; the list changes no more and may be kept
    /// @param hasFailure whether a failure is among them: an end, a retry, or what was given up because of a
    ///     predecessor; what a caller cancels is none
    void changed(Instant at, List<TransferChange> changes, boolean hasFailure);
}
