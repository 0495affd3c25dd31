// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void aFileIsReplaced() throws IOException {
        Path file = folder.resolve("figures.json");
        WholeFile.write(file, new byte[] {1, 2});
        WholeFile.write(file, new byte[] {3});

        assertThat(file).hasBinaryContent(new byte[] {3});
        assertThat(folder).isDirectoryContaining(file::equals);
    }

    /// A link to a device stands for the device itself, which a test must not put at risk.
    @Test
    void aDeviceStaysWhatItIs() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("/dev/null"));
        WholeFile.write(link, new byte[] {1});

        assertThat(link).isSymbolicLink();
        assertThat(Files.isRegularFile(link)).isFalse();
    }
}
