// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `rc`.
@Command(
        name = "rc",
        description = "Resource controls: the most, the least and the weight of a user on each resource of a set.",
        subcommands = {RcListCommand.class, RcSetCommand.class, RcRemoveCommand.class})
public final class RcCommand extends Group {}
