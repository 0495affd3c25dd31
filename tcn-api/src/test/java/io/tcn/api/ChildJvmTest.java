// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tcn.api.harness.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers and agents of tests start with the classes that were kept. Without them each start takes more than twice the
/// processor time, and no other test would tell. In the order of the names this is among the first: the classes are
/// kept while the other JVMs run tests that need none, and those of the agents, the next, need not wait.
@Tag("it")
class ChildJvmTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void serversAndAgentsOfTestsStartWithTheClassesThatWereKept() throws Exception {
        List<String> command = ChildJvm.command("64m");
        assumeTrue(
                command.stream().anyMatch(option -> option.startsWith("-XX:SharedArchiveFile=")),
                "no archive of classes could be made on this machine: servers of tests start slowly");
        Path loaded = folder.resolve("loaded.txt");
        command.addAll(List.of("-Xlog:class+load:file=" + loaded, "io.tcn.api.cli.TcnCommand", "--help"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start();

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("output.txt")))
                .isZero();
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains("io.tcn.api.cli.TcnCommand source: shared objects file (top)"));
    }
}
