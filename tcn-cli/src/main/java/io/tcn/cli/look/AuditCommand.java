// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `audit`.
@Command(name = "audit", description = "The newest changes that operators made, and who made them.")
public final class AuditCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("audit"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table().text("TIME").text("WHO").text("ACTION").text("WHAT");
        for (Row entry : Row.all(answer)) {
            table.row(console.time(entry.text("at")), entry.text("dn"), entry.text("action"), entry.text("config"));
        }
        console.table(table, "nobody has changed anything yet");
    }
}
