// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What stands in a name for a text that is too long for one.
final class ShortDigest {
    private static final int BYTES = 8;

    private ShortDigest() {}

    /// The first 16 hex digits of the SHA-256 of a text in UTF-8.
    static String of(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }
}
