// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads request bodies strictly: unknown keys and wrong types are refused with their place.
@Component
class RequestBodies {
    private final JsonMapper mapper;
    private final long maxBody;

    RequestBodies(JsonMapper mapper, TcnProperties properties) {
        this.mapper = mapper.rebuild()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        this.maxBody = properties.fts().maxBody().toBytes();
    }

    <T> T read(HttpServletRequest request, Class<T> type) throws IOException {
        byte[] bytes = request.getInputStream().readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBody + 1));
        if (bytes.length > maxBody) {
            throw new Problem(HttpStatus.CONTENT_TOO_LARGE, "the body is larger than " + maxBody + " bytes: send less");
        }
        if (bytes.length == 0) {
            throw Problem.badRequest("the body is empty, a JSON object is expected");
        }
        try {
            T body = mapper.readValue(bytes, type);
            if (body == null) {
                throw Problem.badRequest("the body is null, a JSON object is expected");
            }
            return body;
        } catch (JacksonException unreadable) {
            String place = unreadable.getPathReference();
            String words = unreadable.getOriginalMessage();
            int classNames = words.indexOf("(class ");
            throw Problem.badRequest("the body cannot be read"
                    + (place == null || place.isEmpty() ? "" : " at " + place.replaceAll("io\\.tcn\\.[\\w.$]*", ""))
                    + ": "
                    + (classNames > 0
                            ? words.substring(0, classNames).strip()
                            : words.replaceAll("`?[a-z]+(\\.[\\w$]+)+`?", "a value")));
        }
    }

    static String need(@Nullable String value, String key) {
        if (value == null || value.isBlank()) {
            throw Problem.badRequest("\"" + key + "\" is missing");
        }
        return value.strip();
    }
}
