// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.setup;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LocalCommand;
import io.tcn.cli.context.ContextFile;
import io.tcn.cli.context.Contexts;
import io.tcn.cli.context.ServerContext;
import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Json;
import io.tcn.cli.table.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;

/// `context list`.
@Command(name = "list", description = "All contexts; * is the current one.")
final class ContextListCommand extends LocalCommand {
    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    protected int run(Console console) throws Trouble {
        ContextFile file = ContextFile.of(surroundings());
        Contexts contexts = file.read();
        if (json) {
            ArrayNode all = Json.object().putArray("contexts");
            contexts.all().forEach(context -> all.add(ContextText.json(context, contexts)));
            console.json(all);
            return ExitCode.DONE;
        }
        Table table =
                new Table().text("").text("NAME").text("URL").text("SHOWS").text("AUTHORITIES");
        for (ServerContext context : contexts.all()) {
            table.row(
                    context.name().equals(contexts.current()) ? "*" : "",
                    context.name(),
                    context.url(),
                    ContextText.shows(context),
                    context.ca() == null ? "" : context.ca());
        }
        console.table(table, "there are no contexts in " + file.file() + "; tcn context add makes one");
        return ExitCode.DONE;
    }
}
