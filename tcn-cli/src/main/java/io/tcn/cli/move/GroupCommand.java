// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `group`.
@Command(
        name = "group",
        description = "Groups: transfers that are of use only together, and the order in which groups go.",
        subcommands = {
            GroupListCommand.class,
            GroupShowCommand.class,
            GroupChangeCommand.class,
            GroupCancelCommand.class
        })
public final class GroupCommand extends Group {}
