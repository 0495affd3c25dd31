// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Numbers of JSON. They are never read as int: 50 Gbit/s is more than that. What is not finite, such as
/// `1e400`, is not known.
public final class JsonNumbers {
    private static final int MAX_CHARS = 64;

    private JsonNumbers() {}

    /// The number, empty if there is none or it is not finite.
    public static OptionalDouble finite(@Nullable JsonNode node) {
        if (node == null || !node.isNumber()) {
            return OptionalDouble.empty();
        }
        double value = node.numberValue().doubleValue();
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /// As [#finite], and a number written as a string is taken as well.
    public static OptionalDouble lenient(@Nullable JsonNode node) {
        if (node == null || !node.isString()) {
            return finite(node);
        }
        String text = node.stringValue().strip();
        if (text.length() > MAX_CHARS || !text.matches("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
            return OptionalDouble.empty();
        }
        double value = Double.parseDouble(text);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
