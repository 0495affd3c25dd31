// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `job resubmit`.
@Command(name = "resubmit", description = "Makes a new job of what a job that is over did not finish.")
final class JobResubmitCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "id of the job")
    private String id = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.post(Route.of("jobs", id, "resubmit"), Json.object());
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        console.line("job " + new Row(answer).text("jobId") + " does again what " + id + " did not finish");
    }
}
