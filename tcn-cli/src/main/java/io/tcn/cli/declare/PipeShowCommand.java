// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `pipe show`.
@Command(name = "show", description = "One pipe, with why n is what it is.")
final class PipeShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "PIPE", description = "name of the pipe")
    private String pipe = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("pipes", pipe));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        PipeText.show(new Row(answer), console);
    }
}
