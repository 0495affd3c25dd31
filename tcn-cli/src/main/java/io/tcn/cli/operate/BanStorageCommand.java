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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `ban storage`.
@Command(
        name = "storage",
        description = "Bans a storage for a user: nothing of that user is read or written there.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} davs://a.example.org --wait --message 'down until noon'")
final class BanStorageCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "URL", description = "the storage, as davs://a.example.org")
    private String storage = "";

    @Option(names = "--user", paramLabel = "USER", description = "for the transfers of this user (default: your own)")
    private @Nullable String user;

    @Option(names = "--all-users", description = "for the transfers of all users that there are now")
    private boolean allUsers;

    @Option(names = "--wait", description = "transfers wait until the ban is taken back")
    private boolean wait;

    @Option(names = "--cancel", description = "transfers are cancelled")
    private boolean cancel;

    @Option(names = "--message", paramLabel = "TEXT", description = "why, for those who ask")
    private @Nullable String message;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        if (wait == cancel) {
            throw Trouble.usage("say what becomes of its transfers: --wait or --cancel");
        }
        if (allUsers && user != null) {
            throw Trouble.usage("give --user or --all-users, not both");
        }
        if (!allUsers) {
            return ban(api, user);
        }
        ArrayNode bans = Json.object().putArray("bans");
        for (Row one : Row.all(api.all(Route.of("users")))) {
            bans.add(ban(api, one.text("id")));
        }
        return bans;
    }

    private JsonNode ban(Api api, @Nullable String whose) throws Trouble {
        ObjectNode body = Json.object().put("storage", storage).put("status", wait ? "WAIT" : "CANCEL");
        if (whose != null) {
            body.put("user", whose);
        }
        if (message != null) {
            body.put("message", message);
        }
        return api.put(Route.of("bans", "storages"), body);
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        if (answer.isArray()) {
            Row.all(answer).forEach(row -> show(row, console));
        } else {
            show(new Row(answer), console);
        }
    }

    private void show(Row row, Console console) {
        int jobs = row.texts("jobs").size();
        String whom = row.row("ban").text("user");
        console.line("storage " + storage + " is banned" + (whom.isEmpty() ? "" : " for " + whom) + ": its transfers "
                + (wait ? "wait" : "are cancelled") + (jobs == 0 ? "" : ", " + jobs + " jobs are concerned"));
    }
}
