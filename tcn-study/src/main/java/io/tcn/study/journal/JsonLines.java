// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tools.jackson.databind.json.JsonMapper;

/// A file of JSON values, one a line, that is read once and then written on. A line that was cut off by a crash is
/// dropped when the file is opened again. Used by one thread at a time.
public final class JsonLines implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /// Takes the lines that are there already.
    @FunctionalInterface
    public interface Reader {
        /// @param number of the line, from 0
        /// @return false to drop this line and all behind it
        /// @throws IOException if the file is not to be used
        boolean read(int number, String line) throws IOException;
    }

    private final FileChannel channel;
    private final boolean fresh;

    private JsonLines(FileChannel channel, boolean fresh) {
        this.channel = channel;
        this.fresh = fresh;
    }

    /// Opens or begins a file; what the reader does not take is cut off.
    public static JsonLines open(Path file, Reader reader) throws IOException {
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        int sound = 0;
        int number = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                if (!reader.read(number, new String(bytes, sound, at - sound, StandardCharsets.UTF_8))) {
                    break;
                }
                sound = at + 1;
                number++;
            }
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(sound);
        channel.position(sound);
        return new JsonLines(channel, sound == 0);
    }

    /// Whether nothing was there.
    public boolean isFresh() {
        return fresh;
    }

    /// Appends a value; it is on the disk when this returns.
    public void write(Object value) throws IOException {
        byte[] text = (MAPPER.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(text);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
