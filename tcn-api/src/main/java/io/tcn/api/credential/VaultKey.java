// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// The key of the vault: 256 random bits in base64, in a file that its owner alone can read.
public final class VaultKey {
    private static final int BYTES = 32;

    private VaultKey() {}

    /// Where the key is in a data folder.
    static Path in(Path dataFolder) {
        return dataFolder.resolve("pki").resolve("vault.key");
    }

    /// Makes the key of a data folder that has none yet.
    ///
    /// @return whether it was made
    /// @throws IllegalStateException if it cannot be written, or the file that is there holds no key
    public static boolean createIfMissing(Path dataFolder) {
        Path file = in(dataFolder);
        if (Files.exists(file)) {
            read(file);
            return false;
        }
        create(file);
        return true;
    }

    /// Reads the key.
    ///
    /// @throws IllegalStateException if the file holds none
    static SecretKey read(Path file) {
        try {
            byte[] key = Base64.getDecoder()
                    .decode(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip());
            if (key.length != BYTES) {
                throw new IllegalStateException(
                        file + " is no key of the vault: it must hold 256 bits in base64; restore it from a backup");
            }
            return new SecretKeySpec(key, "AES");
        } catch (IOException | IllegalArgumentException unreadable) {
            // Its message might quote the file.
            throw new IllegalStateException(
                    "the key of the vault, " + file + ", cannot be read ("
                            + unreadable.getClass().getSimpleName() + "); restore it from a backup",
                    unreadable instanceof IOException ? unreadable : null);
        }
    }

    /// Makes a key in a new file.
    ///
    /// @throws IllegalStateException if it cannot be written
    static SecretKey create(Path file) {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        FileAttribute<?>[] attributes =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(temporary);
            try (var channel = Files.newByteChannel(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
                channel.write(ByteBuffer.wrap(
                        (Base64.getEncoder().encodeToString(key) + "\n").getBytes(StandardCharsets.US_ASCII)));
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            throw new IllegalStateException(
                    "the key of the vault, " + file + ", cannot be written: " + unwritable, unwritable);
        }
        return new SecretKeySpec(key, "AES");
    }
}
