// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import java.time.Instant;

/// Something that happened to a file of a storage.
///
/// @param kind what happened
/// @param path the file, as in the URL
/// @param bytes how many bytes were written so far, 0 where that says nothing
/// @param at when
public record StorageEvent(Kind kind, String path, long bytes, Instant at) {
    /// What can happen.
    public enum Kind {
        /// A file begins to be written. Leads to WRITTEN or ABANDONED of the same path.
        WRITING,
        /// The file is there, whole.
        WRITTEN,
        /// The writing broke off; nothing of it stays.
        ABANDONED,
        /// The file was removed.
        REMOVED
    }
}
