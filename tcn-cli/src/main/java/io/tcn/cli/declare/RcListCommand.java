// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `rc list`.
@Command(name = "list", description = "All resource controls that you may see, and what is wrong with them.")
final class RcListCommand extends ListCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--set", paramLabel = "SET", description = "on this resource-set only")
    private @Nullable String set;

    @Override
    protected Route route() {
        return Route.of("rc").with("user", user).with("resourceSet", set);
    }

    @Override
    protected Table table() {
        return RcTable.head();
    }

    @Override
    protected void add(Row control, Table table, Console console) {
        RcTable.add(control, table, console);
    }

    @Override
    protected String key(Row row) {
        return row.text("user") + " " + row.text("resourceSet");
    }

    @Override
    protected List<String> notes(Row row) {
        return RcTable.warnings(row);
    }

    @Override
    protected String none() {
        return "there are no resource controls that you may see";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
