// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReplayCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void aReplayPrintsATableAndWritesBothFiles() {
        int code = run(
                "paper-1", "--seeds", "1,2", "--out", folder.resolve("new/dir").toString());

        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).contains("mean FCT", "tcn-zero", "written: ");
        assertThat(folder.resolve("new/dir/result.json")).isNotEmptyFile();
        assertThat(folder.resolve("new/dir/report.html")).isNotEmptyFile();
        assertThat(err.toString()).contains("run 4 of 4: ");
    }

    @Test
    void theSameSeedsGiveTheSameFilesWithAnyNumberOfThreads() throws Exception {
        for (String threads : List.of("1", "4")) {
            assertThat(run(
                            "paper-2",
                            "--seeds",
                            "1-3",
                            "--horizon",
                            "400",
                            "--threads",
                            threads,
                            "--out",
                            folder.resolve(threads).toString()))
                    .isZero();
        }
        try (Stream<Path> files = Files.list(folder.resolve("1"))) {
            List<Path> written = files.toList();
            assertThat(written)
                    .extracting(file -> file.getFileName().toString())
                    .contains("result.json", "report.html", "summary.csv", "transfers.csv", "intervals.csv")
                    .contains("throughput.svg", "fct.svg", "map-fts.svg", "bottlenecks-tcn-zero.svg");
            for (Path file : written) {
                assertThat(file).hasSameBinaryContentAs(folder.resolve("4").resolve(file.getFileName()));
            }
        }
    }

    @Test
    void theShippedScenariosCanBeListed() {
        assertThat(run("--list")).isZero();
        assertThat(out.toString()).contains("paper-5-esnet-dynamic-50", "esnet6-2026", "tcn-zero");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        paper-1 --optimizers fts,best       | no optimizer "best"
        paper-1 --seeds 5-1                 | a range of seeds rises
        paper-1 --seeds x                   | seeds are written as
        paper-1 --max-connections 0         | limits of a pipe
        paper-1 --deterioration 2           | 0 to 1
        paper-1 --ceiling-gbps -1           | must be positive
        paper-1 --interval 0                | --interval wants seconds
        paper-1 --knowledge some            | full, capacities or none
        paper-1 --horizon 0.5               | shorter than an interval
        paper-1 --topology no/such.json     | no such topology file
        paper-4 --horizon 1e9               | more than 5000000 control intervals
        no-such-scenario                    | neither a file nor a shipped scenario
        paper-1 --unknown                   | Unknown option
        """)
    void badInputIsOneClearLineAndCodeTwo(String line, String message) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message).doesNotContain("Exception", "\tat ");
    }

    @Test
    void aMissingScenarioIsAskedFor() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("which scenario?");
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidSo() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(run("paper-1", "--out", file.resolve("below").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("cannot be written").doesNotContain("\tat ");
    }

    @Test
    void theHelpShowsExamplesAndExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Examples:", "Exit codes:", "--no-controls");
    }
}
