// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The names that elements have in the answers to one request. Not thread-safe: it remembers them.
///
/// A made-up name is 10 characters of base32 (RFC 4648 §6, lower case), 50 bits of an HMAC (RFC 2104) over the
/// element's persistent name, with a key that is itself an HMAC of the request under the server's secret.
final class AneNaming {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int CHARACTERS = 10;
    private static final int BITS_PER_CHARACTER = 5;

    /// Null: elements are called by their persistent names.
    private final @Nullable Mac keyed;

    private final Map<String, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    private AneNaming(@Nullable Mac keyed) {
        this.keyed = keyed;
    }

    static AneNaming plain() {
        return new AneNaming(null);
    }

    /// Names for one request.
    ///
    /// @param request its content in one form, however it was written
    static AneNaming ephemeral(byte[] secret, byte[] request) {
        return new AneNaming(mac(mac(secret).doFinal(request)));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException impossible) {
            // Every Java platform has this algorithm.
            throw new IllegalStateException(impossible);
        }
    }

    /// The name of an element.
    String name(String persistentName) {
        return names.computeIfAbsent(persistentName, this::make);
    }

    private String make(String persistentName) {
        if (keyed == null) {
            return persistentName;
        }
        String seed = persistentName;
        String name = encode(keyed.doFinal(seed.getBytes(StandardCharsets.UTF_8)));
        while (!taken.add(name)) {
            // Two elements of one answer must differ. A space is in no persistent name.
            seed += " ";
            name = encode(keyed.doFinal(seed.getBytes(StandardCharsets.UTF_8)));
        }
        return name;
    }

    private static String encode(byte[] hash) {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits << Byte.SIZE | (hash[i] & 0xFF);
        }
        StringBuilder name = new StringBuilder(CHARACTERS);
        for (int i = 1; i <= CHARACTERS; i++) {
            name.append(ALPHABET.charAt((int) (bits >>> (Long.SIZE - i * BITS_PER_CHARACTER)) & 0x1F));
        }
        return name.toString();
    }
}
