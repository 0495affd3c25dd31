// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `endpoint limits`.
@Command(name = "limits", description = "All limits on the connections of endpoints.")
final class EndpointLimitsCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("endpoint-limits"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table().text("ENDPOINT").number("OUT").number("IN");
        for (Row limit : Row.all(answer)) {
            table.row(limit.text("endpoint"), limit.text("maxOutbound"), limit.text("maxInbound"));
        }
        console.table(table, "no endpoint has a limit");
    }
}
