// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `ban list`.
@Command(name = "list", description = "Bans, of storages and of people.")
final class BanListCommand extends LookCommand {
    @Option(names = "--storage", paramLabel = "URL", description = "of this storage only, as davs://a.example.org")
    private @Nullable String storage;

    @Option(names = "--user", paramLabel = "USER", description = "of storages for this user only")
    private @Nullable String user;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.all(Route.of("bans").with("storage", storage).with("user", user), "storages", "people");
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
                .text("WHAT")
                .text("NAME")
                .text("USER")
                .text("STATUS")
                .text("SINCE")
                .text("BY")
                .text("MESSAGE");
        for (Row ban : new Row(answer).rows("storages")) {
            table.row(
                    "storage",
                    ban.text("storage"),
                    ban.text("user"),
                    ban.text("status"),
                    console.time(ban.text("since")),
                    ban.text("by"),
                    ban.text("message"));
        }
        for (Row ban : new Row(answer).rows("people")) {
            table.row(
                    "person",
                    ban.text("dn"),
                    "",
                    "",
                    console.time(ban.text("since")),
                    ban.text("by"),
                    ban.text("message"));
        }
        console.table(
                table,
                storage == null && user == null ? "nobody and nothing is banned" : "there is no such ban of a storage");
    }
}
