// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `resource`.
@Command(
        name = "resource",
        description = "Resources of the network map: links and storages.",
        subcommands = ResourceListCommand.class)
public final class ResourceCommand extends Group {}
