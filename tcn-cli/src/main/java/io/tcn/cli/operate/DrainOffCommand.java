// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import picocli.CommandLine.Command;

/// `drain off`.
@Command(name = "off", description = "Lets a server start transfers again.")
final class DrainOffCommand extends DrainSwitch {
    DrainOffCommand() {
        super(false);
    }
}
