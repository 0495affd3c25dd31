// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `transfer`.
@Command(
        name = "transfer",
        description = "Transfers: files on their way.",
        subcommands = {
            TransferListCommand.class,
            TransferShowCommand.class,
            TransferAddCommand.class,
            TransferCancelCommand.class
        })
public final class TransferCommand extends Group {}
