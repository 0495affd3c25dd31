// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.codec.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Looks into JSON, and says what is missing.
final class Look {
    private Look() {}

    /// A member below members.
    static JsonNode at(JsonNode root, String... names) throws Outcome {
        JsonNode node = root;
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            path.append(path.isEmpty() ? "" : "/").append(name);
            JsonNode next = node.get(name);
            if (next == null) {
                throw Outcome.fail("the answer has no " + path);
            }
            node = next;
        }
        return node;
    }

    /// A member that is an object.
    static JsonNode object(JsonNode root, String... names) throws Outcome {
        JsonNode node = at(root, names);
        Outcome.require(node.isObject(), String.join("/", names) + " is no object");
        return node;
    }

    /// A member that is text.
    static String text(JsonNode root, String... names) throws Outcome {
        JsonNode node = at(root, names);
        Outcome.require(node.isString(), String.join("/", names) + " is no text");
        return node.stringValue();
    }

    /// Names of the members of an object.
    static List<String> names(JsonNode object) {
        return new ArrayList<>(object.propertyNames());
    }

    /// Whether two contents are equal, whatever the order of members.
    static boolean isSame(JsonNode one, JsonNode other) {
        return CanonicalJson.sha256Hex(one).equals(CanonicalJson.sha256Hex(other));
    }

    /// A body written with single quotes in place of double ones.
    static byte[] body(String withSingleQuotes) {
        return withSingleQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /// Names as the elements of an array, for such a body.
    static String quoted(List<String> names) {
        return String.join(", ", names.stream().map(name -> "'" + name + "'").toList());
    }
}
