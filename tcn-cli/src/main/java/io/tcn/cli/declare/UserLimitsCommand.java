// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `user limits`.
@Command(name = "limits", description = "What tokens let the transfers have that were submitted with them.")
final class UserLimitsCommand extends ListCommand {
    @Option(names = "--subject", paramLabel = "NAME", description = "of the tokens of this subject only")
    private @Nullable String subject;

    @Override
    protected Route route() {
        return Route.of("token-limits").with("subject", subject);
    }

    @Override
    protected Table table() {
        return new Table()
                .number("ID")
                .text("SUBJECT")
                .text("ISSUER")
                .number("AT MOST")
                .number("MOVES")
                .number("CONNECTIONS")
                .text("WAITS FOR");
    }

    @Override
    protected void add(Row limit, Table table, Console console) {
        String most = limit.has("maxConnections") ? " of " + limit.text("maxConnections") : "";
        table.row(
                limit.text("id"),
                limit.text("subject"),
                limit.text("issuer"),
                limit.has("maxBps") ? Rate.inWords(limit.number("maxBps")) : "",
                Rate.inWords(limit.number("throughputBps")),
                limit.text("connections") + most,
                limit.text("waitsFor"));
    }

    @Override
    protected String none() {
        return "no limit of a token that you may see is in use";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
