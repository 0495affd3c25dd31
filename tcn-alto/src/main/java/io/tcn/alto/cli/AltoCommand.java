// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `alto`: the parent of the commands for ALTO servers.
@Command(
        name = "alto",
        sortOptions = false,
        description = "Asks ALTO servers (RFC 7285 and its extensions), follows them, is one, checks others.",
        subcommands = {
            IrdCommand.class,
            MapCommand.class,
            CostCommand.class,
            PathCommand.class,
            WatchCommand.class,
            ServeCommand.class,
            CheckCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} serve",
            "  ${COMMAND-FULL-NAME} ird http://127.0.0.1:8181/alto/v1/ird",
            "  ${COMMAND-FULL-NAME} path http://127.0.0.1:8181/alto/v1/ird pid-cern pid-bnl"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:trouble with the server or the network, or a check failed", "2:wrong arguments"})
public final class AltoCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }

    /// Tells of wrong arguments in one line.
    ///
    /// @return the exit code, empty if the arguments are not for one of these commands
    public static OptionalInt complain(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        for (CommandLine above = line; above != null; above = above.getParent()) {
            if (above.getCommand() instanceof AltoCommand) {
                line.getErr()
                        .println(line.getCommandName() + ": " + firstLine(wrong.getMessage()) + "; see "
                                + line.getCommandSpec().qualifiedName() + " --help");
                line.getErr().flush();
                return OptionalInt.of(Console.BAD_ARGUMENTS);
            }
        }
        return OptionalInt.empty();
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "wrong arguments" : message.lines().findFirst().orElse("wrong arguments");
    }
}
