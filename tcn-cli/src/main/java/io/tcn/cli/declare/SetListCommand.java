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

/// `set list`.
@Command(name = "list", description = "All resource-sets, with the number of resources that they match now.")
final class SetListCommand extends ListCommand {
    @Option(names = "--resource", paramLabel = "ID", description = "those in which this resource is only")
    private @Nullable String resource;

    @Override
    protected Route route() {
        return Route.of("resource-sets").with("resource", resource);
    }

    @Override
    protected Table table() {
        return SetTable.head();
    }

    @Override
    protected void add(Row set, Table table, Console console) {
        SetTable.add(set, table);
    }

    @Override
    protected String key(Row row) {
        return row.text("name");
    }

    @Override
    protected List<String> notes(Row row) {
        return SetTable.warnings(row);
    }

    @Override
    protected String none() {
        return "there are no resource-sets";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
