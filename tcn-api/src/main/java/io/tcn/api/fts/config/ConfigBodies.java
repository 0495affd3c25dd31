// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsBodies;
import io.tcn.api.fts.FtsException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads bodies of configuration requests, JSON or forms, and writes answers, which are JSON whatever the caller
/// accepts.
@Component
class ConfigBodies {
    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final JsonMapper mapper;
    private final FtsBodies bodies;

    ConfigBodies(JsonMapper mapper, FtsBodies bodies) {
        this.mapper = mapper;
        this.bodies = bodies;
    }

    /// The keys of a JSON object or a form.
    Fields read(HttpServletRequest request) throws IOException {
        String type = request.getContentType();
        if (type != null && type.startsWith(FORM)) {
            ObjectNode object = mapper.createObjectNode();
            request.getParameterMap().forEach((key, values) -> object.put(key, values[0]));
            return new Fields(object, true, "");
        }
        JsonNode root = readJson(request);
        if (!root.isObject()) {
            throw FtsException.badRequest("The body must be a JSON object");
        }
        return new Fields(root, false, "");
    }

    /// Any JSON.
    JsonNode readJson(HttpServletRequest request) throws IOException {
        return bodies.readJson(request);
    }

    static ResponseEntity<Object> json(Object body) {
        return json(200, body);
    }

    static ResponseEntity<Object> json(int status, Object body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }

    static ResponseEntity<Object> noContent() {
        return ResponseEntity.noContent().build();
    }
}
