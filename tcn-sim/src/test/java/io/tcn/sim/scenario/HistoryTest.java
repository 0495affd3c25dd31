// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.sim.cli.ReplayCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What a scenario tells of the past of pipes.
class HistoryTest {
    @TempDir
    private Path folder;

    private Path write(String history) throws Exception {
        return write(
                "tcn", "{\"id\": \"t\", \"pipe\": \"p\", \"bytes\": 1000000000000, \"arrivalSeconds\": 0}", history);
    }

    private Path write(String optimizer, String transfers, String history) throws Exception {
        return ScenarioFile.ofTwoSites(
                        folder, transfers, "{\"optimizers\": [\"" + optimizer + "\"], \"history\": " + history + "}")
                .path();
    }

    /// 100 Gbit/s, 2 Gbit/s a connection: 40 connections were open, so 20 are at the start, and 1 without a past.
    @Test
    void aPipeBeginsWithHalfOfWhatItHad() throws Exception {
        assertThat(firstConnections(
                        "[{\"src\": \"a\", \"dst\": \"b\", \"user\": \"u\", \"connections\": 40, \"gbps\": 80}]"))
                .isEqualTo("20");
        assertThat(firstConnections("[]")).isEqualTo("1");
    }

    private String firstConnections(String history) throws Exception {
        return connections(write(history), 1);
    }

    /// The heuristic for large files on 100 Gbit/s is as much as HARP ever takes, 32; in the past twelve connections
    /// were enough.
    @Test
    void harpTakesWhatThePastMovedMostWith() throws Exception {
        String files = IntStream.range(0, 100)
                .mapToObj(k ->
                        "{\"id\": \"t" + k + "\", \"pipe\": \"p\", \"bytes\": 10000000000," + " \"arrivalSeconds\": 0}")
                .collect(Collectors.joining(","));
        String past = IntStream.of(1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32)
                .mapToObj(n -> "{\"src\": \"a\", \"dst\": \"b\", \"user\": \"u\", \"daysOld\": 1, \"connections\": " + n
                        + ", \"gbps\": " + 2 * Math.min(n, 12) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(connections(write("harp", files, past), 20)).isEqualTo("12");
        assertThat(connections(write("harp", files, "[]"), 20)).isEqualTo("32");
    }

    private String connections(Path scenario, int interval) throws Exception {
        Path out = folder.resolve("out");
        StringWriter said = new StringWriter();
        int code = new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(scenario.toString(), "--seeds", "1", "--out", out.toString());
        assertThat(code).as(said.toString()).isZero();
        try (var files = Files.walk(out)) {
            Path csv = files.filter(file -> file.toString().endsWith("intervals.csv"))
                    .findFirst()
                    .orElseThrow();
            String[] keys = Files.readAllLines(csv).getFirst().split(",");
            String[] row = Files.readAllLines(csv).get(interval).split(",");
            for (int k = 0; k < keys.length; k++) {
                if (keys[k].equals("connections")) {
                    return row[k];
                }
            }
            throw new AssertionError(String.join(",", keys));
        }
    }

    @Test
    void whatItCannotMeanIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> new ScenarioReader()
                        .read(
                                write("[{\"src\": \"a\", \"dst\": \"x\", \"user\": \"u\", \"connections\": 4,"
                                                + " \"gbps\": 8}]")
                                        .toString(),
                                null))
                .hasMessageContaining("/settings/history/0/dst");
        assertThatThrownBy(() -> new ScenarioReader()
                        .read(
                                write("[{\"src\": \"a\", \"dst\": \"b\", \"user\": \"u\", \"connections\": 0,"
                                                + " \"gbps\": 8}]")
                                        .toString(),
                                null))
                .hasMessageContaining("/settings/history/0/connections");
    }
}
