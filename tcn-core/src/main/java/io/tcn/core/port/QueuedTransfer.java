// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.Transfer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A transfer that waits for a connection, with what the store remembers of its earlier attempts.
///
/// @param transfer the transfer
/// @param attempts how many attempts were claimed so far, restarts included
/// @param retries how many of them failed and were put back for another try
/// @param earlier what an earlier attempt may have left at the destination, null if nothing
/// @param activity what kind of work it is, for users whose activities have shares
/// @param group the group that it is in, or [GroupId#NONE]
public record QueuedTransfer(
        Transfer transfer,
        int attempts,
        int retries,
        @Nullable EarlierWrite earlier,
        String activity,
        GroupId group) {
    /// The activity of a transfer that names none.
    public static final String DEFAULT_ACTIVITY = "default";

    /// Of the default activity, in no group.
    public QueuedTransfer(Transfer transfer, int attempts, int retries, @Nullable EarlierWrite earlier) {
        this(transfer, attempts, retries, earlier, DEFAULT_ACTIVITY, GroupId.NONE);
    }

    /// The same with other evidence.
    public QueuedTransfer withEarlier(@Nullable EarlierWrite found) {
        return Objects.equals(found, earlier)
                ? this
                : new QueuedTransfer(transfer, attempts, retries, found, activity, group);
    }

    /// The same with more known of the transfer.
    public QueuedTransfer withTransfer(Transfer known) {
        return new QueuedTransfer(known, attempts, retries, earlier, activity, group);
    }

    /// Whether an earlier attempt may have left something at the destination.
    public boolean destinationMayBeOurs() {
        return earlier != null;
    }
}
