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
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `endpoint show`.
@Command(name = "show", description = "One endpoint with its failures by reason.")
final class EndpointShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "ENDPOINT", description = "as davs://a.example.org")
    private String endpoint = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("endpoints").with("endpoint", endpoint));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        for (Row row : answer.isArray() ? Row.all(answer) : java.util.List.of(new Row(answer))) {
            one(row, console);
        }
    }

    private static void one(Row row, Console console) {
        console.line("endpoint      " + row.text("endpoint"));
        console.line("now           " + row.text("readingConnections") + " connections read, "
                + row.text("writingConnections") + " write, " + row.text("queuedTransfers") + " transfers queued");
        console.line("throughput    out " + Rate.inWords(row.number("outboundBps")) + ", in "
                + Rate.inWords(row.number("inboundBps")));
        console.line("limits        out " + EndpointText.limit(row, "maxOutbound") + ", in "
                + EndpointText.limit(row, "maxInbound"));
        console.line("attempts      " + row.text("attempts") + ", " + row.text("failures") + " failed");
        if (row.has("failingSince")) {
            console.line("fails since   " + console.time(row.text("failingSince")));
        }
        if (row.has("pausedUntil")) {
            console.line("paused until  " + console.time(row.text("pausedUntil")));
        }
        row.rows("bans")
                .forEach(ban -> console.line("banned        " + ban.text("status") + " " + ban.text("message")));
        Table table = new Table().text("REASON").number("COUNT").text("LAST").text("SAMPLE");
        for (Row reason : row.rows("failuresByReason")) {
            table.row(
                    reason.text("reason"),
                    reason.text("count"),
                    console.time(reason.text("lastAt")),
                    reason.text("sample"));
        }
        if (!table.isEmpty()) {
            console.line("");
            console.table(table, "");
        }
    }
}
