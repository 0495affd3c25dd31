// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A transfer to be stored, checked and complete but for its number.
///
/// @param fileIndex position in its job, from 0
/// @param pipe the pipe that carries it
/// @param source where it is read
/// @param destination where it is written
/// @param sizeBytes size that the caller gave, -1 if none
/// @param checksum as the caller gave it, `ALGORITHM` or `ALGORITHM:value`
/// @param checksumMode which ends must prove it
/// @param overwrite whether an existing destination may be replaced
/// @param priority 1 to 5
/// @param maxRetries how often a retryable failure is tried again
/// @param retryDelay time before the next attempt
/// @param timeout limit of one attempt, null for the data plane's rule
/// @param activity FTS's activity
/// @param metadata the caller's metadata as JSON text, null if none
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
        boolean overwrite,
        int priority,
        int maxRetries,
        Duration retryDelay,
        @Nullable Duration timeout,
        String activity,
        @Nullable String metadata,
        List<Integer> afterInBatch,
        Set<TransferId> afterExisting) {
    /// Whether it must wait for others.
    boolean waits() {
        return !afterInBatch.isEmpty() || !afterExisting.isEmpty();
    }
}
