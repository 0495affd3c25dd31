// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.Locale;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `cluster`.
@Command(
        name = "cluster",
        description = "The servers that share a database: which one leads, since when, and how long its lease holds.",
        subcommands = {ClusterAgentsCommand.class, ClusterHandoverCommand.class})
public final class ClusterCommand extends LookCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("cluster"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row cluster = new Row(answer);
        if (!cluster.is("enabled")) {
            console.line(cluster.text("answeredBy") + " has its database for itself");
            return;
        }
        console.line(
                cluster.has("leader")
                        ? cluster.text("leader") + " leads since " + console.time(cluster.text("since")) + ", epoch "
                                + cluster.text("epoch") + ", lease left "
                                + String.format(Locale.ROOT, "%.1f s", cluster.number("leaseLeftSeconds"))
                        : "nobody leads at this moment, last epoch " + cluster.text("epoch"));
        Table table = new Table()
                .text("SERVER")
                .text("ROLE")
                .text("ALIVE")
                .text("HOST")
                .text("DRAINED")
                .text("VERSION")
                .text("STARTED")
                .text("LAST SIGN");
        for (Row server : cluster.rows("servers")) {
            table.row(
                    server.text("name"),
                    server.is("leads") ? "leader" : "follower",
                    server.is("alive") ? "yes" : "no",
                    server.text("host"),
                    server.has("drained") ? server.is("drained") ? "yes" : "no" : "",
                    server.text("version"),
                    console.time(server.text("started")),
                    console.time(server.text("lastSign")));
        }
        console.table(table, "no server is known");
    }
}
