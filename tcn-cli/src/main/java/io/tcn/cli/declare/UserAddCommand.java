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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `user add`.
@Command(
        name = "add",
        description = "Adds a user, or changes weight and certificates of one.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} cms --dn /DC=org/DC=example/CN=Alice")
final class UserAddCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "USER", description = "name of the user")
    private String user = "";

    @Option(names = "--dn", paramLabel = "DN", description = "a certificate that acts for the user; several times")
    private List<String> dns = new ArrayList<>();

    @Option(
            names = "--weight",
            paramLabel = "W",
            description = "weight in the utility (default: as it is, 1 for a new one)")
    private @Nullable Double weight;

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        Seen present = Seen.at(api, Route.of("users", user), List.of("weight", "dns"));
        ObjectNode body = Json.object().put("id", user);
        if (weight != null) {
            body.put("weight", weight);
        } else if (present.before().has("weight")) {
            body.put("weight", present.before().number("weight"));
        }
        dns.forEach(body.putArray("dns")::add);
        return ifVersion.change(present, condition -> api.post(Route.of("users"), body, condition));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        ifVersion.tellReplaced(answer, console);
        console.line("user " + row.text("id") + " with weight " + row.text("weight") + ", certificates: "
                + (row.texts("dns").isEmpty() ? "none" : String.join(", ", row.texts("dns"))));
    }
}
