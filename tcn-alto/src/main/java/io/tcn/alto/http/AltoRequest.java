// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// A request to an ALTO server.
///
/// @param method `GET` or `POST`
/// @param uri absolute address
/// @param fields header fields
/// @param body what a POST carries, null for GET; not to be changed by anybody
/// @param caller address that the request came from, as text; null where nobody knows it. Only a server looks at it
@SuppressWarnings("ArrayRecordComponent") // bodies of many megabytes, never compared
public record AltoRequest(
        String method,
        URI uri,
        HttpFields fields,
        byte @Nullable [] body,
        @Nullable String caller) {
    /// A GET with these fields.
    public static AltoRequest get(URI uri, HttpFields fields) {
        return new AltoRequest("GET", uri, fields, null, null);
    }

    /// A POST of this body with these fields.
    public static AltoRequest post(URI uri, HttpFields fields, byte[] body) {
        return new AltoRequest("POST", uri, fields, body, null);
    }

    /// Method and address; never the fields, which may hold secrets.
    @Override
    public String toString() {
        return method + " " + uri;
    }
}
