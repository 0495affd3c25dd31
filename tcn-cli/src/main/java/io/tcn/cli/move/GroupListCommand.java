// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `group list`.
@Command(name = "list", description = "Groups that are not over, the one that goes first first.")
final class GroupListCommand extends LookCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.all(Route.of("groups").with("user", user), "groups");
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
                .number("PLACE")
                .text("GROUP")
                .text("USER")
                .number("FILES")
                .number("BYTES")
                .text("BOTTLENECK")
                .text("EXPECTED")
                .text("DEADLINE")
                .text("");
        for (Row group : new Row(answer).rows("groups")) {
            table.row(
                    group.text("place"),
                    group.text("name"),
                    group.text("user"),
                    group.text("openFiles"),
                    Size.inWords(group.number("openBytes")),
                    group.text("bottleneck"),
                    console.time(group.text("expectedEnd")),
                    console.time(group.text("deadline")),
                    group.text("deadlineState"));
        }
        console.table(table, "there are no groups that you may see and that are not over");
    }
}
