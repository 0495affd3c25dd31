// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.http;

/// A whole answer of an ALTO server.
///
/// @param status HTTP status
/// @param fields header fields
/// @param body content, perhaps empty; not to be changed by anybody
@SuppressWarnings("ArrayRecordComponent") // bodies of many megabytes, never compared
public record AltoResponse(int status, HttpFields fields, byte[] body) {
    /// Status and length.
    @Override
    public String toString() {
        return status + " with " + body.length + " bytes";
    }
}
