// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

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

class PaperCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void theSameOptionsGiveTheSameFilesWithAnyNumberOfThreads() throws Exception {
        assertThat(paper(
                        "--sweep-seeds",
                        "1",
                        "--threads",
                        "1",
                        "--out",
                        folder.resolve("one").toString()))
                .isZero();
        assertThat(paper(
                        "--sweep-seeds",
                        "1",
                        "--threads",
                        "3",
                        "--out",
                        folder.resolve("three").toString()))
                .isZero();
        List<String> names = names(folder.resolve("one"));
        assertThat(names)
                .contains("claims.csv", "values.csv", "theorems.csv", "sensitivity.csv", "tables.md", "paper.json")
                .contains("report.html", "sensitivity-deterioration.svg")
                .isEqualTo(names(folder.resolve("three")));
        for (String name : names) {
            assertThat(folder.resolve("one").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("three").resolve(name));
        }
    }

    @Test
    void theTableTellsClaimSettingAndRatios() {
        assertThat(paper("--sweep-seeds", "0")).isZero();
        assertThat(out.toString())
                .contains("capacities x 1", "link utilisation", "3.33", "tcn-zero", "bound", "Theorem 4.1");
        assertThat(err.toString()).contains("run 1 of 6");
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(run("--claims", "fct")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no claim \"fct\"", "fct-mean-free");
        assertThat(run("--seeds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("at least 1 seed");
        assertThat(run("--deterioration", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("0 to 1, given was 2");
    }

    @Test
    void anotherPapersClaimsComeWithTheirVerdicts() throws Exception {
        assertThat(run("--paper", "marlin", "--quick", "--out", folder.toString()))
                .isZero();
        assertThat(out.toString()).contains("reproduced if", "finds 10, 3, 3", "claims reproduced", "not run");
        assertThat(names(folder)).containsExactly("tuners.csv", "tuners.md");
        assertThat(err.toString()).contains("run 1 of");
    }

    @Test
    void optionsOfTheTcnPaperAreRefusedForOthers() {
        assertThat(run("--paper", "falcon", "--deterioration", "0.5")).isEqualTo(2);
        assertThat(err.toString()).contains("--deterioration belongs to --paper tcn");
        assertThat(run("--paper", "gridftp")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no paper \"gridftp\"", "falcon, marlin, fstream, harp");
        assertThat(run("--paper", "harp", "--seeds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("seeds and threads are 1 or more");
    }

    private int paper(String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "--claims",
                                "utilisation-one-link",
                                "--seeds",
                                "1",
                                "--interval",
                                "20",
                                "--capacity-scale",
                                "1"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private int run(String... arguments) {
        return new CommandLine(new PaperCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
