// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// The database of a data folder as the migrations leave it, ahead of a first start: all of them are run once in
/// this JVM, and each server gets a copy. What a start itself writes is not in it.
final class MigratedDatabase {
    private static final String NAME = "tcn.mv.db";
    private static byte @Nullable [] file;

    private MigratedDatabase() {}

    /// Copies it into a data folder that has none yet.
    static void into(Path data) throws IOException {
        Path folder = data.resolve("db");
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            Files.write(folder.resolve(NAME), file());
        }
    }

    private static synchronized byte[] file() throws IOException {
        byte[] known = file;
        if (known == null) {
            Path folder = Files.createTempDirectory("tcn-migrated");
            try {
                Flyway.configure()
                        .dataSource("jdbc:h2:file:" + folder.resolve("tcn"), "", "")
                        .locations("classpath:db/migration", "classpath:db/h2")
                        .load()
                        .migrate();
                known = Files.readAllBytes(folder.resolve(NAME));
            } finally {
                FileSystemUtils.deleteRecursively(folder);
            }
            file = known;
        }
        return known;
    }
}
