// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `user list`.
@Command(name = "list", description = "All users that you may see.")
final class UserListCommand extends ListCommand {
    @Option(names = "--dn", paramLabel = "DN", description = "the one for which this certificate acts only")
    private @Nullable String dn;

    @Override
    protected Route route() {
        return Route.of("users").with("dn", dn);
    }

    @Override
    protected Table table() {
        return new Table().text("USER").number("WEIGHT").text("CERTIFICATES");
    }

    @Override
    protected void add(Row user, Table table, Console console) {
        table.row(user.text("id"), user.text("weight"), String.join(", ", user.texts("dns")));
    }

    @Override
    protected String none() {
        return "there are no users that you may see";
    }

    @Override
    protected boolean isWholeByItself() {
        return true;
    }
}
