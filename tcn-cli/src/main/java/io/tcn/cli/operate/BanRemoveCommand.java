// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `ban remove`.
@Command(name = "remove", description = "Takes a ban back: of a storage, or of a person (a name that begins with /).")
final class BanRemoveCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "URL|DN", description = "what is banned")
    private String banned = "";

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "the ban of a storage for this user (default: your own)")
    private @Nullable String user;

    @Option(names = "--all-users", description = "the bans of a storage for all users")
    private boolean allUsers;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        if (banned.startsWith("/")) {
            if (user != null || allUsers) {
                throw Trouble.usage("--user and --all-users belong to the ban of a storage");
            }
            return api.delete(Route.of("bans", "people").with("dn", banned));
        }
        if (!allUsers) {
            return api.delete(
                    Route.of("bans", "storages").with("storage", banned).with("user", user));
        }
        if (user != null) {
            throw Trouble.usage("give --user or --all-users, not both");
        }
        int removed = 0;
        for (Row ban : new Row(api.all(Route.of("bans"), "storages")).rows("storages")) {
            // a ban holds for all ports of a host
            if (banned.equals(ban.text("storage")) || banned.startsWith(ban.text("storage") + ":")) {
                api.delete(Route.of("bans", "storages").with("storage", banned).with("user", ban.text("user")));
                removed++;
            }
        }
        if (removed == 0) {
            throw Trouble.failed("there is no ban of " + banned + " (tcn ban list)");
        }
        return Json.object();
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line(banned + " is not banned any more");
    }
}
