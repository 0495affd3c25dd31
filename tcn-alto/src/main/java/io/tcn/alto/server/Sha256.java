// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, which every Java platform has.
final class Sha256 {
    private Sha256() {}

    static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] of(byte[] content) {
        return start().digest(content);
    }

    /// The first digits of a hash, in hex.
    static String hex(byte[] content, int digits) {
        return HexFormat.of().formatHex(of(content)).substring(0, digits);
    }
}
