// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What every part of a submission needs of its JSON.
final class JsonValues {
    /// Longest text of most columns.
    private static final int MAX_TEXT = 255;

    private JsonValues() {}

    /// The value of a key; null if it is missing or null.
    static @Nullable JsonNode value(JsonNode object, String key) {
        JsonNode value = object.get(key);
        return value == null || value.isNull() ? null : value;
    }

    /// Refuses what would begin a new line of a log.
    static String printable(String text, String place) {
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (Character.isISOControl(letter) || letter == '\u2028' || letter == '\u2029') {
                throw FtsException.badRequest(place + " holds control characters");
            }
        }
        return text;
    }

    static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }

    static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : cut(text);
    }

    /// FTS's metadata: an object, or a string, which becomes `{"label": ...}`.
    static ObjectNode metadata(JsonNode given, String place) {
        if (given instanceof ObjectNode object) {
            return object;
        }
        if (given.isString()) {
            return JsonNodeFactory.instance.objectNode().put("label", given.stringValue());
        }
        throw FtsException.badRequest(place + " must be an object or a string");
    }

    /// Metadata for tape: an object.
    static ObjectNode object(JsonNode given, String place) {
        if (given instanceof ObjectNode object) {
            return object;
        }
        throw FtsException.badRequest(place + " must be an object");
    }

    /// The JSON of an object.
    ///
    /// @param limit its characters
    static String text(ObjectNode object, String place, int limit) {
        String text = object.toString();
        if (text.length() > limit) {
            throw FtsException.badRequest(place + " is longer than " + limit + " characters");
        }
        return text;
    }
}
