// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A body that was received: in memory where it is small, else in a temporary file that goes with it.
final class Spool implements AutoCloseable {
    /// Up to here in memory.
    static final int SMALL = 64 * 1024;

    private final byte[] start;
    private final @Nullable Path file;
    private final long size;

    private Spool(byte[] start, @Nullable Path file, long size) {
        this.start = start;
        this.file = file;
        this.size = size;
    }

    /// Receives a body, and one byte more than allowed at most.
    static Spool of(InputStream body, long most) throws IOException {
        byte[] start = body.readNBytes((int) Math.min(SMALL, most + 1));
        if (start.length < SMALL || most < SMALL) {
            return new Spool(start, null, start.length);
        }
        Path file = Files.createTempFile("tcn-body-", ".tmp");
        try {
            return new Spool(start, file, start.length + copy(body, file, most + 1 - start.length));
        } catch (IOException | RuntimeException failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    private static long copy(InputStream body, Path file, long most) throws IOException {
        byte[] buffer = new byte[SMALL];
        long copied = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (copied < most) {
                int read = body.read(buffer, 0, (int) Math.min(buffer.length, most - copied));
                if (read < 0) {
                    break;
                }
                out.write(buffer, 0, read);
                copied += read;
            }
        }
        return copied;
    }

    long size() {
        return size;
    }

    /// The whole body; called once.
    InputStream open() throws IOException {
        InputStream first = new ByteArrayInputStream(start);
        return file == null
                ? first
                : new BufferedInputStream(new java.io.SequenceInputStream(first, Files.newInputStream(file)), SMALL);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
