// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Files that are there with all of their content, or as they were before.
public final class WholeFile {
    private WholeFile() {}

    /// Writes a file in the place of one that may be there. What is there and is no file, such as `/dev/null`, is
    /// written to and stays.
    public static void write(Path file, byte[] content) throws IOException {
        Path target = file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            Files.write(target, content);
            return;
        }
        Path beside = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.write(beside, content);
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
