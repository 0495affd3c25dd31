// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// A command that changes something which the server's audit keeps, with the reason if one is given.
public abstract class ChangeCommand extends ServerCommand {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            order = 60,
            description = "why, one line, for the audit (tcn audit)")
    private @Nullable String reason;

    @Override
    protected final Api connect() throws Trouble {
        return super.connect().because(reason);
    }
}
