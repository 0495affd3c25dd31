// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.units.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `group show`.
@Command(name = "show", description = "One group.")
final class GroupShowCommand extends LookCommand {
    /// What is declared of a group.
    static final List<String> DECLARED = List.of("weight", "deadline");

    @Parameters(index = "0", paramLabel = "GROUP", description = "name or number of the group")
    private String group = "";

    @Option(names = "--user", paramLabel = "USER", description = "whose group it is")
    private @Nullable String user;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("groups", GroupFinder.idOf(api, group, user)));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        describe(new Row(answer), console);
    }

    static void describe(Row group, Console console) {
        console.line("group         " + group.text("name") + " of user " + group.text("user") + ", number "
                + group.text("id"));
        console.line("weight        " + group.text("weight"));
        if (group.has("deadline")) {
            console.line("deadline      " + console.time(group.text("deadline"))
                    + (group.has("deadlineState") ? ", " + group.text("deadlineState") : ""));
        }
        console.line("left          " + group.text("openFiles") + " files of " + group.text("openJobs") + " jobs, "
                + Size.inWords(group.number("openBytes")));
        if (group.has("place")) {
            console.line("place         " + group.text("place"));
        }
        if (group.has("bottleneck")) {
            console.line("bottleneck    " + group.text("bottleneck") + ", " + Math.round(group.number("aloneSeconds"))
                    + " s for this group alone");
        }
        if (group.has("expectedEnd")) {
            console.line("expected end  " + console.time(group.text("expectedEnd")));
        }
        if (group.has("version")) {
            console.line("version       " + group.text("version"));
        }
    }
}
