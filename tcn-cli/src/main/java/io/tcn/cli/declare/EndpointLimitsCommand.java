// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import picocli.CommandLine.Command;

/// `endpoint limits`.
@Command(name = "limits", description = "All limits on the connections of endpoints.")
final class EndpointLimitsCommand extends ListCommand {
    @Override
    protected Route route() {
        return Route.of("endpoint-limits");
    }

    @Override
    protected Table table() {
        return new Table().text("ENDPOINT").number("OUT").number("IN");
    }

    @Override
    protected void add(Row limit, Table table, Console console) {
        table.row(limit.text("endpoint"), limit.text("maxOutbound"), limit.text("maxInbound"));
    }

    @Override
    protected String key(Row row) {
        return row.text("endpoint");
    }

    @Override
    protected String none() {
        return "no endpoint has a limit";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
