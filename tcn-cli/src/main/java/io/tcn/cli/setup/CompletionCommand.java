// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.env.ExitCode;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
            "  ${COMMAND-FULL-NAME} zsh > ~/.zfunc/_tcn"
        })
public final class CompletionCommand extends LocalCommand {
    /// The commands of the launcher, which are not ours, with what they are for; their options are completed by nobody.
    private static final Map<String, String> OTHERS = others();

    /// Shells.
    enum Shell {
        /// bash.
        BASH,
        /// zsh.
        ZSH
    }

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "which shell")
    private Shell shell = Shell.BASH;

    private static Map<String, String> others() {
        Map<String, String> others = new LinkedHashMap<>();
        others.put("demo", "start a server and three small storages, and move files");
        others.put("serve", "run the server");
        others.put("agent", "move files for a server from another machine");
        others.put("replay", "run a scenario in the simulator");
        others.put("paper", "the evaluation of the TCN paper, and of four papers on tuners");
        others.put("sweep", "run a scenario over a grid of parameters");
        others.put("compare", "put two results of replay side by side");
        others.put("scenario", "check, describe and draw scenarios");
        others.put("alto", "ask, follow, run and check ALTO servers");
        others.put("bench", "run a benchmark by name");
        others.put("testbed", "optimizers against real XRootD storages");
        others.put("test", "the whole gate");
        others.put("build", "build the jars now");
        others.put("version", "print the version");
        others.put("help", "help for a command");
        others.put("storage", "a small WebDAV storage on loopback");
        others.put("health", "is a server ready?");
        return Collections.unmodifiableMap(others);
    }

    @Override
    protected int run(Console console) {
        CommandLine root = spec().root().commandLine();
        String script = switch (shell) {
            case BASH -> bash(root);
            case ZSH -> ZshCompletion.of(root, OTHERS);
        };
        PrintWriter out = spec().commandLine().getOut();
        script.lines().forEach(out::println);
        out.flush();
        return ExitCode.DONE;
    }

    private static String bash(CommandLine root) {
        OTHERS.keySet().forEach(name -> {
            if (!root.getSubcommands().containsKey(name)) {
                root.addSubcommand(name, CommandSpec.create().name(name));
            }
        });
        return AutoComplete.bash("tcn", root);
    }
}
