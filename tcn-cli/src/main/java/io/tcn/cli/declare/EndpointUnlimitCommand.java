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

/// `endpoint unlimit`.
@Command(name = "unlimit", description = "Takes the limits of an endpoint away.")
final class EndpointUnlimitCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "ENDPOINT", description = "as davs://a.example.org")
    private String endpoint = "";

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.delete(Route.of("endpoint-limits").with("endpoint", endpoint), ifVersion.condition());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line("endpoint " + endpoint + " has no limit any more");
    }
}
