// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void settingsThatDifferAndRatiosAreShown() {
        Path a = replay("a", "0");
        Path b = replay("b", "0.5");
        assertThat(compare(a.toString(), b.resolve("result.json").toString())).isZero();
        assertThat(out.toString())
                .contains("differs: deterioration: 0.0 in A, 0.5 in B")
                .contains("mean FCT", "B / A");
        Path csv = folder.resolve("compare.csv");
        assertThat(compare(a.toString(), a.toString(), "--tolerance", "0", "--csv", csv.toString()))
                .isZero();
        assertThat(csv).content().startsWith("optimizer,figure,unit,A,B,B / A").contains("1.00x");
        assertThat(compare(a.toString(), b.toString(), "--tolerance", "0.001")).isEqualTo(3);
        assertThat(out.toString()).contains("beyond the tolerance: ");
    }

    @Test
    void whatIsNoResultIsNamed() throws Exception {
        assertThat(compare(folder.resolve("none").toString(), folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("there is no ", "none");
        Path other = Files.writeString(folder.resolve("other.json"), "{\"kind\": \"something\"}");
        assertThat(compare(other.toString(), other.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is not a result of replay");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"kind\": ");
        assertThat(compare(broken.toString(), broken.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is no JSON");
    }

    private Path replay(String name, String deterioration) {
        Path into = folder.resolve(name);
        int code = new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute("paper-1", "--interval", "20", "--deterioration", deterioration, "--out", into.toString());
        assertThat(code).isZero();
        return into;
    }

    private int compare(String... arguments) {
        return new CommandLine(new CompareCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
