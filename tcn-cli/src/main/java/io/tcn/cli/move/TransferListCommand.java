// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `transfer list`.
@Command(
        name = "list",
        description = "Transfers with their state, and why one does not run.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --state active --watch",
            "  ${COMMAND-FULL-NAME} --user cms --state failed --limit 1000"
        })
final class TransferListCommand extends LookCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--pipe", paramLabel = "PIPE", description = "of this pipe only")
    private @Nullable String pipe;

    @Option(names = "--state", paramLabel = "STATE", description = "in this state only, such as active or failed")
    private @Nullable String state;

    @Option(names = "--job", paramLabel = "ID", description = "of this job only")
    private @Nullable String job;

    @Option(names = "--after", paramLabel = "ID", description = "the page behind this transfer")
    private @Nullable Long after;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many (default: 100)")
    private @Nullable Integer limit;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("transfers")
                .with("user", user)
                .with("pipe", pipe)
                .with("state", state == null ? null : state.toUpperCase(Locale.ROOT))
                .with("job", job)
                .with("after", after)
                .with("limit", limit));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
                .number("ID")
                .text("STATE")
                .number("SIZE")
                .number("MOVED")
                .number("RATE")
                .text("DESTINATION")
                .text("REASON");
        for (Row transfer : Row.all(answer)) {
            table.row(
                    transfer.text("id"),
                    transfer.text("state"),
                    transfer.has("sizeBytes") ? Size.inWords(transfer.number("sizeBytes")) : "",
                    transfer.has("movedBytes") ? Size.inWords(transfer.number("movedBytes")) : "",
                    transfer.has("throughputBps") ? Rate.inWords(transfer.number("throughputBps")) : "",
                    transfer.text("destination"),
                    reason(transfer));
        }
        console.table(table, "there are no such transfers that you may see");
    }

    private static String reason(Row transfer) {
        for (String key : new String[] {"waits", "reason", "lastError"}) {
            if (transfer.has(key)) {
                return transfer.text(key);
            }
        }
        return "";
    }
}
