// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.env.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/// `completion`.
@Command(
        name = "completion",
        description = "Prints what makes a shell complete commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} bash > ~/.local/share/bash-completion/completions/tcn",
            "  ${COMMAND-FULL-NAME} zsh >> ~/.zshrc"
        })
public final class CompletionCommand extends LocalCommand {
    /// The commands of the launcher, which are not ours; their options are completed by nobody.
    private static final List<String> OTHERS = List.of(
            "demo",
            "serve",
            "replay",
            "paper",
            "sweep",
            "compare",
            "scenario",
            "alto",
            "bench",
            "testbed",
            "test",
            "build",
            "version",
            "help",
            "storage",
            "health");

    /// Shells.
    enum Shell {
        /// bash.
        BASH,
        /// zsh, by its support of bash's completion.
        ZSH
    }

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "which shell")
    @SuppressWarnings("UnusedVariable") // one script serves both; the word is checked
    private Shell shell = Shell.BASH;

    @Override
    protected int run(Console console) {
        CommandLine root = spec().root().commandLine();
        for (String name : OTHERS) {
            if (!root.getSubcommands().containsKey(name)) {
                root.addSubcommand(name, CommandSpec.create().name(name));
            }
        }
        AutoComplete.bash("tcn", root).lines().forEach(line -> {
            spec().commandLine().getOut().println(line);
        });
        spec().commandLine().getOut().flush();
        return ExitCode.DONE;
    }
}
