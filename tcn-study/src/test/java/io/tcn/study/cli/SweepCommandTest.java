// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
                .startsWith("deterioration,optimizer,fctMeanSeconds,fctMeanSecondsMin,fctMeanSecondsMax,")
                .contains("0.5,tcn-zero,");
    }

    @Test
    void theFileOfRunsIsTheSameInWhateverOrderTheyEnded() throws Exception {
        Path whole = folder.resolve("whole");
        assertThat(sweep("--out", whole.toString(), "--threads", "1")).isZero();
        List<String> runs = Files.readAllLines(whole.resolve("runs.jsonl"));

        Path other = folder.resolve("other");
        Files.createDirectories(other);
        // The last two of the grid ended first.
        Files.writeString(other.resolve("runs.jsonl"), String.join("\n", runs.get(0), runs.get(4), runs.get(3), ""));
        assertThat(sweep("--out", other.toString(), "--threads", "2")).isZero();
        assertThat(other.resolve("runs.jsonl")).hasSameBinaryContentAs(whole.resolve("runs.jsonl"));
    }

    @Test
    void runsOfAnotherGridInTheFileStayThere() throws Exception {
        assertThat(sweep("--out", folder.toString(), "--seeds", "2")).isZero();
        assertThat(sweep("--out", folder.toString(), "--seeds", "1")).isZero();
        assertThat(Files.readAllLines(folder.resolve("runs.jsonl"))).hasSize(1 + 4 + 4);
    }

    @Test
    void theFileHasTheFiguresOfTheRunsInFullWithTheirSpread() throws Exception {
        assertThat(sweep("--seeds", "1-3", "--out", folder.toString()))
                .as(err.toString())
                .isZero();
        List<String> rows = Files.readAllLines(folder.resolve("sweep.csv"));
        List<String> header = List.of(rows.getFirst().split(","));
        List<String> row = List.of(rows.get(1).split(",", -1));
        int mean = header.indexOf("utilityMeanGbps");
        List<Double> ofRuns = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("runs.jsonl"))) {
            if (line.contains("\"run\"")
                    && line.contains("deterioration=" + row.get(0) + " ")
                    && line.contains("optimizer=" + row.get(1) + " ")) {
                ofRuns.add(Double.valueOf(line.replaceAll(".*\"utilityMeanGbps\":([-0-9.E]+).*", "$1")));
            }
        }
        assertThat(ofRuns).hasSize(3);
        assertThat(Stream.of(mean + 1, mean, mean + 2).map(column -> Double.valueOf(row.get(column))))
                .isEqualTo(ofRuns.stream().sorted().toList());
        assertThat(row.get(header.indexOf("seeds"))).isEqualTo("3");
        // The table on the terminal stays short.
        assertThat(out.toString()).doesNotContain("utilityMeanGbpsMin");
    }

    @Test
    void resultsOfAnotherSweepAreNotMixedIn() {
        assertThat(sweep("--out", folder.toString())).isZero();
        assertThat(run("paper-1", "--interval", "50", "--out", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("holds the results of another scenario");
    }

    @Test
    void partsPutTogetherAreWhatOneMachineWrites() throws Exception {
        Path whole = folder.resolve("whole");
        assertThat(sweep("--out", whole.toString(), "--threads", "1")).isZero();
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        assertThat(sweep("--out", one.toString(), "--shard", "1/3")).isZero();
        assertThat(sweep("--out", one.toString(), "--shard", "3/3")).isZero();
        assertThat(one.resolve("sweep.csv")).doesNotExist();
        Path merged = folder.resolve("merged");

        assertThat(run("merge", one.toString(), "--out", merged.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("1 of 4 runs are missing, such as deterioration=");
        assertThat(merged.resolve("sweep.csv")).doesNotExist();

        assertThat(sweep("--out", two.toString(), "--shard", "2/3")).isZero();
        assertThat(run("merge", one.toString(), two.toString(), "--out", merged.toString()))
                .as(err.toString())
                .isZero();
        assertThat(merged.resolve("sweep.csv")).hasSameBinaryContentAs(whole.resolve("sweep.csv"));
        assertThat(merged.resolve("runs.jsonl")).hasSameBinaryContentAs(whole.resolve("runs.jsonl"));
        // What was merged goes on as any sweep.
        assertThat(sweep("--out", merged.toString())).isZero();
    }

    @Test
    void partsOfDifferentSweepsAreNotPutTogether() throws Exception {
        Path one = folder.resolve("one");
        Path other = folder.resolve("other");
        assertThat(sweep("--out", one.toString(), "--shard", "1/2")).isZero();
        assertThat(sweep("--out", other.toString(), "--shard", "2/2", "--seeds", "7"))
                .isZero();
        String out = folder.resolve("merged").toString();
        assertThat(run("merge", one.toString(), other.toString(), "--out", out)).isEqualTo(2);
        assertThat(err.toString()).contains("is a part of another sweep");
        assertThat(run("merge", folder.resolve("nothing").toString(), "--out", out))
                .isEqualTo(2);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(run("merge", empty.toString(), "--out", out)).isEqualTo(2);
        Files.writeString(empty.resolve("runs.jsonl"), "no journal");
        assertThat(run("merge", empty.toString(), "--out", out)).isEqualTo(2);
        for (String wrong : List.of("0/2", "3/2", "1", "a/b", "1/0")) {
            assertThat(sweep("--out", out, "--shard", wrong)).as(wrong).isEqualTo(2);
        }
        assertThat(run("paper-1")).isEqualTo(2);
        assertThat(err.toString()).contains("--out");
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
