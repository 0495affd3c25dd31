// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a transfer is to be done.
///
/// @param overwrite whether an existing destination may be replaced
/// @param checksum the checksum that the file must have, null if the caller knows none
/// @param checksumMode which ends must prove it
/// @param maxRetries how often a retryable failure is tried again, zero or more
/// @param retryDelay time between a failure and the next attempt
/// @param timeout limit of one attempt, null for the data plane's own rule
/// @param credentials what opens both ends
/// @param describeExisting whether a failure because of an existing destination tells size and checksum of it
/// @param acceptsWhole whether an existing destination that has the size and the checksum of the source counts as done
/// @param limit what it may have together with others, null for no such limit
/// @param maxStreams at most so many connections work on it, at least 1; [#ANY_STREAMS] for no such limit
public record TransferOptions(
        boolean overwrite,
        @Nullable Checksum checksum,
        ChecksumMode checksumMode,
        int maxRetries,
        Duration retryDelay,
        @Nullable Duration timeout,
        TransferCredentials credentials,
        boolean describeExisting,
        boolean acceptsWhole,
        @Nullable TransferLimit limit,
        int maxStreams) {
    /// As many connections as others leave.
    public static final int ANY_STREAMS = Integer.MAX_VALUE;

    /// Nothing is replaced, nothing retried, checksums compared where they can be had.
    public static final TransferOptions DEFAULT =
            new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 0, Duration.ZERO, null);

    /// Without credentials and descriptions.
    public TransferOptions(
            boolean overwrite,
            @Nullable Checksum checksum,
            ChecksumMode checksumMode,
            int maxRetries,
            Duration retryDelay,
            @Nullable Duration timeout) {
        this(
                overwrite,
                checksum,
                checksumMode,
                maxRetries,
                retryDelay,
                timeout,
                TransferCredentials.NONE,
                false,
                false);
    }

    /// Under no limit.
    public TransferOptions(
            boolean overwrite,
            @Nullable Checksum checksum,
            ChecksumMode checksumMode,
            int maxRetries,
            Duration retryDelay,
            @Nullable Duration timeout,
            TransferCredentials credentials,
            boolean describeExisting,
            boolean acceptsWhole) {
        this(
                overwrite,
                checksum,
                checksumMode,
                maxRetries,
                retryDelay,
                timeout,
                credentials,
                describeExisting,
                acceptsWhole,
                null,
                ANY_STREAMS);
    }

    /// The same under a limit, or under none.
    public TransferOptions withLimit(@Nullable TransferLimit shared) {
        return with(shared, maxStreams);
    }

    /// The same with at most so many connections.
    public TransferOptions withMaxStreams(int most) {
        return with(limit, most);
    }

    private TransferOptions with(@Nullable TransferLimit shared, int most) {
        return new TransferOptions(
                overwrite,
                checksum,
                checksumMode,
                maxRetries,
                retryDelay,
                timeout,
                credentials,
                describeExisting,
                acceptsWhole,
                shared,
                most);
    }

    public TransferOptions {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("retries must be zero or more, given were " + maxRetries);
        }
        if (retryDelay.isNegative()) {
            throw new IllegalArgumentException("the retry delay must not be negative, given was " + retryDelay);
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("a timeout must be positive, given was " + timeout);
        }
        if (maxStreams < 1) {
            throw new IllegalArgumentException("a transfer has a stream at least, given were " + maxStreams);
        }
    }
}
