// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.Trouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON as trees: a newer server may say more than this command knows.
public final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    /// An object to fill.
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /// What the bytes say; null if they are no JSON.
    public static @Nullable JsonNode parse(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (JacksonException noJson) {
            return null;
        }
    }

    /// What a line of a file says.
    public static JsonNode parse(String text, String place) throws Trouble {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException noJson) {
            throw Trouble.failed(place + " is not JSON: " + noJson.getOriginalMessage());
        }
    }

    /// For people: with line ends and blanks.
    public static String pretty(JsonNode json) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    static byte[] bytes(JsonNode json) {
        return MAPPER.writeValueAsBytes(json);
    }
}
