// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.seen.VersionOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `group cancel`.
@Command(name = "cancel", description = "Cancels what a group has not finished.")
final class GroupCancelCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "GROUP", description = "name or number of the group")
    private String group = "";

    @Option(names = "--user", paramLabel = "USER", description = "whose group it is")
    private @Nullable String user;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.delete(Route.of("groups", GroupFinder.idOf(api, group, user)), ifVersion.condition());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        console.line("group " + group + " is cancelled: " + row.text("transfers") + " transfers of " + row.text("jobs")
                + " jobs");
    }
}
