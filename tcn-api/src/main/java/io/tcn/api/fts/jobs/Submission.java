// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.core.model.ChecksumMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A submission, read and checked.
///
/// @param entries `files[]`, at least one
/// @param type FTS's type: `N`, `Y`, `H` or `R`
/// @param verifyChecksum FTS's letter
/// @param verifyAsked whether the submission said so; else what cannot be verified is no failure
/// @param overwrite FTS's letter, null for none
/// @param retry as submitted
/// @param retryDelay as submitted, in seconds
/// @param priority 1 to 5
/// @param maxTimeInQueue null for no limit
/// @param timeout limit of one attempt, null for none
/// @param metadata of the job
/// @param sid seed of a deterministic id, null for a fresh one
/// @param sourceSpace null if none
/// @param destinationSpace null if none
/// @param internalParams FTS's internal parameters, null if none
/// @param destinationReport whether destinations that are there already are described
record Submission(
        List<FileEntry> entries,
        char type,
        char verifyChecksum,
        boolean verifyAsked,
        @Nullable Character overwrite,
        int retry,
        int retryDelay,
        int priority,
        @Nullable Duration maxTimeInQueue,
        @Nullable Duration timeout,
        ObjectNode metadata,
        @Nullable String sid,
        @Nullable String sourceSpace,
        @Nullable String destinationSpace,
        @Nullable String internalParams,
        boolean destinationReport) {
    static final char MULTIHOP = 'H';
    static final char REPLICAS = 'R';

    /// Which ends must prove the checksum of an entry.
    ChecksumMode checksumMode(FileEntry entry) {
        return switch (verifyChecksum) {
            case 'b' -> ChecksumMode.BOTH;
            case 's' -> ChecksumMode.SOURCE;
            case 't' ->
                verifyAsked || entry.checksum().contains(":") ? ChecksumMode.TARGET : ChecksumMode.WHEN_OBTAINABLE;
            default -> ChecksumMode.WHEN_OBTAINABLE;
        };
    }

    /// The same with another priority.
    Submission withPriority(int other) {
        return new Submission(
                entries,
                type,
                verifyChecksum,
                verifyAsked,
                overwrite,
                retry,
                retryDelay,
                other,
                maxTimeInQueue,
                timeout,
                metadata,
                sid,
                sourceSpace,
                destinationSpace,
                internalParams,
                destinationReport);
    }

    boolean isMultihop() {
        return type == MULTIHOP;
    }
}
