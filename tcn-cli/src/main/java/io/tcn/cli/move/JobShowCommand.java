// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `job show`.
@Command(name = "show", description = "One job.")
final class JobShowCommand extends LookCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "id of the job")
    private String id = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("jobs", id));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row job = new Row(answer);
        console.line("job           " + job.text("id") + " of user " + job.text("user"));
        console.line("state         " + job.text("state"));
        console.line("transfers     " + JobText.counts(job.row("transfers")));
        console.line("submitted     " + console.time(job.text("submitTime")));
        if (job.has("finishTime")) {
            console.line("finished      " + console.time(job.text("finishTime")));
        }
        if (job.has("reason")) {
            console.line("reason        " + job.text("reason"));
        }
    }
}
