// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rows of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a `'` before it.
public final class Csv {
    private Csv() {}

    /// A row with its end.
    ///
    /// @param values numbers stand as they are, all else as text; null is an empty field
    public static String row(Stream<? extends @Nullable Object> values) {
        return values.map(Csv::field).collect(Collectors.joining(",")) + "\r\n";
    }

    private static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Number) {
            return value.toString();
        }
        String text = value.toString();
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return needsQuotes(safe) ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }

    /// By hand: files have a million fields.
    private static boolean needsQuotes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == ',' || letter == '\r' || letter == '\n') {
                return true;
            }
        }
        return false;
    }
}
