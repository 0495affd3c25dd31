// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An answer of the server.
public record Answer(int status, HttpHeaders headers, String body) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /// The body as JSON; fails if it is none.
    public JsonNode json() {
        return MAPPER.readTree(body);
    }

    /// A text of the body, empty if it has none of this name.
    public String text(String key) {
        JsonNode value = json().path(key);
        return value.isString() ? value.stringValue() : value.isMissingNode() || value.isNull() ? "" : value.toString();
    }

    public String contentType() {
        return headers.firstValue("Content-Type").orElse("");
    }
}
