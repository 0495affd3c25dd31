// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.command.LookCommand;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Moment;
import io.tcn.cli.units.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `history`.
@Command(
        name = "history",
        description =
                "What moved and what was decided in each control interval, and why: of a pipe, a user, a control or"
                        + " all together.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ${COMMAND-FULL-NAME} --pipe 'cms:davs://a.example.org>davs://b.example.org' --last 1h",
            "  ${COMMAND-FULL-NAME} --user cms --from 2026-12-01T08:00 --to 2026-12-01T18:00 --lines 0",
            "  ${COMMAND-FULL-NAME} --control 'BOUND cms link:a>b'"
        })
public final class HistoryCommand extends LookCommand {
    private static final int PAGE = 10_000;
    private static final int MOST_PAGES = 100;

    @Option(names = "--pipe", paramLabel = "PIPE", description = "of this pipe")
    private @Nullable String pipe;

    @Option(names = "--user", paramLabel = "USER", description = "of all pipes of this user together")
    private @Nullable String user;

    @Option(
            names = "--control",
            paramLabel = "CONTROL",
            description = "of this control on a resource, as in 'BOUND cms link:a>b'")
    private @Nullable String control;

    @Option(names = "--last", paramLabel = "TIME", description = "how far back, such as 2h (default: a day)")
    private @Nullable Duration last;

    @Option(names = "--from", paramLabel = "MOMENT", description = "from then on, such as 2026-12-01T08:00")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "MOMENT", description = "until then (default: now)")
    private @Nullable String to;

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "20",
            description = "the newest rows to show, 0 for all (default: 20)")
    private int lines = 20;

    @Override
    protected JsonNode ask(Api api) throws Trouble {
        if (Stream.of(pipe, user, control).filter(given -> given != null).count() > 1) {
            throw Trouble.usage("give one of --pipe, --user and --control, or none for all together");
        }
        if (last != null && from != null) {
            throw Trouble.usage("give --last or --from, not both");
        }
        if (lines < 0) {
            throw Trouble.usage("--lines is 0 or more, given was " + lines);
        }
        String until = to == null ? null : moment(to);
        String begin = from != null
                ? moment(from)
                : last == null ? null : before(until).toString();
        Deque<JsonNode> newest = new ArrayDeque<>();
        String after = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            Row answer = new Row(api.get(Route.of("history")
                    .with("pipe", pipe)
                    .with("user", user)
                    .with("control", control)
                    .with("from", begin)
                    .with("to", until)
                    .with("after", after)
                    .with("limit", PAGE)));
            for (JsonNode row : answer.json().path("rows").values()) {
                newest.addLast(row);
                if (lines > 0 && newest.size() > lines) {
                    newest.removeFirst();
                }
            }
            after = answer.has("next") ? answer.text("next") : null;
            if (after == null) {
                break;
            }
        }
        ObjectNode shown = Json.object();
        ArrayNode rows = shown.putArray("rows");
        newest.forEach(rows::add);
        return shown;
    }

    private Instant before(@Nullable String until) {
        Instant end = until == null ? Instant.now() : Instant.parse(until);
        return end.minus(last == null ? Duration.ofDays(1) : last);
    }

    /// A moment as an operator writes it, of the clock here.
    private String moment(String text) throws Trouble {
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text).toString()
                    : Moment.parse(text, surroundings().zone())
                            .atZone(surroundings().zone())
                            .toInstant()
                            .toString();
        } catch (IllegalArgumentException | java.time.DateTimeException wrong) {
            throw Trouble.usage(String.valueOf(wrong.getMessage()));
        }
    }

    @Override
    protected void show(JsonNode answer, Console console) {
        List<Row> rows = new Row(answer).rows("rows");
        boolean ofControl = control != null;
        Table table = new Table().text("TIME");
        if (!ofControl) {
            table.number("N");
        }
        table.number("THROUGHPUT");
        if (ofControl) {
            table.number("LIMIT").number("PRICE");
        } else {
            table.number("RUN").number("QUEUED").number("FINISHED").number("FAILED");
        }
        boolean withReasons = pipe != null;
        if (withReasons) {
            table.text("WHY");
        }
        for (Row row : rows) {
            Stream.Builder<String> cells = Stream.builder();
            cells.add(console.time(row.text("at")));
            if (!ofControl) {
                cells.add(rounded(row, "connections"));
            }
            cells.add(Rate.inWords(row.number("throughputBps")));
            if (ofControl) {
                cells.add(row.has("limitBps") ? Rate.inWords(row.number("limitBps")) : "");
                cells.add(row.has("price") ? String.format(Locale.ROOT, "%.3g", row.number("price")) : "");
            } else {
                cells.add(rounded(row, "running"))
                        .add(rounded(row, "queued"))
                        .add(row.text("finished"))
                        .add(row.text("failed"));
            }
            if (withReasons) {
                cells.add(row.text("rationale"));
            }
            table.row(cells.build().toArray(String[]::new));
        }
        console.table(table, "nothing of that time is known");
    }

    /// Means have fractions, and one digit of them is enough.
    private static String rounded(Row row, String key) {
        return row.has(key)
                ? Row.plain(Json.object()
                        .put("x", Math.round(row.number(key) * 10) / 10.0)
                        .path("x"))
                : "";
    }
}
