// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.ChangeCommand;
import io.tcn.cli.command.Console;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `job cancel`.
@Command(name = "cancel", description = "Cancels what a job has not finished.")
final class JobCancelCommand extends ChangeCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "id of the job")
    private String id = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.delete(Route.of("jobs", id));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row row = new Row(answer);
        console.line("job " + id + " is cancelled"
                + (row.has("canceledTransfers") ? ", " + row.text("canceledTransfers") + " transfers" : ""));
    }
}
