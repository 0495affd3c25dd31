// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A folder for large files that is gone afterwards, also when the process is told to stop.
public final class Scratch implements AutoCloseable {
    private static final double GIB = 1L << 30;
    /// Room that is left to others.
    private static final long SPARE_BYTES = 64L << 20;

    private final Path folder;
    private final Thread atExit = new Thread(this::remove, "remove-scratch");

    private Scratch(Path folder) {
        this.folder = folder;
    }

    /// Makes a folder below another one.
    ///
    /// @param neededBytes how much will be written at most
    public static Scratch in(Path parent, long neededBytes) throws BenchException {
        try {
            long free = Files.getFileStore(parent).getUsableSpace();
            if (free < neededBytes + SPARE_BYTES) {
                throw new BenchException(String.format(
                        Locale.ROOT,
                        "%s has %.1f GiB free, %.1f GiB are needed: choose another folder with --dir or a smaller"
                                + " file with --size",
                        parent,
                        free / GIB,
                        (neededBytes + SPARE_BYTES) / GIB));
            }
            Scratch scratch = new Scratch(Files.createTempDirectory(parent, "tcn-bench-"));
            Runtime.getRuntime().addShutdownHook(scratch.atExit);
            return scratch;
        } catch (IOException e) {
            throw new BenchException(
                    "no folder can be made in " + parent + " (" + e + "); choose another with --dir", e);
        }
    }

    /// Makes a folder in here.
    public Path newFolder(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        remove();
    }

    private void remove() {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            System.err.println("tcn bench: " + folder + " stays behind, please remove it (" + e + ")");
        }
    }
}
