// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.Checksum;
import org.jspecify.annotations.Nullable;

/// What a copy has achieved.
///
/// @param sizeBytes size of the file, or -1 if nobody tells it
/// @param checksum the checksum that was verified, null if none could be had
record CopyResult(long sizeBytes, @Nullable Checksum checksum) {}
