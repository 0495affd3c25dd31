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

/// `user list`.
@Command(name = "list", description = "All users that you may see.")
final class UserListCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("users"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table().text("USER").number("WEIGHT").text("CERTIFICATES");
        for (Row user : Row.all(answer)) {
            table.row(user.text("id"), user.text("weight"), String.join(", ", user.texts("dns")));
        }
        console.table(table, "there are no users that you may see");
    }
}
