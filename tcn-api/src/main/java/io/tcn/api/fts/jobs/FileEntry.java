// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.core.replica.SourceStrategy;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One entry of `files[]`, read and checked.
///
/// @param index its place
/// @param sources URLs; several are replicas of one file
/// @param destinations URLs
/// @param checksum `ALGORITHM` or `ALGORITHM:value`
/// @param hasChecksum whether the submission said so
/// @param sizeBytes 0 if not given
/// @param activity `default` if not given
/// @param metadata null if none
/// @param stagingMetadata null if none
/// @param archiveMetadata null if none
/// @param scitag null if none
/// @param strategy null if not given
/// @param sourceTokens as many as sources, or empty
/// @param destinationTokens as many as destinations, or empty
record FileEntry(
        int index,
        List<URI> sources,
        List<URI> destinations,
        String checksum,
        boolean hasChecksum,
        long sizeBytes,
        String activity,
        @Nullable ObjectNode metadata,
        @Nullable ObjectNode stagingMetadata,
        @Nullable ObjectNode archiveMetadata,
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
