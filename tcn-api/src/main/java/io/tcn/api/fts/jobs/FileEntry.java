// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.policy.TransferUrl;
import io.tcn.core.replica.SourceStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of `files[]`, read and checked.
///
/// @param index its place
/// @param sources URLs; several are replicas of one file
/// @param destinations URLs
/// @param checksum `ALGORITHM` or `ALGORITHM:value`
/// @param hasChecksum whether the submission said so
/// @param sizeBytes 0 if not given
/// @param activity `default` if not given
/// @param metadata its JSON, null if none
/// @param stagingMetadata its JSON, null if none
/// @param archiveMetadata its JSON, null if none
/// @param scitag null if none
/// @param strategy null if not given
/// @param sourceTokens as many as sources, or empty
/// @param destinationTokens as many as destinations, or empty
record FileEntry(
        int index,
        List<TransferUrl> sources,
        List<TransferUrl> destinations,
        String checksum,
        boolean hasChecksum,
        long sizeBytes,
        String activity,
        @Nullable String metadata,
        @Nullable String stagingMetadata,
        @Nullable String archiveMetadata,
        @Nullable Integer scitag,
        @Nullable SourceStrategy strategy,
        List<String> sourceTokens,
        List<String> destinationTokens) {
    boolean isSingle() {
        return sources.size() == 1 && destinations.size() == 1;
    }

    /// Tokens stay out of logs.
    @Override
    public String toString() {
        return "files[" + index + "] " + sources + " -> " + destinations;
    }
}
