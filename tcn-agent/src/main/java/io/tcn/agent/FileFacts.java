// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.model.Checksum;
import org.jspecify.annotations.Nullable;

/// What an end tells about a file that is there.
///
/// @param sizeBytes size, or -1 if the end does not tell it
/// @param checksum its ADLER32, null if it was not asked for or the end does not tell it
public record FileFacts(long sizeBytes, @Nullable Checksum checksum) {
    /// The size of a file whose end does not tell it.
    public static final long UNKNOWN_SIZE = -1;
}
