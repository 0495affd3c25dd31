// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads `name=value` pairs with commas between, values with or without quotes (RFC 9110 §11.2).
final class AuthenticationFields {
    private static final int MAX_LENGTH = 4096;
    private static final Pattern PAIR =
            Pattern.compile("\\s*([A-Za-z-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]*+))\\s*(?:,|$)");

    private AuthenticationFields() {}

    /// The pairs, names in lower case; none if the text is something else.
    static Map<String, String> parse(String text) {
        Map<String, String> fields = new TreeMap<>();
        if (text.length() > MAX_LENGTH) {
            return fields;
        }
        Matcher pair = PAIR.matcher(text);
        int end = 0;
        while (end < text.length() && pair.find(end) && pair.start() == end) {
            String quoted = pair.group(2);
            String value = quoted != null ? quoted.replaceAll("\\\\(.)", "$1") : pair.group(3);
            if (fields.put(pair.group(1).toLowerCase(Locale.ROOT), value) != null) {
                return Map.of();
            }
            end = pair.end();
        }
        return end == text.length() ? fields : Map.of();
    }
}
