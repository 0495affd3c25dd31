// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an answer says of the state in which a file was read. Bytes of two answers belong together where these do not
/// tell that they differ.
///
/// @param etag what the end calls the state, weak or strong; null if it does not say
/// @param modified when the file was last changed, null if the end does not say
/// @param encoding how the bytes are coded (`Content-Encoding`), empty for as they are
public record FileState(@Nullable String etag, @Nullable Instant modified, String encoding) {
    /// Of an end that says nothing.
    public static final FileState UNKNOWN = new FileState(null, null, "");

    /// Whether the two are of different bytes. Where both have an `ETag` the time says nothing more: copies of a file
    /// have times of their own. A weak `ETag` becomes a strong one without a change of the file, never another one.
    public boolean differsFrom(FileState other) {
        if (!encoding.equals(other.encoding)) {
            return true;
        }
        if (etag != null && other.etag != null) {
            return !opaque(etag).equals(opaque(other.etag));
        }
        return modified != null && other.modified != null && !modified.equals(other.modified);
    }

    /// The same, with what another answer adds.
    public FileState orElse(FileState other) {
        return new FileState(etag == null ? other.etag : etag, modified == null ? other.modified : modified, encoding);
    }

    private static String opaque(String etag) {
        return etag.startsWith("W/") ? etag.substring(2) : etag;
    }
}
