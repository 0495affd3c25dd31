// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.outbox;

/// FTS's kinds of messages about transfers.
public enum MessageKind {
    /// An attempt begins to move bytes.
    START,
    /// An attempt has ended, well or not, or a transfer was cancelled.
    COMPLETE,
    /// A transfer has another state.
    STATE
}
