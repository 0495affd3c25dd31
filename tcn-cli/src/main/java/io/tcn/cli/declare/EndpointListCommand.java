// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `endpoint list`.
@Command(name = "list", description = "Endpoints with what they do, and since when one fails.")
final class EndpointListCommand extends ListCommand {
    @Option(names = "--failing", description = "those at which the last attempts failed only")
    private boolean failing;

    @Override
    protected Route route() {
        return Route.of("endpoints").with("failing", failing ? true : null);
    }

    @Override
    protected Table table() {
        return new Table()
                .text("ENDPOINT")
                .number("PIPES")
                .number("READ")
                .number("WRITE")
                .number("QUEUED")
                .number("OUT")
                .number("IN")
                .number("FAILED")
                .text("FAILS SINCE")
                .text("PAUSED UNTIL")
                .text("MOST FREQUENT REASON");
    }

    @Override
    protected void add(Row endpoint, Table table, Console console) {
        Row worst = EndpointText.mostFrequent(endpoint);
        table.row(
                endpoint.text("endpoint"),
                endpoint.text("pipes"),
                endpoint.text("readingConnections"),
                endpoint.text("writingConnections"),
                endpoint.text("queuedTransfers"),
                Rate.inWords(endpoint.number("outboundBps")),
                Rate.inWords(endpoint.number("inboundBps")),
                endpoint.text("failures") + " of " + endpoint.text("attempts"),
                console.time(endpoint.text("failingSince")),
                console.time(endpoint.text("pausedUntil")),
                worst.text("reason"));
    }

    @Override
    protected String key(Row row) {
        return row.text("endpoint");
    }

    @Override
    protected String none() {
        return "there are no such endpoints that you may see";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
