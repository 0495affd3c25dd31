// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Json;
import io.tcn.cli.table.Printable;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Moment;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Where a command speaks: results to one side, words beside them to the other. Nothing harmful passes.
public final class Console {
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Surroundings surroundings;

    public Console(String name, PrintWriter out, PrintWriter err, Surroundings surroundings) {
        this.name = name;
        this.out = out;
        this.err = err;
        this.surroundings = surroundings;
    }

    /// A line of the result.
    public void line(String text) {
        out.println(Printable.line(text));
        out.flush();
    }

    /// A table as a result.
    ///
    /// @param otherwise what is said when it has no rows
    public void table(Table table, String otherwise) {
        if (table.isEmpty()) {
            note(otherwise);
            return;
        }
        table.lines(surroundings.terminal().width()).forEach(out::println);
        out.flush();
    }

    /// The answer itself.
    public void json(JsonNode answer) {
        out.println(Printable.json(Json.pretty(answer)));
        out.flush();
    }

    /// A page of a table that goes on.
    public void page(Table table) {
        table.page(surroundings.terminal().width()).forEach(out::println);
        out.flush();
    }

    /// A part of an answer, and what stands before it.
    public void jsonPart(String before, JsonNode part) {
        out.print(before);
        out.print(Printable.json(Json.pretty(part)));
    }

    /// Whether nobody reads the result any more, as when it goes to `head`.
    public boolean isGone() {
        return out.checkError();
    }

    /// A word beside the result.
    public void note(String text) {
        err.println(name + ": " + Printable.line(text));
        err.flush();
    }

    /// What is to be overwritten by the next one, on a terminal; else nothing.
    public void progress(String text) {
        if (surroundings.terminal().isTerminal()) {
            int width = Math.max(20, surroundings.terminal().width() - 1);
            err.print("\r\033[K" + Table.cut(Printable.line(text), width));
            err.flush();
        }
    }

    /// Begins again at the top of the terminal.
    public void clear() {
        if (surroundings.terminal().isTerminal()) {
            out.print("\033[H\033[2J");
            out.flush();
        } else {
            out.println();
        }
    }

    /// A time as the clock on the wall shows it; empty stays empty.
    public String time(String instant) {
        return instant.isEmpty() ? "" : Moment.inWords(instant, surroundings.zone());
    }

    /// Asks whoever sits at the terminal; what is not `y` or `yes` is no.
    public boolean agrees(String question) throws Trouble {
        err.print(question + " [y/N] ");
        err.flush();
        StringBuilder answer = new StringBuilder();
        try {
            for (int c = surroundings.input().read();
                    c >= 0 && c != '\n';
                    c = surroundings.input().read()) {
                answer.append((char) c);
            }
        } catch (IOException gone) {
            throw Trouble.failed("there is no answer: " + gone.getMessage());
        }
        return answer.toString().strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }

    /// Whether somebody looks on.
    public boolean isTerminal() {
        return surroundings.terminal().isTerminal();
    }
}
