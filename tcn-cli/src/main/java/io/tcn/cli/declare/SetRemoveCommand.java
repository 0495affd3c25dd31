// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.seen.VersionOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `set remove`.
@Command(name = "remove", description = "Removes a resource-set on which no resource control hangs.")
final class SetRemoveCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "SET", description = "name of the set")
    private String set = "";

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.delete(Route.of("resource-sets", set), ifVersion.condition());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line("resource-set " + set + " is removed");
    }
}
