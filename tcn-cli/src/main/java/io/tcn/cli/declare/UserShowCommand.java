// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.units.Rate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `user show`.
@Command(name = "show", description = "One user: certificates, pipes, and what moves now.")
final class UserShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "USER", description = "name of the user")
    private String user = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("users", user));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        console.line("user          " + row.text("id"));
        console.line("weight        " + row.text("weight"));
        row.texts("dns").forEach(dn -> console.line("certificate   " + dn));
        if (row.has("version")) {
            console.line("version       " + row.text("version"));
        }
        console.line("pipes         " + row.text("pipes"));
        console.line("connections   " + row.text("activeConnections"));
        console.line("transfers     " + row.text("activeTransfers") + " run, " + row.text("queuedTransfers") + " wait");
        console.line("throughput    " + Rate.inWords(row.number("throughputBps")));
    }
}
