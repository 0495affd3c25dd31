// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.StoredFile;
import org.jspecify.annotations.Nullable;

/// What looking at both ends has shown.
///
/// @param sourceFacts size and checksum of the source as far as it tells them
/// @param sizeBytes size that the copy is held to: what the source tells, or else what the transfer says; -1 if neither
/// @param before the file that lay at the destination before anything was written, null if there was none
/// @param connections how many connections the copy could use: one that passes through us may change them while it
/// runs,
///     one of two storages begins with what it was given until then
/// @param streamed whether it passes through us in any case
record Prepared(
        StoredFile source,
        StoredFile destination,
        FileFacts sourceFacts,
        long sizeBytes,
        @Nullable FileFacts before,
        int connections,
        boolean streamed) {}
