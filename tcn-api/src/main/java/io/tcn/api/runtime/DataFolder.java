// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The data folder, held by one server at a time. The lock goes with the process: there is nothing to remove after a
/// crash.
public final class DataFolder implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;

    private DataFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Takes the folder, making it if it is not there.
    ///
    /// @throws DataFolderException if another server has it, or it cannot be written; the message says what to do
    public static DataFolder take(Path path) {
        Path folder = path.toAbsolutePath().normalize();
        Path lockFile = folder.resolve("lock");
        FileChannel channel = null;
        try {
            Files.createDirectories(folder);
            channel = FileChannel.open(
                    lockFile, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) == null) {
                throw inUse(folder, channel);
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataFolder(folder, channel);
        } catch (OverlappingFileLockException sameProcess) {
            throw inUse(folder, channel);
        } catch (IOException unusable) {
            throw new DataFolderException("the data folder " + folder + " cannot be used: " + unusable
                    + "; give a folder that this user can write, with --data");
        }
    }

    private static DataFolderException inUse(Path folder, @org.jspecify.annotations.Nullable FileChannel channel) {
        String holder = "";
        if (channel != null) {
            try (channel) {
                ByteBuffer pid = ByteBuffer.allocate(32);
                channel.read(pid, 0);
                String text = StandardCharsets.US_ASCII.decode(pid.flip()).toString();
                holder = text.isBlank() ? "" : " (process " + text.strip() + ")";
            } catch (IOException unreadable) {
                holder = "";
            }
        }
        return new DataFolderException("another TCN server" + holder + " uses the data folder " + folder
                + ": stop it, or give another folder with --data");
    }

    public Path path() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /// The data folder cannot be used.
    public static final class DataFolderException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public DataFolderException(String message) {
            super(message);
        }
    }
}
