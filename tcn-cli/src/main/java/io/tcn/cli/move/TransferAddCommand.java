// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.ServerCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `transfer add`.
@Command(
        name = "add",
        description = "Adds a transfer, or many of them from a file of JSON lines; all or none.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} davs://a.example.org/f davs://b.example.org/f --size 10GiB",
            "  ${COMMAND-FULL-NAME} --file transfers.jsonl --group data18:raw.4711",
            "  ${COMMAND-FULL-NAME} --file transfers.jsonl --rate 1Gbit/s",
            "",
            "A line is {\"name\": \"copy\", \"source\": URL, \"destination\": URL, \"after\": [\"raw\"]}, and may have",
            "sizeBytes, checksum, priority, overwrite, retries and metadata."
        })
final class TransferAddCommand extends ServerCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "SOURCE", description = "URL of the file")
    private @Nullable String source;

    @Parameters(index = "1", arity = "0..1", paramLabel = "DESTINATION", description = "URL of the copy")
    private @Nullable String destination;

    @Option(names = "--file", paramLabel = "FILE", description = "transfers as JSON lines; - is the standard input")
    private @Nullable String file;

    @Option(names = "--user", paramLabel = "USER", description = "for this user (default: your own)")
    private @Nullable String user;

    @Option(names = "--group", paramLabel = "NAME", description = "of use only together with the others of this group")
    private @Nullable String group;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "what they should move together, no less and no more, as 1Gbit/s")
    private @Nullable Rate rate;

    @Option(names = "--after", paramLabel = "ID", arity = "1..*", description = "transfers that must finish first")
    private List<Long> after = new ArrayList<>();

    @Option(names = "--size", paramLabel = "SIZE", description = "size of the file, as 10GiB")
    private @Nullable Size size;

    @Option(names = "--checksum", paramLabel = "SUM", description = "ADLER32: and its digits")
    private @Nullable String checksum;

    @Option(names = "--priority", paramLabel = "1-5", description = "5 is first (default: 3, with --rate 5)")
    private @Nullable Integer priority;

    @Option(names = "--retries", paramLabel = "N", description = "how often a failure is tried again")
    private @Nullable Integer retries;

    @Option(names = "--overwrite", description = "replace what is at the destination")
    private boolean overwrite;

    @Option(
            names = {"-q", "--quiet"},
            description = "print numbers of transfers only, for scripts")
    private boolean quiet;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        ObjectNode body = Json.object();
        if (user != null) {
            body.put("user", user);
        }
        if (group != null) {
            body.putObject("group").put("name", group);
        }
        if (rate != null) {
            body.put("rate", Rate.exactly(rate.bps()));
        }
        ArrayNode transfers = body.putArray("transfers");
        if (file != null) {
            if (source != null) {
                throw Trouble.usage("give SOURCE and DESTINATION, or --file, not both");
            }
            new TransferLines(surroundings()).read(file).forEach(transfers::add);
        } else if (source == null || destination == null) {
            throw Trouble.usage("give SOURCE and DESTINATION, or --file");
        } else {
            fill(transfers.addObject().put("source", source).put("destination", destination));
        }
        return api.post(Route.of("transfers"), body);
    }

    private void fill(ObjectNode transfer) {
        if (!after.isEmpty()) {
            after.forEach(transfer.putArray("after")::add);
        }
        if (size != null) {
            transfer.put("sizeBytes", size.bytes());
        }
        if (checksum != null) {
            transfer.put("checksum", checksum);
        }
        if (priority != null) {
            transfer.put("priority", priority);
        }
        if (retries != null) {
            transfer.put("retries", retries);
        }
        if (overwrite) {
            transfer.put("overwrite", true);
        }
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row job = new Row(answer);
        if (quiet) {
            job.rows("transfers").forEach(transfer -> console.line(transfer.text("id")));
            return;
        }
        Table table = new Table().number("ID").text("NAME").text("PIPE").text("JOB");
        for (Row transfer : job.rows("transfers")) {
            table.row(transfer.text("id"), transfer.text("name"), transfer.text("pipe"), job.text("jobId"));
        }
        console.table(table, "job " + job.text("jobId"));
    }
}
