// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `ban person`.
@Command(
        name = "person",
        description = "Bans the holder of a certificate.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} /DC=org/DC=example/CN=Alice --message 'key was lost'")
final class BanPersonCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "DN", description = "name of the certificate, as /DC=org/CN=Alice")
    private String dn = "";

    @Option(names = "--message", paramLabel = "TEXT", description = "why")
    private @Nullable String message;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object().put("dn", dn);
        if (message != null) {
            body.put("message", message);
        }
        return api.put(Route.of("bans", "people"), body);
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        int jobs = answer.path("jobs").size();
        console.line(dn + " is banned" + (jobs == 0 ? "" : ", " + jobs + " jobs are cancelled"));
    }
}
