// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `pipe list`.
@Command(
        name = "list",
        description = "Pipes with n (connections decided), what runs and waits, and throughput.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} --user cms --watch")
final class PipeListCommand extends ListCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--source", paramLabel = "ENDPOINT", description = "that read here, as davs://a.example.org")
    private @Nullable String source;

    @Option(names = "--destination", paramLabel = "ENDPOINT", description = "that write here")
    private @Nullable String destination;

    @Override
    protected Route route() {
        return Route.of("pipes").with("user", user).with("source", source).with("destination", destination);
    }

    @Override
    protected Table table() {
        return new Table()
                .text("PIPE")
                .text("USER")
                .number("N")
                .number("ACTIVE")
                .number("QUEUED")
                .number("THROUGHPUT")
                .number("MOVED")
                .text("HELD");
    }

    @Override
    protected void add(Row pipe, Table table, Console console) {
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

    @Override
    protected String none() {
        return "there are no such pipes that you may see";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
