// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `drain`.
@Command(
        name = "drain",
        description = "A drained server starts no transfers; those that run go on to their end.",
        subcommands = {DrainOnCommand.class, DrainOffCommand.class, DrainStatusCommand.class})
public final class DrainCommand extends Group {}
