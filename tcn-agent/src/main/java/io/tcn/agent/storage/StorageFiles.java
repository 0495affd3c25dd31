// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.storage.StorageEvent.Kind;
import io.tcn.core.model.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.Adler32;

/// The files of a storage on disk: names, room, checksums. A file is written aside and gets its name when it is whole.
final class StorageFiles {
    private static final String ASIDE = ".incoming";
    private static final int PIECE_BYTES = 256 * 1024;

    private final StorageSettings settings;
    private final Path root;
    private final Path aside;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong nextName = new AtomicLong();
    private final Map<Path, KnownChecksum> checksums = new ConcurrentHashMap<>();

    StorageFiles(StorageSettings settings) throws IOException {
        this.settings = settings;
        this.root = settings.root().toRealPath();
        this.aside = Files.createDirectories(root.resolve(ASIDE));
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                usedBytes.addAndGet(Files.size(path));
            }
        }
    }

    /// Where a URL's path lies on disk, empty if it is none of ours.
    Optional<Path> find(String urlPath) {
        Path path = root;
        for (String step : urlPath.split("/")) {
            if (step.equals("..") || step.equals(ASIDE) || step.indexOf('\0') >= 0) {
                return Optional.empty();
            }
            if (!step.isEmpty() && !step.equals(".")) {
                path = path.resolve(step);
            }
        }
        return Optional.of(path);
    }

    /// The ADLER32 of a file, computed when first asked for and again when the file has changed.
    Checksum checksum(Path path) throws IOException {
        BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
        KnownChecksum known = checksums.get(path);
        if (known != null && known.isOf(now)) {
            return known.checksum();
        }
        Adler32 adler = new Adler32();
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream in = Files.newInputStream(path)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                adler.update(piece, 0, count);
            }
        }
        Checksum checksum = Checksum.adler32(adler.getValue());
        checksums.put(path, new KnownChecksum(now.size(), now.lastModifiedTime().toMillis(), now.fileKey(), checksum));
        return checksum;
    }

    /// A place to write a file before it gets its name.
    Path newAside() {
        return aside.resolve(Long.toString(nextName.incrementAndGet()));
    }

    /// Claims room for bytes; returns false if there is none.
    boolean claim(long bytes) {
        if (settings.quotaBytes() == 0) {
            return true;
        }
        if (usedBytes.addAndGet(bytes) > settings.quotaBytes()) {
            usedBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /// Gives room back.
    void release(long bytes) {
        if (settings.quotaBytes() != 0) {
            usedBytes.addAndGet(-bytes);
        }
    }

    /// Gives a whole file its name.
    ///
    /// @throws FileAlreadyExistsException if there is one and it may not be replaced
    void name(Path written, Path path, boolean overwrite) throws IOException {
        if (overwrite) {
            long before = Files.isRegularFile(path) ? Files.size(path) : 0;
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
            release(before);
        } else {
            Files.createLink(path, written);
            Files.delete(written);
        }
        checksums.remove(path);
    }

    /// Removes a file or an empty folder.
    ///
    /// @throws NoSuchFileException if there is none
    void remove(String urlPath, Path path) throws IOException {
        long bytes = Files.isRegularFile(path) ? Files.size(path) : 0;
        Files.delete(path);
        release(bytes);
        checksums.remove(path);
        tell(Kind.REMOVED, urlPath, 0);
    }

    /// Tells whoever listens.
    void tell(Kind kind, String urlPath, long bytes) {
        settings.events()
                .accept(new StorageEvent(kind, urlPath, bytes, settings.clock().now()));
    }

    private record KnownChecksum(long sizeBytes, long modifiedMillis, Object fileKey, Checksum checksum) {
        boolean isOf(BasicFileAttributes file) {
            return file.size() == sizeBytes
                    && file.lastModifiedTime().toMillis() == modifiedMillis
                    && fileKey.equals(file.fileKey());
        }
    }
}
