// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = BenchCommand.newCommandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @Test
    void withoutANameTheBenchmarksAreListed() {
        assertThat(run()).isZero();
        assertThat(out.toString()).contains("copy", "dispatch", "step", "control");
    }

    @ParameterizedTest
    @ValueSource(strings = {"paper", "sweep"})
    void studiesAreCommandsBesideBench(String study) {
        CommandLine line = BenchCommand.lineFor(study, "--help");
        line.setOut(new PrintWriter(out));

        assertThat(line.execute(study, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: tcn " + study + " ");
        assertThat(Benchmarks.names()).doesNotContain(study);
        assertThat(BenchCommand.lineFor("copy").getCommandName()).isEqualTo("tcn bench");
        assertThat(BenchCommand.lineFor().getCommandName()).isEqualTo("tcn bench");
    }

    @Test
    void everyBenchmarkHasANameOfItsOwnAndAsksAQuestion() {
        assertThat(new HashSet<>(Benchmarks.names())).hasSameSizeAs(Benchmarks.all());
        assertThat(Benchmarks.all()).allSatisfy(benchmark -> {
            assertThat(benchmark.question()).endsWith("?");
            assertThat(Benchmarks.find(benchmark.name())).contains(benchmark);
        });
    }

    @Test
    void anUnknownNameIsAWrongArgumentAndTheRightOnesAreTold() {
        assertThat(run("cpoy")).isEqualTo(2);
        assertThat(err.toString()).contains("cpoy", "copy, dispatch, step, control, arrivals");
    }

    @Test
    void wrongOptionsAreToldInOneLine(@TempDir Path folder) {
        assertThat(run("copy", "--rounds", "0")).isEqualTo(2);
        assertThat(run("copy", "--size", "4 parsecs")).isEqualTo(2);
        assertThat(run("copy", "--size", "999999999999GiB")).isEqualTo(2);
        assertThat(run("copy", "--dir", folder.resolve("missing").toString())).isEqualTo(2);
        assertThat(run("copy", "--json", folder.toString())).isEqualTo(2);
        assertThat(run("copy", "--json", folder.resolve("missing/a.json").toString()))
                .isEqualTo(2);
        assertThat(run("copy", "--fast")).isEqualTo(2);
        assertThat(run("control", "--families", "none")).isEqualTo(2);
        assertThat(run("control", "--seeds", "5-1")).isEqualTo(2);
        assertThat(err.toString().lines().filter(line -> line.startsWith("tcn bench: ")))
                .hasSize(9);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theHelpHasExamplesAndExitCodesButNotTheWorkers() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("Exit codes", "tcn bench copy --json")
                .doesNotContain("worker");
    }

    @Test
    void aDiskThatIsTooSmallStopsTheBenchmarkBeforeItBegins(@TempDir Path folder) {
        // 900 000 GiB is more than any disk of a developer has.
        assertThat(run("copy", "--size", "900000GiB", "--dir", folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("GiB are needed", "--dir");
    }

    @Test
    void sizesAreReadInPowersOfTenAndOfTwo() {
        Size.Converter converter = new Size.Converter();

        assertThat(converter.convert("7").bytes()).isEqualTo(7);
        assertThat(converter.convert("2kB").bytes()).isEqualTo(2_000);
        assertThat(converter.convert("2KiB").bytes()).isEqualTo(2_048);
        assertThat(converter.convert("4gib").bytes()).isEqualTo(4L * 1024 * 1024 * 1024);
    }
}
