// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A word that needs another one behind it, such as `pipe list`.
@Command(sortOptions = false, synopsisSubcommandLabel = "COMMAND")
public abstract class Group implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private HelpOption help = new HelpOption();

    @Override
    public final void run() {
        if (spec != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "what to do? One of: "
                            + String.join(", ", spec.subcommands().keySet()));
        }
    }
}
