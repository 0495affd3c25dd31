// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `audit`.
@Command(name = "audit", description = "The newest changes that operators made, who made them, and why.")
public final class AuditCommand extends ListCommand {
    @Option(names = "--dn", paramLabel = "DN", description = "made by this one only")
    private @Nullable String dn;

    @Option(names = "--action", paramLabel = "WORD", description = "of this kind only, as set-rc")
    private @Nullable String action;

    @Override
    protected Route route() {
        return Route.of("audit").with("dn", dn).with("action", action);
    }

    @Override
    protected Table table() {
        return new Table().text("TIME").text("WHO").text("ACTION").text("WHAT").text("WHY");
    }

    @Override
    protected void add(Row entry, Table table, Console console) {
        table.row(
                console.time(entry.text("at")),
                entry.text("dn"),
                entry.text("action"),
                AuditText.of(entry),
                entry.text("reason"));
    }

    @Override
    protected String key(Row row) {
        return row.text("number");
    }

    @Override
    protected String none() {
        return "nobody has made such a change";
    }
}
