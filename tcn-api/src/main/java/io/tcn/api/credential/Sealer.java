// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.credential.SealedTokenStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/// Encrypts and decrypts what the store keeps: AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a random nonce of
/// 96 bits. The purpose of a secret is authenticated with it, so that one sealed text cannot stand in for another.
///
/// Sealed form: version 1, nonce, ciphertext with a tag of 128 bits; all in base64.
@Component
final class Sealer {
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final byte[] KNOWN = "vault".getBytes(StandardCharsets.US_ASCII);
    private static final String KNOWN_PURPOSE = "check";

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    /// Takes the key of the data folder and proves it against the store.
    ///
    /// @throws IllegalStateException if the key is missing or another one than that of the store
    @org.springframework.beans.factory.annotation.Autowired
    Sealer(TcnProperties properties, SealedTokenStore store) {
        this(VaultKey.in(properties.dataDir()), store);
    }

    Sealer(Path file, SealedTokenStore store) {
        Optional<String> check = store.findCheck();
        if (check.isPresent() && !Files.exists(file)) {
            throw new IllegalStateException("the key of the vault, " + file + ", is missing, but the database holds"
                    + " credentials under it: restore it from a backup, or empty the tables vault_check,"
                    + " transfer_token, delegation and delegation_request to begin with a new one");
        }
        this.key = Files.exists(file) ? VaultKey.read(file) : VaultKey.create(file);
        if (check.isPresent()) {
            prove(check.get(), file);
        } else {
            leave(store, file);
        }
    }

    /// Leaves the known text under the key; another server that starts on the same database may be quicker.
    private void leave(SealedTokenStore store, Path file) {
        try {
            store.addCheck(seal(KNOWN, KNOWN_PURPOSE));
        } catch (DuplicateKeyException raced) {
            prove(store.findCheck().orElseThrow(), file);
        }
    }

    private void prove(String check, Path file) {
        try {
            open(check, KNOWN_PURPOSE);
        } catch (IllegalStateException wrong) {
            throw new IllegalStateException("the key of the vault, " + file + ", is not the one under which the"
                    + " credentials in the database were stored: restore the right one from a backup, or empty the"
                    + " tables vault_check, transfer_token, delegation and delegation_request");
        }
    }

    /// Encrypts.
    ///
    /// @param purpose what the secret is for, and whose it is
    String seal(byte[] secret, String purpose) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, purpose).doFinal(secret);
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(1 + NONCE_BYTES + encrypted.length)
                            .put(VERSION)
                            .put(nonce)
                            .put(encrypted)
                            .array());
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("every Java has AES/GCM", broken);
        }
    }

    /// Decrypts what was sealed for the same purpose.
    ///
    /// @throws IllegalStateException if it was changed, or sealed with another key or for another purpose
    byte[] open(String text, String purpose) {
        byte[] sealed = decode(text);
        if (sealed.length < 1 + NONCE_BYTES + TAG_BITS / 8 || sealed[0] != VERSION) {
            throw new IllegalStateException("a credential in the database has an unknown form");
        }
        byte[] nonce = new byte[NONCE_BYTES];
        ByteBuffer rest = ByteBuffer.wrap(sealed, 1, sealed.length - 1).get(nonce);
        byte[] encrypted = new byte[rest.remaining()];
        rest.get(encrypted);
        try {
            return cipher(Cipher.DECRYPT_MODE, nonce, purpose).doFinal(encrypted);
        } catch (GeneralSecurityException wrong) {
            throw new IllegalStateException("a credential in the database cannot be decrypted with this key", wrong);
        }
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException damaged) {
            throw new IllegalStateException("a credential in the database has an unknown form", damaged);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String purpose) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
