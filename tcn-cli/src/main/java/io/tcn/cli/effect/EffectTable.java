// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.effect;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What a change would do, as one table: before, after, change.
public final class EffectTable {
    private static final int MOST_PIPES = 10;
    private static final double SMALL = 0.005;
    private static final double SPREAD = 0.02;

    private EffectTable() {}

    /// @param answer that of `POST /tcn/v1/what-if`, or why there is none; nothing is shown of an empty one
    public static void show(JsonNode answer, Console console) {
        Row effect = new Row(answer);
        if (effect.has("untold")) {
            console.note("what it would do cannot be told: " + effect.text("untold"));
            return;
        }
        if (answer.isEmpty()) {
            return;
        }
        Table table = new Table()
                .text("WHAT")
                .text("NAME")
                .number("BEFORE")
                .number("AFTER")
                .number("CHANGE");
        for (Row user : effect.rows("users")) {
            rates(table, "user", user.text("user"), user.number("beforeBps"), user.number("afterBps"));
            spread(table, user);
        }
        pipes(table, effect.rows("pipes"));
        for (Row control : effect.rows("controls")) {
            control(table, control);
        }
        for (Row job : effect.rows("jobs")) {
            job(table, job);
        }
        console.table(table, "nothing moves, so nothing would change");
        notes(effect).forEach(console::note);
    }

    private static void rates(Table table, String what, String name, double before, double after) {
        table.row(what, name, Rate.inWords(before), Rate.inWords(after), change(before, after));
    }

    /// How far runs lie apart that differ in errors of measurement: what then happens is one more of them.
    private static void spread(Table table, Row user) {
        double least = user.number("leastBps");
        double most = user.number("mostBps");
        if (user.has("leastBps") && most - least > SPREAD * most) {
            table.row("  between", user.text("user"), "", Rate.inWords(least) + " and " + Rate.inWords(most), "");
        }
    }

    private static String change(double before, double after) {
        if (!(before > 0)) {
            return after > 0 ? "new" : "";
        }
        double part = (after - before) / before;
        return Math.abs(part) < SMALL ? "0 %" : String.format(Locale.ROOT, "%+.0f %%", 100 * part);
    }

    private static void pipes(Table table, List<Row> pipes) {
        for (Row pipe : pipes.subList(0, Math.min(MOST_PIPES, pipes.size()))) {
            String name = pipe.number("pipes") > 1
                    ? pipe.text("pipes") + " pipes of " + pipe.text("user")
                    : pipe.text("pipe");
            rates(table, "pipe", name, pipe.number("beforeBps"), pipe.number("afterBps"));
            table.row(
                    "  n",
                    name,
                    connections(pipe.number("beforeConnections")),
                    connections(pipe.number("afterConnections")),
                    change(pipe.number("beforeConnections"), pipe.number("afterConnections")));
        }
    }

    private static String connections(double n) {
        return String.format(Locale.ROOT, "%.1f", n);
    }

    private static void control(Table table, Row control) {
        String name = control.text("user") + " on " + control.text("resource");
        String what = control.text("kind").toLowerCase(Locale.ROOT);
        table.row(
                what,
                name,
                control.has("beforeLimitBps") ? used(control, "before") : "none",
                control.has("afterLimitBps") ? used(control, "after") : "none",
                "");
        double before = control.number("beforePrice");
        double after = control.number("afterPrice");
        if (before > 0 || after > 0) {
            table.row("  price", name, price(before), price(after), change(before, after));
        }
    }

    private static String used(Row control, String when) {
        return Rate.inWords(control.number(when + "UsedBps")) + " of "
                + Rate.inWords(control.number(when + "LimitBps"));
    }

    private static String price(double price) {
        return price > 0 ? String.format(Locale.ROOT, "%.2g", price) : "0";
    }

    private static void job(Table table, Row job) {
        double before = job.number("beforeSeconds");
        double after = job.number("afterSeconds");
        table.row(
                "job ends in",
                job.text("job"),
                job.has("beforeSeconds") ? time(before) : "not told",
                job.has("afterSeconds") ? time(after) : "not told",
                job.has("beforeSeconds") && job.has("afterSeconds") ? change(before, after) : "");
    }

    private static String time(double seconds) {
        Duration time = Duration.ofSeconds(Math.round(Math.max(0, seconds)));
        return time.toHours() > 0
                ? time.toHours() + "h" + time.toMinutesPart() + "m"
                : time.toMinutes() > 0 ? time.toMinutes() + "m" + time.toSecondsPart() + "s" : time.toSeconds() + "s";
    }

    private static List<String> notes(Row effect) {
        List<String> notes = new ArrayList<>();
        double horizon = effect.number("horizonSeconds");
        notes.add("simulated " + time(horizon) + " ahead; rates are means over the second half, of "
                + effect.text("runs") + " runs");
        Row accuracy = effect.row("accuracy");
        notes.add(
                accuracy.has("error")
                        ? "the same model tells the last " + time(accuracy.number("toldSeconds")) + " with an error of "
                                + Math.round(100 * accuracy.number("error")) + " %"
                        : "how far to believe it is not known: " + accuracy.text("trouble"));
        notes.addAll(effect.texts("notes"));
        return notes;
    }
}
