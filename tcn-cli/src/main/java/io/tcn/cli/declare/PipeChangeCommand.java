// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.seen.Seen;
import io.tcn.cli.seen.VersionOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `pipe change`.
@Command(name = "change", description = "Changes limits or weight of a pipe; what is not given stays.")
final class PipeChangeCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "PIPE", description = "name of the pipe")
    private String pipe = "";

    @Mixin
    private PipeLimitOptions limits = new PipeLimitOptions();

    @Option(names = "--force", description = "also a --min that the limit of an endpoint does not allow")
    private boolean force;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object();
        limits.fill(body);
        if (body.isEmpty()) {
            throw Trouble.usage("nothing to change: give --min, --max or --weight");
        }
        Seen present = Seen.at(api, Route.of("pipes", pipe), PipeText.DECLARED);
        Route route = Route.of("pipes", pipe).with("force", force ? true : null);
        return ifVersion.change(present, condition -> api.patch(route, body, condition));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        ifVersion.tellReplaced(answer, console);
        PipeText.show(new Row(answer), console);
    }
}
