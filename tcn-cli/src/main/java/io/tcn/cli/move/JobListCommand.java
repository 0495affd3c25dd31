// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ListCommand;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `job list`.
@Command(name = "list", description = "Jobs with how many of their transfers are in which state.")
final class JobListCommand extends ListCommand {
    @Option(names = "--user", paramLabel = "USER", description = "of this user only")
    private @Nullable String user;

    @Option(names = "--state", paramLabel = "STATE", description = "in this state only, such as active or failed")
    private @Nullable String state;

    @Override
    protected Route route() {
        return Route.of("jobs").with("user", user).with("state", state == null ? null : state.toUpperCase(Locale.ROOT));
    }

    @Override
    protected Table table() {
        return new Table()
                .text("JOB")
                .text("USER")
                .text("STATE")
                .text("SUBMITTED")
                .text("FINISHED")
                .text("TRANSFERS");
    }

    @Override
    protected void add(Row job, Table table, Console console) {
        table.row(
                job.text("id"),
                job.text("user"),
                job.text("state"),
                console.time(job.text("submitTime")),
                console.time(job.text("finishTime")),
                JobText.counts(job.row("transfers")));
    }

    @Override
    protected String none() {
        return "there are no such jobs that you may see";
    }
}
