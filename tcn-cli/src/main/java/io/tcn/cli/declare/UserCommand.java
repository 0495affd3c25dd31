// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `user`.
@Command(
        name = "user",
        description = "Users, and the certificates that act for them.",
        subcommands = {
            UserListCommand.class,
            UserShowCommand.class,
            UserAddCommand.class,
            UserRemoveCommand.class,
            UserLimitsCommand.class
        })
public final class UserCommand extends Group {}
