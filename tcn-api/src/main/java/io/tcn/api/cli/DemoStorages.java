// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.agent.storage.WebDavStorage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.Adler32;

/// The three storages of the demo, each slow enough that the number of connections matters: a limit per
/// connection, and one for all reading and all writing together.
final class DemoStorages implements AutoCloseable {
    /// Limit of one connection in bit/s.
    static final double CONNECTION_BPS = 16e6;

    /// Limit of all reading, and of all writing, of one storage in bit/s.
    static final double STORAGE_BPS = 160e6;

    private static final int BUFFER = 1 << 16;

    private final Path root;
    private final Map<Character, WebDavStorage> storages = new TreeMap<>();

    private DemoStorages(Path root) {
        this.root = root;
    }

    static DemoStorages start(Path root) throws IOException {
        DemoStorages started = new DemoStorages(root);
        for (char letter : new char[] {'a', 'b', 'c'}) {
            Path folder = Files.createDirectories(root.resolve("storage-" + letter));
            started.storages.put(
                    letter,
                    WebDavStorage.builder(folder)
                            .connectionBps(CONNECTION_BPS)
                            .readBps(STORAGE_BPS)
                            .writeBps(STORAGE_BPS)
                            .start(0));
        }
        return started;
    }

    /// The storage's endpoint, `http://127.0.0.1:PORT`.
    String endpoint(char letter) {
        return url(letter, "");
    }

    String url(char letter, String path) {
        WebDavStorage storage = storages.get(letter);
        if (storage == null) {
            throw new IllegalArgumentException("there is no storage " + letter);
        }
        return storage.url(path).toString();
    }

    Path path(char letter, String path) {
        return root.resolve("storage-" + letter).resolve(path.substring(1));
    }

    /// Makes a source file with content that follows from its seed.
    void create(DemoFile file) throws IOException {
        Path path = path(file.from(), file.sourcePath());
        Files.createDirectories(path.getParent());
        Random random = new Random(file.seed());
        byte[] block = new byte[BUFFER];
        try (OutputStream out = Files.newOutputStream(path)) {
            for (long left = file.sizeBytes(); left > 0; left -= Math.min(left, BUFFER)) {
                random.nextBytes(block);
                out.write(block, 0, (int) Math.min(left, BUFFER));
            }
        }
    }

    /// ADLER32 of what the content of a file must be.
    static long expectedChecksum(DemoFile file) {
        Random random = new Random(file.seed());
        byte[] block = new byte[BUFFER];
        Adler32 sum = new Adler32();
        for (long left = file.sizeBytes(); left > 0; left -= Math.min(left, BUFFER)) {
            random.nextBytes(block);
            sum.update(block, 0, (int) Math.min(left, BUFFER));
        }
        return sum.getValue();
    }

    /// ADLER32 of what lies at a destination, read from the disk and not asked of any server; -1 if nothing is there.
    long actualChecksum(DemoFile file) throws IOException {
        Path path = path(file.to(), file.destinationPath());
        if (!Files.isRegularFile(path)) {
            return -1;
        }
        Adler32 sum = new Adler32();
        byte[] block = new byte[BUFFER];
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                sum.update(block, 0, read);
            }
        }
        return sum.getValue();
    }

    /// A network of three sites around a router, for the server: which pipe uses which link and storage.
    String topology() {
        StringBuilder json =
                new StringBuilder("{\"name\": \"demo\", \"nodes\": [{\"id\": \"r\", \"type\": \"router\"}");
        storages.keySet()
                .forEach(letter -> json.append(", {\"id\": \"site-%s\", \"type\": \"site\"}".formatted(letter)));
        json.append("], \"links\": [");
        String separator = "";
        for (char letter : storages.keySet()) {
            json.append(separator)
                    .append("{\"id\": \"link-%s\", \"a\": \"site-%s\", \"b\": \"r\", \"capacityGbps\": 1}"
                            .formatted(letter, letter));
            separator = ", ";
        }
        json.append("], \"sites\": [");
        separator = "";
        for (char letter : storages.keySet()) {
            json.append(separator)
                    .append(("{\"id\": \"%s\", \"routers\": [\"site-%s\"], \"capacityGbps\": %s,"
                                    + " \"endpoints\": [\"%s\"]}")
                            .formatted(letter, letter, STORAGE_BPS / 1e9, endpoint(letter)));
            separator = ", ";
        }
        return json.append("]}").toString();
    }

    @Override
    public void close() {
        storages.values().forEach(WebDavStorage::close);
    }
}
