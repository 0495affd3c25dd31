// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `cluster handover`.
@Command(
        name = "handover",
        description = "Lets the server that leads stop in order, give the lead to another one, and start anew.")
final class ClusterHandoverCommand extends ChangeCommand {
    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.post(Route.of("cluster", "handover"), Json.object());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line(new Row(answer).text("from") + " stops and hands the lead over; see tcn cluster");
    }
}
