// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.agent.storage.WebDavStorage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.zip.Adler32;

/// A WebDAV storage in this process that keeps a log of what happened to its files.
public final class LoggedStorage implements AutoCloseable {
    private final Path root;
    private final Queue<StorageEvent> events = new ConcurrentLinkedQueue<>();
    private final WebDavStorage storage;

    private LoggedStorage(Path root, UnaryOperator<WebDavStorage.Builder> settings, int port) throws IOException {
        this.root = Files.createDirectories(root);
        this.storage =
                settings.apply(WebDavStorage.builder(root).events(events::add)).start(port);
    }

    public static LoggedStorage start(Path root, UnaryOperator<WebDavStorage.Builder> settings) throws IOException {
        return new LoggedStorage(root, settings, 0);
    }

    public static LoggedStorage start(Path root) throws IOException {
        return start(root, builder -> builder);
    }

    /// One that comes back at the port that it had.
    public static LoggedStorage startAt(Path root, int port) throws IOException {
        return startAt(root, port, builder -> builder);
    }

    /// The same with other settings.
    public static LoggedStorage startAt(Path root, int port, UnaryOperator<WebDavStorage.Builder> settings)
            throws IOException {
        return new LoggedStorage(root, settings, port);
    }

    /// Puts a file there, the same bytes for the same name and size.
    ///
    /// @param path begins with a slash
    /// @return its URL
    public URI put(String path, int bytes) throws IOException {
        write(path, bytes);
        return storage.url(path);
    }

    /// As [#put], for a path that must be encoded in a URL.
    public void write(String path, int bytes) throws IOException {
        Path file = file(path);
        Files.createDirectories(file.getParent());
        Files.write(file, content(path, bytes));
    }

    /// What [#put] writes.
    public static byte[] content(String path, int bytes) {
        byte[] content = new byte[bytes];
        new Random(path.hashCode()).nextBytes(content);
        return content;
    }

    /// `ADLER32:` and the checksum of what [#put] writes.
    public static String checksum(String path, int bytes) {
        Adler32 adler = new Adler32();
        adler.update(content(path, bytes));
        return String.format("ADLER32:%08x", adler.getValue());
    }

    public URI url(String path) {
        return storage.url(path);
    }

    public int port() {
        return storage.port();
    }

    public Path file(String path) {
        return root.resolve(path.substring(1));
    }

    public boolean has(String path) {
        return Files.exists(file(path));
    }

    public List<StorageEvent> events() {
        return List.copyOf(events);
    }

    public long count(StorageEvent.Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).count();
    }

    /// Number of files that are being written now.
    public long beingWritten() {
        return count(StorageEvent.Kind.WRITING) - count(StorageEvent.Kind.WRITTEN) - count(StorageEvent.Kind.ABANDONED);
    }

    /// Paths that two writers wrote at the same time.
    public List<String> overlaps() {
        Map<String, Integer> writers = new HashMap<>();
        List<String> overlaps = new ArrayList<>();
        for (StorageEvent event : events) {
            switch (event.kind()) {
                case WRITING -> {
                    if (writers.merge(event.path(), 1, Integer::sum) > 1) {
                        overlaps.add(event.path() + " at " + event.at());
                    }
                }
                case WRITTEN, ABANDONED -> writers.merge(event.path(), -1, Integer::sum);
                case REMOVED -> {
                    if (writers.getOrDefault(event.path(), 0) > 0) {
                        overlaps.add(event.path() + " removed while written at " + event.at());
                    }
                }
            }
        }
        return overlaps;
    }

    /// The files there, those that are being written included, as paths from the root.
    public List<String> files() throws IOException {
        SortedSet<String> found = new TreeSet<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add("/" + root.relativize(file));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                // Files come and go while it is looked at.
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(found);
    }

    /// Ends it at once, with whatever is under way.
    public void goAway() {
        storage.close();
    }

    @Override
    public void close() {
        storage.close();
    }
}
