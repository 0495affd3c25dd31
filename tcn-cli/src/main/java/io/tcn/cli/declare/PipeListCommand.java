// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `pipe list`.
@Command(
        name = "list",
        description = "Pipes with n (connections decided), what runs and waits, and throughput.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} --user cms --watch")
final class PipeListCommand extends LookCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--source", paramLabel = "ENDPOINT", description = "that read here, as davs://a.example.org")
    private @Nullable String source;

    @Option(names = "--destination", paramLabel = "ENDPOINT", description = "that write here")
    private @Nullable String destination;

    @Option(names = "--after", paramLabel = "PIPE", description = "the page behind this pipe")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many (default: all)")
    private @Nullable Integer limit;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        Route route = Route.of("pipes")
                .with("user", user)
                .with("source", source)
                .with("destination", destination)
                .with("after", after)
                .with("limit", limit);
        return limit == null ? api.all(route) : api.get(route);
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
                .text("PIPE")
                .text("USER")
                .number("N")
                .number("ACTIVE")
                .number("QUEUED")
                .number("THROUGHPUT")
                .number("MOVED")
                .text("HELD");
        for (Row pipe : Row.all(answer)) {
            table.row(
                    pipe.text("id"),
                    pipe.text("user"),
                    pipe.text("connections"),
                    pipe.text("activeTransfers"),
                    pipe.text("queuedTransfers"),
                    Rate.inWords(pipe.number("throughputBps")),
                    Size.inWords(pipe.number("movedBytes")),
                    pipe.text("held"));
        }
        console.table(table, "there are no such pipes that you may see");
    }
}
