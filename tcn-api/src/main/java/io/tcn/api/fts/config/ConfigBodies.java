// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.api.fts.FtsException;
import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads bodies of configuration requests, JSON or forms, and writes answers, which are JSON whatever the caller
/// accepts.
@Component
class ConfigBodies {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private final JsonMapper mapper;
    private final long maxBody;

    ConfigBodies(JsonMapper mapper, TcnProperties properties) {
        this.mapper = mapper;
        this.maxBody = properties.fts().maxBody().toBytes();
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
        String type = request.getContentType();
        if (type == null || !type.startsWith(JSON)) {
            throw FtsException.badRequest("The Content-Type must be application/json");
        }
        byte[] bytes = request.getInputStream().readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBody + 1));
        if (bytes.length > maxBody) {
            throw new FtsException(413, "The body is larger than " + maxBody + " bytes");
        }
        try {
            JsonNode root = mapper.readTree(bytes);
            if (root == null || root.isMissingNode()) {
                throw FtsException.badRequest("The body is empty");
            }
            return root;
        } catch (JacksonException malformed) {
            throw FtsException.badRequest("The body is not valid JSON");
        }
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
