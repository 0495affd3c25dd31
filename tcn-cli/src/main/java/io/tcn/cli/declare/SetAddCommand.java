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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `set add`.
@Command(
        name = "add",
        description = "Adds a resource-set, or states one anew.",
        footerHeading = "%nExample:%n",
        footer = "  ${COMMAND-FULL-NAME} core 'label=core-*' kind=link")
final class SetAddCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "SET", description = "name of the set")
    private String set = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "PATTERN",
            description = "name of a resource (* is any text), kind=link, label=..., source=SERVER")
    private List<String> patterns = new ArrayList<>();

    @Mixin
    private VersionOption ifVersion = new VersionOption();

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object().put("name", set);
        patterns.forEach(body.putArray("resources")::add);
        Seen present = Seen.at(api, Route.of("resource-sets", set), List.of("resources"));
        return ifVersion.change(present, condition -> api.post(Route.of("resource-sets"), body, condition));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        ifVersion.tellReplaced(answer, console);
        SetTable.show(List.of(new Row(answer)), console);
    }
}
