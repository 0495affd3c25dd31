// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `transfer show`.
@Command(name = "show", description = "One transfer.")
final class TransferShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "number of the transfer")
    private long id;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("transfers", String.valueOf(id)));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row transfer = new Row(answer);
        console.line("transfer      " + transfer.text("id") + " of job " + transfer.text("jobId"));
        console.line("state         " + transfer.text("state"));
        console.line("from          " + transfer.text("source"));
        console.line("to            " + transfer.text("destination"));
        console.line("pipe          " + transfer.text("pipe") + ", priority " + transfer.text("priority"));
        console.line("size          "
                + (transfer.has("sizeBytes") ? Size.inWords(transfer.number("sizeBytes")) : "unknown"));
        if (transfer.has("movedBytes")) {
            console.line("moved         " + Size.inWords(transfer.number("movedBytes")) + ", "
                    + Rate.inWords(transfer.number("throughputBps")));
        }
        if (transfer.has("jobRateBps")) {
            console.line("job's rate    " + Rate.inWords(transfer.number("jobRateBps")));
        }
        console.line(
                "attempts      " + transfer.text("attempts") + ", " + transfer.text("retries") + " retries allowed");
        line(console, "checksum      ", transfer.text("checksum"));
        line(console, "started       ", console.time(transfer.text("startTime")));
        line(console, "finished      ", console.time(transfer.text("finishTime")));
        line(console, "waits         ", transfer.text("waits"));
        line(console, "reason        ", transfer.text("reason"));
        line(console, "last error    ", transfer.text("lastError"));
    }

    private static void line(Console console, String head, String text) {
        if (!text.isEmpty()) {
            console.line(head + text);
        }
    }
}
