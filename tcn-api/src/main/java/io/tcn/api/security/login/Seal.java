// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts what a browser keeps for this server and must neither read nor change (AES-256-GCM). The key
/// lives as long as the process.
final class Seal {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    Seal() {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
    }

    /// A text that fits into a cookie.
    String close(String text) {
        byte[] iv = new byte[IV_BYTES];
        random.nextBytes(iv);
        try {
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, iv));
            byte[] closed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] all = Arrays.copyOf(iv, iv.length + closed.length);
            System.arraycopy(closed, 0, all, iv.length, closed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    /// What was closed, empty if this process did not close it or somebody has changed it.
    Optional<String> open(String sealed) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(sealed);
            if (all.length <= IV_BYTES) {
                return Optional.empty();
            }
            Cipher cipher = Cipher.getInstance(ALGORITHM);
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, all, 0, IV_BYTES));
            return Optional.of(
                    new String(cipher.doFinal(all, IV_BYTES, all.length - IV_BYTES), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | GeneralSecurityException notOurs) {
            return Optional.empty();
        }
    }
}
