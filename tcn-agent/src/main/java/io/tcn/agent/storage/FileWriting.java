// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.storage.StorageEvent.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// Writes one file from a stream: aside first, under its name when it is whole, and nothing if anything goes wrong.
final class FileWriting {
    private static final int PIECE_BYTES = 64 * 1024;

    private final StorageFiles files;
    private final Throttle throttle;
    private final String urlPath;
    private final Path path;
    private final AtomicLong writtenBytes = new AtomicLong();

    FileWriting(StorageFiles files, Throttle throttle, String urlPath, Path path) {
        this.files = files;
        this.throttle = throttle;
        this.urlPath = urlPath;
        this.path = path;
    }

    /// Bytes written so far; may be read by other threads.
    long writtenBytes() {
        return writtenBytes.get();
    }

    /// Writes all that comes.
    ///
    /// @param expectedBytes how many bytes must come, or -1 if nobody knows
    /// @throws NoRoomException if the storage is full
    void write(InputStream in, long expectedBytes, boolean overwrite) throws IOException {
        Path aside = files.newAside();
        boolean whole = false;
        files.tell(Kind.WRITING, urlPath, 0);
        try {
            try (OutputStream out = Files.newOutputStream(aside)) {
                pour(in, out);
            }
            if (expectedBytes >= 0 && writtenBytes.get() != expectedBytes) {
                throw new IOException("only " + writtenBytes + " of " + expectedBytes + " bytes came");
            }
            Path folder = path.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            files.name(aside, path, overwrite);
            whole = true;
        } finally {
            if (!whole) {
                files.release(writtenBytes.get());
                Files.deleteIfExists(aside);
            }
            files.tell(whole ? Kind.WRITTEN : Kind.ABANDONED, urlPath, writtenBytes.get());
        }
    }

    private void pour(InputStream in, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            throttle.take(count);
            if (!files.claim(count)) {
                throw new NoRoomException();
            }
            out.write(piece, 0, count);
            writtenBytes.addAndGet(count);
        }
    }

    /// The storage is full.
    static final class NoRoomException extends IOException {
        private static final long serialVersionUID = 1L;

        NoRoomException() {
            super("no space left on device");
        }
    }
}
