// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.api.security.Pki;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a first start makes, a private authority with certificates, ahead of it: of keys that are known already. To
/// sign its certificates takes a twentieth of a start, so the first four of a JVM are kept, and come again in turn:
/// data folders of one test have different ones.
public final class TestPki {
    private static final int KEPT = 4;
    private static final List<Map<String, byte[]>> MADE = new ArrayList<>();
    private static int asked;

    static {
        KnownKeys.install();
    }

    private TestPki() {}

    /// Makes it in a data folder that has none yet.
    public static synchronized Pki into(Path data) throws IOException {
        Pki pki = new Pki(data, TestKeys::next);
        Path folder = data.resolve("pki");
        if (Files.exists(folder)) {
            pki.createIfMissing(List.of(), Instant.now());
            return pki;
        }
        int turn = asked++ % KEPT;
        if (turn < MADE.size()) {
            write(MADE.get(turn), folder);
        } else {
            pki.createIfMissing(List.of(), Instant.now());
            MADE.add(read(folder));
        }
        return pki;
    }

    private static Map<String, byte[]> read(Path folder) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void write(Map<String, byte[]> files, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path written = Files.write(folder.resolve(file.getKey()), file.getValue());
            Files.setPosixFilePermissions(
                    written,
                    PosixFilePermissions.fromString(file.getKey().endsWith(".key") ? "rw-------" : "rw-r--r--"));
        }
    }
}
