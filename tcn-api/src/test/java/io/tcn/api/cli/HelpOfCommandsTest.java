// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What the commands say of themselves.
class HelpOfCommandsTest {
    private static final int WIDTH = 120;

    private final CommandLine tcn = TcnCommand.line();

    @Test
    void helpIsAsWideAsTheTerminalAndWideEnoughForTheExamplesWhereThatDoesNotTell() {
        for (CommandLine command : all(tcn)) {
            assertThat(command.getUsageHelpWidth()).as(command.getCommandName()).isEqualTo(WIDTH);
            assertThat(command.isUsageHelpAutoWidth())
                    .as(command.getCommandName())
                    .isTrue();
            assertThat(command.getCommandSpec().usageMessage().footer())
                    .as("examples of " + command.getCommandName())
                    .filteredOn(line -> line.startsWith("  "))
                    .extracting(line -> line.replace(
                            "${COMMAND-FULL-NAME}", command.getCommandSpec().qualifiedName()))
                    .allMatch(line -> line.length() <= WIDTH);
        }
    }

    /// The codes of docs/operations.md and docs/alto.md, in the help.
    @ParameterizedTest
    @CsvSource({
        "serve, '0 1 2 5 6 7'",
        "alto, '0 1 2'",
        "alto serve, '1 2 130, 143'",
        "alto watch, '0 1 2 130, 143'",
        "alto check, '0 1 2'",
    })
    void exitCodesAreInTheHelp(String command, String codes) {
        CommandLine line = tcn;
        for (String name : command.split(" ")) {
            line = Objects.requireNonNull(line.getSubcommands().get(name), name);
        }
        assertThat(String.join(
                        " ", line.getCommandSpec().usageMessage().exitCodeList().keySet()))
                .isEqualTo(codes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paper", "sweep"})
    void whoAsksForAStudyIsToldWhereItIs(String study) {
        StringWriter err = new StringWriter();
        tcn.setErr(new PrintWriter(err));

        assertThat(tcn.execute(study, "--out", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("tcn: " + study + " is not in the server's jar: run ./tcn " + study
                        + ", or java -jar tcn-bench.jar " + study);
    }

    private static List<CommandLine> all(CommandLine root) {
        List<CommandLine> found = new ArrayList<>(List.of(root));
        root.getSubcommands().values().forEach(child -> found.addAll(all(child)));
        return found;
    }
}
