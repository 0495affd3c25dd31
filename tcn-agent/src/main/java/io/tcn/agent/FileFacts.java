// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.Checksum;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an end tells about a file that is there.
///
/// @param sizeBytes size, or -1 if the end does not tell it
/// @param checksum its ADLER32, null if it was not asked for or the end does not tell it
/// @param modified when it was last changed, by the clock of the end; null if the end does not tell it
/// @param etag what the end calls this state of the file, null if it does not say
/// @param clockAhead how far the clock of the end is ahead of ours, negative if it is behind; null if it is not known
/// @param checksumTrouble why the checksum that was asked for could not be had this time, where that may be otherwise
///     the next time; else null
public record FileFacts(
        long sizeBytes,
        @Nullable Checksum checksum,
        @Nullable Instant modified,
        @Nullable String etag,
        @Nullable Duration clockAhead,
        @Nullable String checksumTrouble) {
    /// The size of a file whose end does not tell it.
    public static final long UNKNOWN_SIZE = -1;

    /// A size below 0 is one that is not known.
    public FileFacts {
        sizeBytes = Math.max(sizeBytes, UNKNOWN_SIZE);
    }

    /// Of an end that tells nothing else.
    public FileFacts(long sizeBytes, @Nullable Checksum checksum) {
        this(sizeBytes, checksum, null, null, null, null);
    }

    /// Of an end whose checksum can always be told, or never.
    public FileFacts(
            long sizeBytes,
            @Nullable Checksum checksum,
            @Nullable Instant modified,
            @Nullable String etag,
            @Nullable Duration clockAhead) {
        this(sizeBytes, checksum, modified, etag, clockAhead, null);
    }

    /// Whether nothing that both tell differs: size, time of the last change, name of the state.
    public boolean mayBeTheSameAs(FileFacts other) {
        return sizeBytes == other.sizeBytes
                && (modified == null || other.modified == null || modified.equals(other.modified))
                && (etag == null || other.etag == null || etag.equals(other.etag));
    }

    /// The same, of another size.
    public FileFacts withSize(long bytes) {
        return new FileFacts(bytes, checksum, modified, etag, clockAhead, checksumTrouble);
    }

    /// The same, without the checksum, which could not be had this time.
    public FileFacts withChecksumTrouble(String trouble) {
        return new FileFacts(sizeBytes, null, modified, etag, clockAhead, trouble);
    }
}
