// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.Relay;
import io.tcn.agent.Side;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.zip.Adler32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file of this machine.
///
/// It is written under a hidden name beside its own, made from the transfer's number, forced to the disk and
/// then given its name in one step, which is forced to the disk too. So the name stands for the whole file or for
/// nothing (or, when replaced, for the old one), whatever happens in between. The hidden name has the number of the
/// attempt: an attempt that was taken for dead and wakes up writes into its own file, and has nothing to give the
/// name to once a later one has removed that. On a file system without hard links a new name is first taken by an
/// empty file, so that nothing is replaced there either.
public final class LocalFile implements StoredFile {
    private static final Logger log = LoggerFactory.getLogger(LocalFile.class);
    private static final int PIECE_BYTES = 256 * 1024;
    /// Parts of so many attempts before are looked for.
    private static final int MOST_PARTS = 100;

    private final Side side;
    private final Path path;
    private final List<Path> parts;
    private final Path hidden;
    private final Disk disk;

    /// @param path as [LocalRoots] resolved it
    /// @param mark what tells the hidden names of different transfers apart
    public LocalFile(Side side, Path path, String mark) {
        this(side, path, mark, 1, Disk.REAL);
    }

    /// @param attempt number of the attempt, from 1 on
    public LocalFile(Side side, Path path, String mark, int attempt) {
        this(side, path, mark, attempt, Disk.REAL);
    }

    LocalFile(Side side, Path path, String mark, Disk disk) {
        this(side, path, mark, 1, disk);
    }

    private LocalFile(Side side, Path path, String mark, int attempt, Disk disk) {
        this.side = side;
        this.disk = disk;
        this.path = path;
        String fileName = String.valueOf(path.getFileName());
        String begin = ".tcn-" + mark + "-" + Integer.toHexString(fileName.hashCode());
        List<Path> names = new ArrayList<>();
        // Without a number: of a server before the numbers.
        names.add(path.resolveSibling(begin + ".part"));
        for (int number = Math.max(1, attempt - MOST_PARTS); number <= attempt; number++) {
            names.add(path.resolveSibling(begin + "." + number + ".part"));
        }
        this.parts = List.copyOf(names);
        this.hidden = names.getLast();
    }

    @Override
    public Side side() {
        return side;
    }

    @Override
    public String name() {
        return "file://" + path;
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public Optional<FileFacts> look(boolean withChecksum) throws TransferException {
        try {
            if (!Files.exists(path)) {
                return Optional.empty();
            }
            if (side == Side.SOURCE && Files.isDirectory(path)) {
                throw new TransferException(side.isDirectory(), "the source " + name() + " is a folder");
            }
            long size = Files.size(path);
            Checksum checksum = withChecksum && Files.isRegularFile(path) ? readChecksum() : null;
            return Optional.of(new FileFacts(size, checksum));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failure("cannot look at", e);
        }
    }

    @Override
    public Optional<FileFacts> inspect() throws TransferException {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.of(new FileFacts(
                    found.size(),
                    null,
                    found.lastModifiedTime().toInstant(),
                    String.valueOf(found.fileKey()),
                    Duration.ZERO));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failure("cannot look at", e);
        }
    }

    @Override
    public boolean isFolder() {
        return Files.isDirectory(path);
    }

    @Override
    public OpenBytes open() throws TransferException {
        try {
            return new OpenBytes(Files.size(path), new FilePublisher(path));
        } catch (IOException e) {
            throw failure("cannot read", e);
        }
    }

    @Override
    public void write(Relay relay, long sizeBytes, boolean overwrite, Footprint footprint)
            throws TransferException, InterruptedException {
        try {
            Path folder = path.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            // Never through a link that somebody has put there: it may lead out of the roots.
            Files.deleteIfExists(hidden);
            try (FileChannel channel = FileChannel.open(
                    hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                FileSink sink = new FileSink(channel);
                relay.subscribe(sink);
                sink.done().get();
                disk.force(channel);
            }
            footprint.mayTouch();
            footprint.writing();
            giveName(overwrite, footprint);
        } catch (ExecutionException e) {
            Optional<TransferException> sourceTrouble = relay.sourceTrouble();
            if (sourceTrouble.isPresent()) {
                throw sourceTrouble.get();
            }
            throw e.getCause() instanceof IOException cause
                    ? failure("cannot write", cause)
                    : new TransferException(
                            ErrorCode.INTERNAL,
                            "writing " + name() + " failed: " + e.getCause(),
                            TransferException.Outlook.FINAL,
                            e);
        } catch (IOException e) {
            throw failure("cannot write", e);
        } finally {
            if (!relay.isComplete()) {
                relay.abort();
            }
        }
    }

    @Override
    public boolean remove(FileFacts seen, Footprint footprint) throws TransferException {
        footprint.mayTouch();
        Optional<FileFacts> now = inspect();
        if (now.isPresent()
                && seen.etag() != null
                && !seen.etag().equals(now.get().etag())) {
            throw TransferException.replaced(side, name());
        }
        try {
            if (!Files.isDirectory(path)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw failure("cannot remove", e);
        }
        return true;
    }

    @Override
    public void removeParts() throws TransferException {
        try {
            for (Path part : parts) {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw failure("cannot remove", e);
        }
    }

    private void giveName(boolean overwrite, Footprint footprint) throws IOException {
        try {
            if (overwrite) {
                Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
            } else if (hasLinked()) {
                Files.delete(hidden);
            } else {
                moveToNewName();
            }
        } catch (FileAlreadyExistsException e) {
            footprint.clean();
            throw e;
        }
        try {
            disk.sync(path.resolveSibling("."));
        } catch (IOException e) {
            log.debug("the folder of {} cannot be forced to the disk: {}", path, e.toString());
        }
    }

    /// Unlike a move, a link never replaces what appeared in the meantime.
    private boolean hasLinked() throws IOException {
        try {
            disk.link(path, hidden);
            return true;
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            log.debug("no hard link for {}: {}", path, e.toString());
            return false;
        }
    }

    /// Takes the name by an empty file, which fails where there is one, and replaces that by the real one.
    private void moveToNewName() throws IOException {
        Files.createFile(path);
        Files.move(hidden, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private Checksum readChecksum() throws IOException {
        Adler32 adler = new Adler32();
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (channel.read(piece) >= 0) {
                adler.update(piece.flip());
                piece.clear();
            }
        }
        return Checksum.adler32(adler.getValue());
    }

    private TransferException failure(String what, IOException cause) {
        String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        ErrorCode code = side.unavailable();
        String reason = cause.getClass().getSimpleName();
        if (cause instanceof AccessDeniedException) {
            code = side.permission();
            reason = "permission denied";
        } else if (side == Side.SOURCE && cause instanceof NoSuchFileException) {
            code = ErrorCode.SOURCE_NOT_FOUND;
            reason = "no such file";
        } else if (side == Side.DESTINATION && cause instanceof FileAlreadyExistsException) {
            return TransferException.destinationExists();
        } else if (text.contains("no space left") || text.contains("quota exceeded")) {
            code = ErrorCode.DESTINATION_NO_SPACE;
            reason = "no space left";
        } else if (text.contains("read-only file system")) {
            code = ErrorCode.DESTINATION_READ_ONLY;
            reason = "read-only file system";
        } else if (text.contains("name too long")) {
            code = ErrorCode.NAME_TOO_LONG;
            reason = "name too long";
        }
        return new TransferException(code, what + " " + name() + ": " + reason, TransferException.Outlook.FINAL, cause);
    }
}
