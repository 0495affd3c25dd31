// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A transfer to be stored.
///
/// @param fileIndex its place in the submission
/// @param pipe the pipe that carries it
/// @param source URL, as given
/// @param destination URL, as given
/// @param sizeBytes size in bytes, -1 if not given
/// @param checksum `ALGORITHM` or `ALGORITHM:value`
/// @param checksumMode which ends must prove it
/// @param overwrite what happens to an existing destination
/// @param priority 1 to 5
/// @param maxRetries how often a retryable failure is tried again
/// @param retryDelay time between a failure and the next attempt
/// @param timeout limit of one attempt, null for the data plane's rule
/// @param activity FTS's activity
/// @param metadata the caller's metadata as JSON text, null if none
/// @param shown what is only shown again
/// @param credentials what opens both ends
/// @param spare whether it is used only after a better source of the same file has failed
/// @param afterInBatch positions, in the list that is stored, of the transfers that must finish first
/// @param afterExisting stored transfers that must finish first
public record NewTransfer(
        int fileIndex,
        PipeId pipe,
        String source,
        String destination,
        long sizeBytes,
        String checksum,
        ChecksumMode checksumMode,
        Overwrite overwrite,
        int priority,
        int maxRetries,
        Duration retryDelay,
        @Nullable Duration timeout,
        String activity,
        @Nullable String metadata,
        Shown shown,
        TransferCredentials credentials,
        boolean spare,
        List<Integer> afterInBatch,
        Set<TransferId> afterExisting) {
    /// What happens to a destination that is there already.
    public enum Overwrite {
        /// The transfer fails.
        NEVER,
        /// The transfer fails and tells size and checksum of what is there.
        NEVER_BUT_DESCRIBE,
        /// The first attempt fails, later ones replace it.
        ON_RETRY,
        /// The first attempt fails and tells size and checksum of what is there, later ones replace it.
        ON_RETRY_BUT_DESCRIBE,
        /// It is replaced.
        ALWAYS;

        boolean isOnRetry() {
            return this == ON_RETRY || this == ON_RETRY_BUT_DESCRIBE;
        }

        boolean describes() {
            return this == NEVER_BUT_DESCRIBE || this == ON_RETRY_BUT_DESCRIBE;
        }
    }

    /// What a transfer shows of its submission and the control plane does not read.
    ///
    /// @param selectionStrategy how sources are chosen, null if not given
    /// @param scitag FTS's number for flows of the same kind, null if none
    /// @param stagingMetadata as JSON text, null if none
    /// @param archiveMetadata as JSON text, null if none
    public record Shown(
            @Nullable String selectionStrategy,
            @Nullable Integer scitag,
            @Nullable String stagingMetadata,
            @Nullable String archiveMetadata) {
        /// Nothing of all this.
        public static final Shown NOTHING = new Shown(null, null, null, null);
    }

    /// Whether it must wait for others.
    boolean waits() {
        return spare || !afterInBatch.isEmpty() || !afterExisting.isEmpty();
    }

    /// The state in which it is stored.
    public TransferState firstState() {
        return waits() ? TransferState.WAITING : TransferState.QUEUED;
    }
}
