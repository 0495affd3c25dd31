// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// One spelling for equal JSON: members sorted, no spaces, numbers by value. Equal content, equal hash, on any
/// machine.
public final class CanonicalJson {
    private static final int MAX_DEPTH = 4 * Json.MAX_DEPTH;

    private CanonicalJson() {}

    /// The one spelling.
    ///
    /// @throws IllegalArgumentException if the tree is deeper than any message
    public static byte[] write(JsonNode node) {
        StringBuilder text = new StringBuilder();
        append(node, text, 0);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// SHA-256 over the one spelling, 64 hexadecimal digits.
    public static String sha256Hex(JsonNode node) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(write(node)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    private static void append(JsonNode node, StringBuilder text, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("JSON of more than " + MAX_DEPTH + " levels");
        }
        if (node.isObject()) {
            String separator = "{";
            for (String name : new TreeSet<>(node.propertyNames())) {
                text.append(separator).append(Json.nodes().stringNode(name)).append(':');
                append(node.get(name), text, depth + 1);
                separator = ",";
            }
            text.append(node.isEmpty() ? "{}" : "}");
        } else if (node.isArray()) {
            String separator = "[";
            for (JsonNode each : node) {
                text.append(separator);
                append(each, text, depth + 1);
                separator = ",";
            }
            text.append(node.isEmpty() ? "[]" : "]");
        } else if (node.isNumber()) {
            text.append(number(node));
        } else {
            text.append(node);
        }
    }

    /// What was too large for a double keeps a spelling of its own.
    private static String number(JsonNode node) {
        boolean inexact = (node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue());
        if (inexact) {
            return node.doubleValue() > 0 ? "1e999" : "-1e999";
        }
        BigDecimal value = node.decimalValue();
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toString();
    }
}
