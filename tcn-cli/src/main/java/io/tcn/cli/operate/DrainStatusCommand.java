// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `drain status`.
@Command(name = "status", description = "Which servers are drained.")
final class DrainStatusCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("drain"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table().text("SERVER").text("DRAINED");
        for (Row server : Row.all(answer)) {
            table.row(server.text("host"), server.is("drained") ? "yes" : "no");
        }
        console.table(table, "no server is known");
    }
}
