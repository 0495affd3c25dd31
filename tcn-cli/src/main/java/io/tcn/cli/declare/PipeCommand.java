// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `pipe`.
@Command(
        name = "pipe",
        description = "Pipes: what a user moves from one endpoint to another.",
        subcommands = {
            PipeListCommand.class,
            PipeShowCommand.class,
            PipeAddCommand.class,
            PipeChangeCommand.class,
            PipeRemoveCommand.class
        })
public final class PipeCommand extends Group {}
