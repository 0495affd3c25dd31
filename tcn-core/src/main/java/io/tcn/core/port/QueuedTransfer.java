// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.Transfer;

/// A transfer that waits for a connection, with what the store remembers of its earlier attempts.
///
/// @param transfer the transfer
/// @param attempts how many attempts were claimed so far, restarts included
/// @param retries how many of them failed and were put back for another try
/// @param destinationMayBeOurs whether an earlier attempt may have left something at the destination
/// @param activity what kind of work it is, for users whose activities have shares
public record QueuedTransfer(
        Transfer transfer, int attempts, int retries, boolean destinationMayBeOurs, String activity) {
    /// The activity of a transfer that names none.
    public static final String DEFAULT_ACTIVITY = "default";

    /// Of the default activity.
    public QueuedTransfer(Transfer transfer, int attempts, int retries, boolean destinationMayBeOurs) {
        this(transfer, attempts, retries, destinationMayBeOurs, DEFAULT_ACTIVITY);
    }
}
