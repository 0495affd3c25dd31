// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import org.jspecify.annotations.Nullable;

/// A file that lies at a destination already.
///
/// @param sizeBytes its size in bytes, -1 if it could not be learnt
/// @param checksum its checksum, null if the storage did not tell
public record ExistingFile(long sizeBytes, @Nullable Checksum checksum) {}
