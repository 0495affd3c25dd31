// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SweepCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void aSweepThatWasCutOffGoesOnWhereItWas() throws Exception {
        Path whole = folder.resolve("whole");
        assertThat(sweep("--out", whole.toString(), "--threads", "1")).isZero();
        List<String> runs = Files.readAllLines(whole.resolve("runs.jsonl"));
        assertThat(runs).hasSize(1 + 4);

        // The machine went down in the middle of the third run's line.
        Path cut = folder.resolve("cut");
        Files.createDirectories(cut);
        Files.writeString(
                cut.resolve("runs.jsonl"),
                String.join("\n", runs.subList(0, 3)) + "\n" + runs.get(3).substring(0, 20));
        err.getBuffer().setLength(0);
        assertThat(sweep("--out", cut.toString(), "--threads", "3")).isZero();
        assertThat(err.toString()).contains("done before");
        assertThat(err.toString().lines().filter(line -> line.contains("done before")))
                .hasSize(2);
        assertThat(cut.resolve("sweep.csv")).hasSameBinaryContentAs(whole.resolve("sweep.csv"));
        assertThat(Files.readString(whole.resolve("sweep.csv")))
                .startsWith("deterioration,optimizer,fctMeanSeconds")
                .contains("0.5,tcn-zero,");
    }

    @Test
    void resultsOfAnotherSweepAreNotMixedIn() {
        assertThat(sweep("--out", folder.toString())).isZero();
        assertThat(run("paper-1", "--interval", "50", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("holds the results of another scenario");
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(run("paper-1", "--vary", "deterioration=2", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("0 to 1, given was 2");
        assertThat(run("paper-1", "--vary", "interval=soon", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("interval wants a number, given was \"soon\"");
        assertThat(run("paper-9", "--out", folder.toString())).isEqualTo(2);
        assertThat(run("paper-1", "--threads", "0", "--out", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--threads wants 1 or more");
    }

    private int sweep(String... more) {
        return run(Stream.concat(
                        Stream.of("paper-1", "--vary", "deterioration=0,0.5", "--interval", "20"), Stream.of(more))
                .toArray(String[]::new));
    }

    private int run(String... arguments) {
        return new CommandLine(new SweepCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
