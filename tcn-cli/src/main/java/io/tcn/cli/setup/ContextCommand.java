// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `context`.
@Command(
        name = "context",
        description = "Servers under names, with what is shown to them, so that no option is typed twice.",
        subcommands = {
            ContextAddCommand.class,
            ContextListCommand.class,
            ContextUseCommand.class,
            ContextShowCommand.class,
            ContextRemoveCommand.class
        })
public final class ContextCommand extends Group {}
