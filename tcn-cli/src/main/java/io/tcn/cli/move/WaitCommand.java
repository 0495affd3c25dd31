// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `wait`.
@Command(
        name = "wait",
        description = "Waits until transfers or jobs are over.",
        subcommands = {WaitTransferCommand.class, WaitJobCommand.class})
public final class WaitCommand extends Group {}
