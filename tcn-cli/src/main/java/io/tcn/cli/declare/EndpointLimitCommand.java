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
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `endpoint limit`.
@Command(
        name = "limit",
        description = "Limits the connections of all pipes together at an endpoint; what is not given has no limit.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} davs://a.example.org --out 100 --in 50")
final class EndpointLimitCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "ENDPOINT", description = "as davs://a.example.org")
    private String endpoint = "";

    @Option(names = "--out", paramLabel = "N", description = "the most that read there")
    private @Nullable Integer out;

    @Option(names = "--in", paramLabel = "N", description = "the most that write there")
    private @Nullable Integer in;

    @Option(names = "--force", description = "also a limit below the least connections of its pipes")
    private boolean force;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        if (out == null && in == null) {
            throw Trouble.usage("give --out, --in or both; tcn endpoint unlimit takes limits away");
        }
        ObjectNode body = Json.object().put("endpoint", endpoint);
        if (out != null) {
            body.put("maxOutbound", out);
        }
        if (in != null) {
            body.put("maxInbound", in);
        }
        Seen present = Seen.at(
                api,
                Route.of("endpoint-limits").with("endpoint", endpoint),
                limits -> limits.isEmpty() ? Json.object() : limits.get(0),
                List.of("maxOutbound", "maxInbound"));
        Route route = Route.of("endpoint-limits").with("force", force ? true : null);
        return ifVersion.change(present, condition -> api.put(route, body, condition));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        ifVersion.tellReplaced(answer, console);
        console.line("endpoint " + row.text("endpoint") + ": out " + EndpointText.limit(row, "maxOutbound") + ", in "
                + EndpointText.limit(row, "maxInbound"));
    }
}
