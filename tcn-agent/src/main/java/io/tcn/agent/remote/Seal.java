// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Signs and encrypts messages with a key that servers and agents share (AES-256-GCM, NIST SP 800-38D): who
/// has not the key can neither read nor make one, whoever may write to the topics. A message is bound to its
/// topic and to the number of the protocol.
///
/// On the wire: `S`, 16 bytes salt, 12 bytes nonce, ciphertext with tag. Each process draws a salt and
/// derives its own key from it (HMAC-SHA256 of the salt under the shared key), so that counted nonces never
/// meet under one key. Without a key messages are plain JSON. Safe for several threads.
public final class Seal {
    /// A key file has at least so many bytes.
    public static final int KEY_BYTES = 32;

    private static final byte MARK = 'S';
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MOST_KEYS = 20_000;

    private final @Nullable SecretKeySpec shared;
    private final byte[] salt = new byte[SALT_BYTES];
    private final @Nullable SecretKeySpec own;
    private final AtomicLong nonces = new AtomicLong();
    /// Guarded by itself: keys of other processes by their salt, the oldest forgotten first.
    private final Map<ByteBuffer, SecretKeySpec> derived = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, SecretKeySpec> eldest) {
            return size() > MOST_KEYS;
        }
    };

    private Seal(byte @Nullable [] key) {
        new SecureRandom().nextBytes(salt);
        this.shared = key == null ? null : new SecretKeySpec(key, "HmacSHA256");
        this.own = shared == null ? null : derive(shared, salt);
    }

    /// Messages stay as they are: who may write to the topics is believed.
    public static Seal none() {
        return new Seal(null);
    }

    /// @throws IllegalArgumentException if it is too short to be a key
    public static Seal of(byte[] key) {
        if (key.length < KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes or more, given were " + key.length);
        }
        return new Seal(key.clone());
    }

    /// @throws IllegalArgumentException if the file cannot be read, or is too short
    public static Seal ofFile(Path file) {
        try {
            return of(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("the key file " + file + " cannot be read: "
                    + unreadable.getClass().getSimpleName());
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("the key file " + file + ": " + refused.getMessage()
                    + "; make one with: head -c 32 /dev/urandom > " + file);
        }
    }

    /// Whether there is a key.
    public boolean isKeyed() {
        return shared != null;
    }

    byte[] close(String topic, byte[] plain) {
        SecretKeySpec key = own;
        if (key == null) {
            return plain;
        }
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES)
                .putLong(4, nonces.incrementAndGet())
                .array();
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, topic);
            byte[] closed = cipher.doFinal(plain);
            return ByteBuffer.allocate(1 + SALT_BYTES + NONCE_BYTES + closed.length)
                    .put(MARK)
                    .put(salt)
                    .put(nonce)
                    .put(closed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this JVM has no AES-GCM", impossible);
        }
    }

    byte[] open(String topic, byte[] wire) throws UnreadableMessageException {
        SecretKeySpec key = shared;
        boolean closed = wire.length > 0 && wire[0] == MARK;
        if (key == null) {
            if (closed) {
                throw new UnreadableMessageException("it is encrypted, and no key file is set here");
            }
            return wire;
        }
        if (!closed || wire.length < 1 + SALT_BYTES + NONCE_BYTES + TAG_BITS / 8) {
            throw new UnreadableMessageException("it is not signed");
        }
        byte[] theirs = Arrays.copyOfRange(wire, 1, 1 + SALT_BYTES);
        byte[] nonce = Arrays.copyOfRange(wire, 1 + SALT_BYTES, 1 + SALT_BYTES + NONCE_BYTES);
        try {
            return cipher(Cipher.DECRYPT_MODE, keyOf(key, theirs), nonce, topic)
                    .doFinal(wire, 1 + SALT_BYTES + NONCE_BYTES, wire.length - 1 - SALT_BYTES - NONCE_BYTES);
        } catch (GeneralSecurityException forged) {
            throw new UnreadableMessageException("it is signed with another key, or was changed");
        }
    }

    private SecretKeySpec keyOf(SecretKeySpec key, byte[] theirs) {
        synchronized (derived) {
            return derived.computeIfAbsent(ByteBuffer.wrap(theirs), first -> derive(key, theirs));
        }
    }

    private static SecretKeySpec derive(SecretKeySpec key, byte[] salt) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update("tcn agents".getBytes(StandardCharsets.US_ASCII));
            return new SecretKeySpec(mac.doFinal(salt), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this JVM has no HMAC-SHA256", impossible);
        }
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, String topic)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((Message.PROTOCOL + " " + topic).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /// Never the key.
    @Override
    public String toString() {
        return isKeyed() ? "Seal[keyed]" : "Seal[none]";
    }
}
