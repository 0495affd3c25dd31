// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `rc list`.
@Command(name = "list", description = "All resource controls that you may see, and what is wrong with them.")
final class RcListCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("rc"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        RcTable.show(Row.all(answer), console);
    }
}
