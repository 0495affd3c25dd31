// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import picocli.CommandLine.Command;

/// `drain on`.
@Command(name = "on", description = "Lets a server start no more transfers.")
final class DrainOnCommand extends DrainSwitch {
    DrainOnCommand() {
        super(true);
    }
}
