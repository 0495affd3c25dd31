// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Size;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `why`.
@Command(
        name = "why",
        description = "Why something does not move, or not faster, and what lies behind it.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} 42",
            "  ${COMMAND-FULL-NAME} 6b6f2c8e-0d5a-4f0e-9c93-7d1f3c1f9a10",
            "  ${COMMAND-FULL-NAME} 'cms:davs://a.example.org>davs://b.example.org'",
            "",
            "A number is a transfer, a UUID is a job, anything else is a pipe."
        })
public final class WhyCommand extends LookCommand {
    private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
    private static final String INDENT = "  ";
    private static final int DEEPEST = 20;

    @Parameters(index = "0", paramLabel = "TRANSFER|PIPE|JOB", description = "what is asked about")
    private String id = "";

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        String kind = id.matches("[0-9]+") ? "transfers" : id.matches(UUID) ? "jobs" : "pipes";
        return api.get(Route.of(kind, id, "why"));
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        Row reason = new Row(answer);
        show(reason, "", 0, console);
        List<Row> decisions = reason.rows("decisions");
        if (!decisions.isEmpty()) {
            console.line("");
            show(decisions, console);
        }
    }

    private static void show(List<Row> decisions, Console console) {
        Table table = new Table()
                .text("DECIDED")
                .number("N")
                .number("BEFORE")
                .number("THROUGHPUT")
                .text("WHY");
        for (Row decided : decisions) {
            table.row(
                    console.time(decided.text("at")),
                    decided.text("connections"),
                    decided.text("connectionsBefore"),
                    Rate.inWords(decided.number("throughputBps")),
                    decided.text("rationale"));
        }
        console.table(table, "");
    }

    private static void show(Row reason, String indent, int depth, Console console) {
        String of = reason.has("of") ? reason.text("of") + ": " : "";
        console.line(indent + of + reason.text("text"));
        if (reason.has("since")) {
            console.line(indent + INDENT + "since " + console.time(reason.text("since")));
        }
        reason.json().path("details").properties().forEach(entry -> {
            String value = value(entry.getKey(), entry.getValue(), console);
            if (!value.isEmpty()) {
                console.line(indent + INDENT + entry.getKey() + ": " + value);
            }
        });
        if (depth < DEEPEST) {
            reason.rows("next").forEach(next -> show(next, indent + INDENT, depth + 1, console));
        }
    }

    /// The unit of a number is in the name of its key.
    private static String value(String key, JsonNode value, Console console) {
        if (value.isNumber() && key.endsWith("Bps")) {
            return Rate.inWords(value.doubleValue());
        }
        if (value.isNumber() && key.endsWith("Bytes")) {
            return Size.inWords(value.doubleValue());
        }
        if (value.isArray()) {
            return String.join(", ", value.values().stream().map(Row::plain).toList());
        }
        return value.isString() ? console.time(value.stringValue()) : Row.plain(value);
    }
}
