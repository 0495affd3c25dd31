// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.table;

/// Text that a server sent, made harmless: no control character reaches the terminal, and nothing turns the
/// direction of what follows.
public final class Printable {
    private Printable() {}

    /// One line; what cannot be shown becomes `?`.
    public static String line(String text) {
        boolean clean = true;
        for (int i = 0; i < text.length() && clean; i++) {
            clean = !isHarmful(text.charAt(i));
        }
        if (clean) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            line.append(isHarmful(text.charAt(i)) ? '?' : text.charAt(i));
        }
        return line.toString();
    }

    /// JSON in which such characters stand as `\u001b`. Line ends between its members stay.
    public static String json(String json) {
        StringBuilder safe = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '\n' || !isHarmful(c)) {
                safe.append(c);
            } else if (c != '\r') {
                safe.append(String.format("\\u%04x", (int) c));
            }
        }
        return safe.toString();
    }

    private static boolean isHarmful(char c) {
        if (c < 0x7f) {
            return c < ' ';
        }
        int type = Character.getType(c);
        return c <= 0x9f
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
