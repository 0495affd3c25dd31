// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The content of a good answer.
///
/// @param contentType media type with its parameters
/// @param body content
/// @param etag of a GET resource, null for what may not be kept
@SuppressWarnings("ArrayRecordComponent") // may be large, never compared
record AnswerContent(
        String contentType, byte[] body, @Nullable String etag) {
    private static final int OK = 200;

    AltoResponse toResponse() {
        HttpFields fields = HttpFields.of(Map.of("Content-Type", contentType));
        fields = etag == null
                ? fields.with("Cache-Control", "no-store")
                : fields.with("Cache-Control", "no-cache").with("ETag", etag);
        return new AltoResponse(OK, fields, body);
    }

    /// The answer to a request that cannot be answered (RFC 7285 §8.5).
    static AltoResponse error(RequestException fault) {
        ObjectNode body = JsonBytes.object();
        ObjectNode meta = body.putObject("meta").put("code", fault.code().name());
        if (fault.syntaxError() != null) {
            meta.put("syntax-error", fault.syntaxError());
        }
        if (fault.field() != null) {
            meta.put("field", fault.field());
            if (fault.value() != null) {
                meta.put("value", fault.value());
            }
        }
        HttpFields fields = HttpFields.of(Map.of("Content-Type", AltoMediaTypes.ERROR, "Cache-Control", "no-store"));
        return new AltoResponse(fault.status(), fields, JsonBytes.of(body));
    }
}
