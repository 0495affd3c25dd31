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
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `endpoint list`.
@Command(name = "list", description = "Endpoints with what they do, and since when one fails.")
final class EndpointListCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("endpoints"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
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
        for (Row endpoint : Row.all(answer)) {
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
        console.table(table, "there are no endpoints that you may see");
    }
}
