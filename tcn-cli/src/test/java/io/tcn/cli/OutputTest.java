// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What cannot be written is told, as far as anybody wanted to read it.
class OutputTest {
    private static final File FULL = new File("/dev/full");

    private static ProcessBuilder completion() {
        return new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TcnCli.class.getName(),
                "completion",
                "bash"));
    }

    @Test
    void anOutputThatDoesNotFitOntoItsDiskIsAFailure() throws IOException, InterruptedException {
        assumeThat(FULL).as("a device that is always full").exists();
        Process process = completion().redirectOutput(FULL).start();

        String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(told.strip().lines()).singleElement().asString().contains("could be written: No space left");
    }

    @Test
    void aReaderThatHasEnoughIsNone() throws IOException, InterruptedException {
        Process process = completion().start();
        process.getInputStream().close();

        String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(told).isEmpty();
    }
}
