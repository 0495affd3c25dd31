// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StudyCommandTest {
    private static final int WIDTH = 120;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine tcn =
            StudyCommand.line().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @ParameterizedTest
    @CsvSource({"paper, tcn paper, --paper", "sweep, tcn sweep, --vary"})
    void helpIsThatOfTheCommandAsItIsTyped(String study, String name, String option) {
        assertThat(tcn.execute(study, "--help")).isZero();
        assertThat(out.toString()).contains("Usage: " + name + " ", "  " + name + " ", option, "Exit codes:");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= WIDTH);
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThat(tcn.execute("paper", "--quikc")).isEqualTo(2);
        assertThat(err.toString()).contains("--quikc");
    }
}
