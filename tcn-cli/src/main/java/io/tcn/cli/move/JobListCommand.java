// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `job list`.
@Command(name = "list", description = "Jobs with how many of their transfers are in which state.")
final class JobListCommand extends LookCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--state", paramLabel = "STATE", description = "in this state only, such as active or failed")
    private @Nullable String state;

    @Option(names = "--after", paramLabel = "ID", description = "the page behind this job")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many")
    private @Nullable Integer limit;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        return api.get(Route.of("jobs")
                .with("user", user)
                .with("state", state == null ? null : state.toUpperCase(Locale.ROOT))
                .with("after", after)
                .with("limit", limit));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Table table = new Table()
                .text("JOB")
                .text("USER")
                .text("STATE")
                .text("SUBMITTED")
                .text("FINISHED")
                .text("TRANSFERS");
        for (Row job : Row.all(answer)) {
            table.row(
                    job.text("id"),
                    job.text("user"),
                    job.text("state"),
                    console.time(job.text("submitTime")),
                    console.time(job.text("finishTime")),
                    JobText.counts(job.row("transfers")));
        }
        console.table(table, "there are no such jobs that you may see");
    }
}
