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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `pipe add`.
@Command(
        name = "add",
        description = "Adds a pipe, or states one anew: what is not given has its default.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} davs://a.example.org davs://b.example.org --user cms --max 32")
final class PipeAddCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "SOURCE", description = "endpoint, as davs://a.example.org")
    private String source = "";

    @Parameters(index = "1", paramLabel = "DESTINATION", description = "endpoint")
    private String destination = "";

    @Option(names = "--user", paramLabel = "USER", required = true, description = "whose pipe it is")
    private String user = "";

    @Option(names = "--name", paramLabel = "NAME", description = "a name (default: made of user and ends)")
    private @Nullable String name;

    @Mixin
    private PipeLimitOptions limits = new PipeLimitOptions();

    @Option(names = "--force", description = "also a --min that the limit of an endpoint does not allow")
    private boolean force;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object();
        body.put("source", source).put("destination", destination).put("user", user);
        if (name != null) {
            body.put("id", name);
        }
        limits.fill(body);
        Seen present = present(api);
        return ifVersion.change(
                present, condition -> api.post(Route.of("pipes").with("force", force ? true : null), body, condition));
    }

    /// The pipe of these ends and this user, whatever its name is.
    private Seen present(Api api) throws Trouble {
        Route route =
                Route.of("pipes").with("user", user).with("source", source).with("destination", destination);
        Seen same = Seen.at(api, route, pipes -> pipes.isEmpty() ? Json.object() : pipes.get(0), PipeText.DECLARED);
        return same.before().has("id")
                ? Seen.at(api, Route.of("pipes", same.before().text("id")), PipeText.DECLARED)
                : same;
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        ifVersion.tellReplaced(answer, console);
        PipeText.show(new Row(answer), console);
    }
}
