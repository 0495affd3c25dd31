// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The data folder, held by one server at a time. The lock goes with the process: there is nothing to remove after a
/// crash.
public final class DataFolder implements AutoCloseable {
    /// Folders that this process holds. On POSIX a process loses its lock on a file as soon as it closes any channel to
    /// it, so a second server here must be refused before it opens the file.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final Path real;
    private final FileChannel channel;

    private DataFolder(Path folder, Path real, FileChannel channel) {
        this.folder = folder;
        this.real = real;
        this.channel = channel;
    }

    /// Takes the folder, making it if it is not there.
    ///
    /// @throws DataFolderException if another server has it, or it cannot be written; the message says what to do
    public static DataFolder take(Path path) {
        Path folder = path.toAbsolutePath().normalize();
        Path held = null;
        try {
            make(folder);
            Path real = folder.toRealPath();
            if (!HELD.add(real)) {
                throw inUse(folder, Long.toString(ProcessHandle.current().pid()));
            }
            held = real;
            FileChannel channel = lock(folder);
            held = null;
            return new DataFolder(folder, real, channel);
        } catch (IOException unusable) {
            throw new DataFolderException("the data folder " + folder + " cannot be used: " + unusable
                    + "; give a folder that this user can write, with --data");
        } finally {
            if (held != null) {
                HELD.remove(held);
            }
        }
    }

    /// A folder that is made here is for its owner only: it holds keys, names and addresses.
    private static void make(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (Files.exists(folder) || parent == null) {
            Files.createDirectories(folder);
            return;
        }
        Files.createDirectories(parent);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(folder);
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) == null) {
                ByteBuffer pid = ByteBuffer.allocate(32);
                channel.read(pid, 0);
                throw inUse(folder, StandardCharsets.US_ASCII.decode(pid.flip()).toString());
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            locked = true;
            return channel;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    private static DataFolderException inUse(Path folder, String pid) {
        String holder = pid.isBlank() ? "" : " (process " + pid.strip() + ")";
        return new DataFolderException("another TCN server" + holder + " uses the data folder " + folder
                + ": stop it, or give another folder with --data");
    }

    public Path path() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(real);
        }
    }

    /// The data folder cannot be used.
    public static final class DataFolderException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public DataFolderException(String message) {
            super(message);
        }
    }
}
