// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `ban`.
@Command(
        name = "ban",
        description = "Storages that are left in peace, and people who may not come in.",
        subcommands = {BanListCommand.class, BanStorageCommand.class, BanPersonCommand.class, BanRemoveCommand.class})
public final class BanCommand extends Group {}
