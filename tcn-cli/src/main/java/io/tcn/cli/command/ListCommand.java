// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// A look at a list of which there may be very much. It comes in pages, each of which is shown and forgotten; so a
/// million rows need no more memory than a thousand. Where it ends before the list does, it says how to go on.
public abstract class ListCommand extends LookCommand {
    /// The most rows that a server puts into a page.
    private static final int PAGE = 1000;

    /// Where nobody says how many, so many at least are shown if there are so many: the server's pages may be short, as
    /// it looks at some rows only for each.
    private static final int LEAST = 100;

    @Option(names = "--limit", paramLabel = "N", order = 60, description = "at most so many rows, 0 for all")
    private @Nullable Long limit;

    @Option(names = "--after", paramLabel = "ID", order = 61, description = "what comes behind this one in the list")
    private @Nullable String after;

    /// Where the list is, with what it is narrowed by.
    protected abstract Route route() throws Trouble;

    /// The heads of the table.
    protected abstract Table table();

    /// Adds a row to the table.
    protected abstract void add(Row row, Table table, Console console);

    /// Of a row what `--after` takes.
    protected String key(Row row) {
        return row.text("id");
    }

    /// What is to be said of a row below the table.
    protected List<String> notes(Row row) {
        return List.of();
    }

    /// What is said where the list has no rows.
    protected abstract String none();

    /// Whether all of the list is shown if nobody says how much; else the first page.
    protected boolean isWholeByItself() {
        return false;
    }

    @Override
    protected final JsonNode ask(Api api) throws Trouble {
        return api.get(first());
    }

    @Override
    protected final void show(JsonNode answer, Console console) {
        Table table = table();
        Row.all(answer).forEach(row -> add(row, table, console));
        console.table(table, none());
    }

    private Route first() throws Trouble {
        if (limit != null && limit < 0) {
            throw Trouble.usage("--limit is 0 or more, given was " + limit);
        }
        Long page = limit == null ? null : Long.valueOf(limit == 0 ? PAGE : Math.min(limit, PAGE));
        return route().with("after", after).with("limit", page);
    }

    private long most() {
        if (limit == null) {
            return isWholeByItself() ? Long.MAX_VALUE : 0;
        }
        return limit == 0 ? Long.MAX_VALUE : limit;
    }

    @Override
    protected final int look(Api api, Console console, Runnable before) throws Trouble {
        Rows rows = isJson() ? new JsonRows(console) : new TableRows(console);
        Api.Page page = api.page(first());
        before.run();
        long most = most() == 0 ? Math.max(LEAST, page.rows().size()) : most();
        long shown = 0;
        String last = "";
        while (true) {
            for (JsonNode row : page.rows().values()) {
                if (shown < most) {
                    rows.add(row);
                    shown++;
                    last = key(new Row(row));
                }
            }
            rows.endPage();
            Optional<Route> next = page.next();
            if (next.isEmpty() || shown >= most || console.isGone()) {
                rows.end(shown);
                if (next.isPresent()) {
                    console.note("these are " + shown + ", there may be more: --after '" + last
                            + "' goes on, --limit 0 shows all");
                }
                return ExitCode.DONE;
            }
            page = page(api, next.get(), shown, last);
        }
    }

    private static Api.Page page(Api api, Route next, long shown, String last) throws Trouble {
        try {
            return api.page(next);
        } catch (Trouble trouble) {
            throw trouble.and("; " + shown + " rows were shown: --after '" + last + "' goes on behind them");
        }
    }

    /// Where rows go.
    private interface Rows {
        void add(JsonNode row);

        void endPage();

        void end(long shown);
    }

    private final class TableRows implements Rows {
        private final Table table = table();
        private final List<String> notes = new ArrayList<>();
        private final Console console;

        TableRows(Console console) {
            this.console = console;
        }

        @Override
        public void add(JsonNode row) {
            ListCommand.this.add(new Row(row), table, console);
            notes.addAll(notes(new Row(row)));
        }

        @Override
        public void endPage() {
            console.page(table);
            notes.forEach(console::note);
            notes.clear();
        }

        @Override
        public void end(long shown) {
            if (shown == 0) {
                console.note(none());
            }
        }
    }

    /// One array, whole only when it has ended: what reads it notices when it was broken off.
    private static final class JsonRows implements Rows {
        private final Console console;
        private boolean isFirst = true;

        JsonRows(Console console) {
            this.console = console;
        }

        @Override
        public void add(JsonNode row) {
            console.jsonPart(isFirst ? "[ " : ", ", row);
            isFirst = false;
        }

        @Override
        public void endPage() {}

        @Override
        public void end(long shown) {
            console.line(isFirst ? "[ ]" : " ]");
        }
    }
}
