// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.copy;

import io.tcn.core.model.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.zip.Adler32;

/// Makes and checks files of many bytes.
final class BigFile {
    private static final int BLOCK_BYTES = 8 << 20;
    private static final long SEED = 1;

    private BigFile() {}

    /// Writes a file of one random block over and over, to the disk and not only to the system's memory.
    ///
    /// @return its ADLER32
    static String write(Path file, long sizeBytes) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        new Random(SEED).nextBytes(block);
        Adler32 adler = new Adler32();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            for (long left = sizeBytes; left > 0; left -= block.length) {
                ByteBuffer piece = ByteBuffer.wrap(block, 0, (int) Math.min(left, block.length));
                adler.update(piece.duplicate());
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
            }
            channel.force(true);
        }
        return Checksum.adler32(adler.getValue()).value();
    }

    /// The ADLER32 of a file as it lies there.
    static String checksum(Path file) throws IOException {
        Adler32 adler = new Adler32();
        byte[] piece = new byte[BLOCK_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                adler.update(piece, 0, count);
            }
        }
        return Checksum.adler32(adler.getValue()).value();
    }
}
