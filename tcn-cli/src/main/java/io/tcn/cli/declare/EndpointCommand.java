// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `endpoint`.
@Command(
        name = "endpoint",
        description = "Endpoints: storages, how they do, and limits of their connections.",
        subcommands = {
            EndpointListCommand.class,
            EndpointShowCommand.class,
            EndpointLimitsCommand.class,
            EndpointLimitCommand.class,
            EndpointUnlimitCommand.class
        })
public final class EndpointCommand extends Group {}
