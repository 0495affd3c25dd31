// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.regex.Pattern;

/// The one rule for names that people choose: printable, no blanks, short enough for every store and log line.
final class Names {
    static final int MAX_LENGTH = 255;
    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{N}._:/@>*+=~\\[\\]-]+");

    private Names() {}

    static void check(String kind, String value) {
        if (!isValid(value)) {
            throw new IllegalArgumentException("a " + kind
                    + " name has 1 to " + MAX_LENGTH
                    + " letters, digits and . _ : / @ > * + = ~ [ ] - and no blanks, given was \""
                    + printable(value) + "\"");
        }
    }

    static boolean isValid(String value) {
        return !value.isEmpty()
                && value.length() <= MAX_LENGTH
                && (isPlain(value) || ALLOWED.matcher(value).matches());
    }

    /// Whether all letters are of the small alphabet that nearly all names use: names are made for every row read.
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            boolean plain = (letter >= 'a' && letter <= 'z')
                    || (letter >= 'A' && letter <= 'Z')
                    || (letter >= '-' && letter <= ':')
                    || letter == '_';
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static String printable(String value) {
        String cut = value.length() > 60 ? value.substring(0, 60) + "..." : value;
        return cut.replaceAll("[^\\p{Print}]", "?");
    }
}
