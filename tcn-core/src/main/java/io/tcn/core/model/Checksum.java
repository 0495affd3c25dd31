// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Locale;

/// A checksum that a caller gave.
///
/// @param algorithm in upper case, such as `ADLER32`
/// @param value lower-case hex digits without leading zeros cut; ADLER32 is padded to eight digits
public record Checksum(String algorithm, String value) {
    public static final String ADLER32 = "ADLER32";

    public Checksum {
        algorithm = algorithm.toUpperCase(Locale.ROOT);
        value = value.toLowerCase(Locale.ROOT);
        if (algorithm.equals(ADLER32)) {
            if (!value.matches("[0-9a-f]{1,8}")) {
                throw new IllegalArgumentException("an ADLER32 checksum has 1 to 8 hex digits, given was " + value);
            }
            value = "0".repeat(8 - value.length()) + value;
        }
    }

    /// An ADLER32 checksum from its number.
    public static Checksum adler32(long value) {
        return new Checksum(ADLER32, Long.toHexString(value & 0xffff_ffffL));
    }

    /// What [#toString] made.
    ///
    /// @throws IllegalArgumentException if it is not `ALGORITHM:value`
    public static Checksum parse(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || colon == text.length() - 1) {
            throw new IllegalArgumentException("a checksum is ALGORITHM:value, given was " + text);
        }
        return new Checksum(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
        return algorithm + ":" + value;
    }
}
