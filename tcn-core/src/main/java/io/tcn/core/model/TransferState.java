// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Where a transfer is in its life.
///
/// ```
/// WAITING -> QUEUED -> CLAIMED -> ACTIVE -> FINISHED
///    |         |  ^       |  |       |  \-> FAILED
///    |         |  +-------+--|-------+  (retry, restart)
///    +---------+-------------+----------> CANCELED
/// ```
public enum TransferState {
    /// Has predecessors that are not finished. Leads to QUEUED, CANCELED.
    WAITING,
    /// Ready to run once its pipe has a free connection. Leads to CLAIMED, CANCELED.
    QUEUED,
    /// Taken by the dispatch loop: both ends are being looked at, nothing has been written. Leads to ACTIVE, QUEUED
    /// (retry or restart), FAILED, CANCELED. What FTS calls READY.
    CLAIMED,
    /// The destination may have been written to. Leads to FINISHED, FAILED, QUEUED (retry or restart), CANCELED.
    ACTIVE,
    /// The destination holds the whole file and was verified. Final.
    FINISHED,
    /// Given up. Final.
    FAILED,
    /// Stopped by a caller, or because a predecessor did not finish. Final.
    CANCELED;

    /// Whether nothing ever changes any more.
    public boolean isTerminal() {
        return this == FINISHED || this == FAILED || this == CANCELED;
    }
}
