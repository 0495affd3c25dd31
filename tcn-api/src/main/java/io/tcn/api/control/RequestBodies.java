// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
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
            String place = place(unreadable);
            throw Problem.badRequest(
                    "the body cannot be read" + (place.isEmpty() ? "" : " at " + place) + ": " + words(unreadable));
        }
    }

    /// Where, as in `transfers[0].sizeBytes`.
    private static String place(JacksonException unreadable) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            if (step.getPropertyName() == null) {
                place.append('[').append(step.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return place.toString();
    }

    /// What is wrong, without names of classes.
    private static String words(JacksonException unreadable) {
        return switch (unreadable) {
            case UnrecognizedPropertyException unknown ->
                "there is no key \"" + unknown.getPropertyName() + "\", known are " + unknown.getKnownPropertyIds();
            case MismatchedInputException wrong -> expected(wrong.getTargetType()) + " is expected";
            default -> unreadable.getOriginalMessage();
        };
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == Long.class || type == Integer.class) {
            return "a whole number";
        }
        if (type == Double.class) {
            return "a number";
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a string";
        }
        return type != null && Collection.class.isAssignableFrom(type) ? "an array" : "one JSON object";
    }

    /// Turns what the model refuses into an answer.
    static <T extends @Nullable Object> T checked(Supplier<T> body) {
        try {
            return body.get();
        } catch (IllegalArgumentException refused) {
            throw Problem.badRequest(
                    refused.getMessage() == null ? "the request makes no sense" : refused.getMessage());
        }
    }

    static String need(@Nullable String value, String key) {
        if (value == null || value.isBlank()) {
            throw Problem.badRequest("\"" + key + "\" is missing");
        }
        return value.strip();
    }
}
