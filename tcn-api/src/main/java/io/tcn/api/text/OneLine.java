// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import java.util.regex.Pattern;

/// Texts that come from others, for the log and the audit: none may begin a line of its own.
public final class OneLine {
    /// Also what ends a line elsewhere (NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR), and the control characters above
    /// ASCII: terminals take one of them for the beginning of a command.
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

    private OneLine() {}

    /// The text with a question mark for whatever ends a line or controls a terminal.
    public static String of(String text) {
        return BREAKS.matcher(text).replaceAll("?");
    }

    /// The same, cut to a length.
    public static String of(String text, int longest) {
        String line = of(text);
        return line.length() <= longest ? line : line.substring(0, longest - 3) + "...";
    }
}
