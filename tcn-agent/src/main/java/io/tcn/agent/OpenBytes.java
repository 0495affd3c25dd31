// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;

/// A file that is open for reading. Its bytes must be subscribed to exactly once, if only to cancel.
///
/// @param sizeBytes how many bytes will come, or -1 if nobody knows
/// @param state in which the file is read
/// @param bytes the bytes
public record OpenBytes(long sizeBytes, FileState state, Flow.Publisher<List<ByteBuffer>> bytes) {
    /// A size below 0 is one that is not known.
    public OpenBytes {
        sizeBytes = Math.max(sizeBytes, FileFacts.UNKNOWN_SIZE);
    }

    /// Of an end that does not name states of files.
    public OpenBytes(long sizeBytes, Flow.Publisher<List<ByteBuffer>> bytes) {
        this(sizeBytes, FileState.UNKNOWN, bytes);
    }
}
