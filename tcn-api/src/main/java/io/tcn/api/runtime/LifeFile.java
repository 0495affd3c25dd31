// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// When this server last worked, in its data folder. While the database is away copies go on, and a server that
/// is killed then has written later than the database knows. On one thread at a time.
final class LifeFile {
    private static final Logger LOG = LoggerFactory.getLogger(LifeFile.class);

    private final Path file;
    private final Path beside;
    private boolean told;

    LifeFile(Path folder) {
        this.file = folder.resolve("last-alive");
        this.beside = folder.resolve("last-alive.new");
    }

    /// This server works. That it cannot be written is told once.
    void touch(Instant now) {
        try {
            Files.writeString(beside, now + "\n");
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            told = false;
        } catch (IOException refused) {
            if (!told) {
                LOG.warn("{} cannot be written: {}", file, refused.toString());
                told = true;
            }
        }
    }

    /// The last sign; empty if there is none that can be read.
    Optional<Instant> last() {
        try {
            return Optional.of(Instant.parse(Files.readString(file).strip()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException | DateTimeException unreadable) {
            LOG.warn("{} cannot be read: {}", file, unreadable.toString());
            return Optional.empty();
        }
    }
}
