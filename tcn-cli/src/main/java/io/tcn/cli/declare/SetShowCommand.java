// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `set show`.
@Command(name = "show", description = "One resource-set.")
final class SetShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "SET", description = "name of the set")
    private String set = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("resource-sets", set));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        SetTable.show(List.of(new Row(answer)), console);
    }
}
