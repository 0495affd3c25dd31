// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `tcn`, as far as it is studies: they are commands of their own beside `bench`, in the same jar.
@Command(
        name = "tcn",
        description = "Studies in the simulator.",
        subcommands = {PaperCommand.class, SweepCommand.class})
public final class StudyCommand {
    /// Columns of the help where the terminal does not tell its own.
    private static final int HELP_WIDTH = 120;

    /// All studies.
    public static CommandLine line() {
        return new CommandLine(new StudyCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpAutoWidth(true);
    }
}
