// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.HttpFields;
import java.net.URI;
import java.time.Instant;

/// A good answer (status 2xx, or 304 to a conditional request), not parsed yet.
///
/// @param uri where it came from, after redirects
/// @param status HTTP status
/// @param fields header fields
/// @param body content; not to be changed by anybody
/// @param received when it was here
@SuppressWarnings("ArrayRecordComponent") // bodies of many megabytes, never compared
record AltoAnswer(URI uri, int status, HttpFields fields, byte[] body, Instant received) {
    /// Whether the server confirmed what we hold.
    boolean isUnchanged() {
        return status == 304;
    }

    /// The `Content-Type`, empty text if there is none.
    String contentType() {
        return fields.first("Content-Type").orElse("");
    }

    @Override
    public String toString() {
        return status + " with " + body.length + " bytes";
    }
}
