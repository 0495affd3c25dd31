// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Group;
import picocli.CommandLine.Command;

/// `set`.
@Command(
        name = "set",
        description = "Resource-sets, which resource controls hang on.",
        subcommands = {SetListCommand.class, SetShowCommand.class, SetAddCommand.class, SetRemoveCommand.class})
public final class SetCommand extends Group {}
