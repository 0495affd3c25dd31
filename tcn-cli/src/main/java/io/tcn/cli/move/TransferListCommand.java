// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `transfer list`.
@Command(
        name = "list",
        description = "Transfers with their state, and why one does not run.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --state active --watch",
            "  ${COMMAND-FULL-NAME} --user cms --state failed --limit 1000"
        })
final class TransferListCommand extends ListCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--pipe", paramLabel = "PIPE", description = "of this pipe only")
    private @Nullable String pipe;

    @Option(names = "--state", paramLabel = "STATE", description = "in this state only, such as active or failed")
    private @Nullable String state;

    @Option(names = "--job", paramLabel = "ID", description = "of this job only")
    private @Nullable String job;

    @Override
    protected Route route() {
        return Route.of("transfers")
                .with("user", user)
                .with("pipe", pipe)
                .with("state", state == null ? null : state.toUpperCase(Locale.ROOT))
                .with("job", job);
    }

    @Override
    protected Table table() {
        return new Table()
                .number("ID")
                .text("STATE")
                .number("SIZE")
                .number("MOVED")
                .number("RATE")
                .text("DESTINATION")
                .text("REASON");
    }

    @Override
    protected void add(Row transfer, Table table, Console console) {
        table.row(
                transfer.text("id"),
                transfer.text("state"),
                transfer.has("sizeBytes") ? Size.inWords(transfer.number("sizeBytes")) : "",
                transfer.has("movedBytes") ? Size.inWords(transfer.number("movedBytes")) : "",
                transfer.has("throughputBps") ? Rate.inWords(transfer.number("throughputBps")) : "",
                transfer.text("destination"),
                reason(transfer));
    }

    @Override
    protected String none() {
        return "there are no such transfers that you may see";
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
