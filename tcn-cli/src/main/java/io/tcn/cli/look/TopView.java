// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.look;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What `top` shows: a line for the whole, then users, resource controls and pipes.
final class TopView {
    private final Row control;
    private final TopPipes pipes;
    private final Map<String, String> limits = new HashMap<>();
    private final Console console;

    TopView(JsonNode answer, TopPipes pipes, Console console) {
        this.console = console;
        control = new Row(answer.path("control"));
        this.pipes = pipes;
        for (Row pipe : new Row(answer.path("bottlenecks")).rows("pipes")) {
            limits.put(pipe.text("pipe"), pipe.text("limitedBy"));
        }
    }

    void show(int lines) {
        TopPipes.Sum all = pipes.all();
        console.line(console.time(control.text("at")) + "  " + Rate.inWords(all.bps()) + "  " + all.active() + " run, "
                + all.queued() + " queued  " + all.pipes() + " pipes, " + all.connections() + " connections");
        control.texts("withoutEffect").forEach(warning -> console.line("no effect: " + warning));
        control.rows("conflicts").forEach(conflict -> console.line("conflict: " + conflict.text("inWords")));
        users();
        controls();
        pipes(lines);
    }

    private void users() {
        Table table = new Table()
                .text("USER")
                .number("THROUGHPUT")
                .number("PIPES")
                .number("N")
                .number("ACTIVE")
                .number("QUEUED");
        pipes.users().entrySet().stream()
                .sorted(Comparator.comparingDouble(entry -> -entry.getValue().bps()))
                .forEach(entry -> table.row(
                        entry.getKey(),
                        Rate.inWords(entry.getValue().bps()),
                        String.valueOf(entry.getValue().pipes()),
                        String.valueOf(entry.getValue().connections()),
                        String.valueOf(entry.getValue().active()),
                        String.valueOf(entry.getValue().queued())));
        print(table);
    }

    private void controls() {
        Table table = new Table()
                .text("CONTROL")
                .text("USER")
                .text("RESOURCE")
                .number("LIMIT")
                .number("USED")
                .number("LEFT")
                .number("PRICE");
        for (Row constraint : control.rows("constraints")) {
            table.row(
                    constraint.text("kind").toLowerCase(Locale.ROOT),
                    constraint.text("user"),
                    constraint.text("resource"),
                    Rate.inWords(constraint.number("limitBps")),
                    Rate.inWords(constraint.number("usedBps")),
                    Rate.inWords(constraint.number("slackBps")),
                    price(constraint.number("price")));
        }
        print(table);
    }

    private static String price(double price) {
        return price == 0 ? "0" : String.format(Locale.ROOT, "%.3g", price);
    }

    private void pipes(int lines) {
        Table table = new Table()
                .text("PIPE")
                .number("THROUGHPUT")
                .number("N")
                .number("ACTIVE")
                .number("QUEUED")
                .text("LIMITED BY");
        for (Row pipe : pipes.busiest()) {
            table.row(
                    pipe.text("id"),
                    Rate.inWords(pipe.number("throughputBps")),
                    pipe.text("connections"),
                    pipe.text("activeTransfers"),
                    pipe.text("queuedTransfers"),
                    pipe.has("held") ? pipe.text("held") : limits.getOrDefault(pipe.text("id"), ""));
        }
        print(table);
        int all = pipes.all().pipes();
        if (all > lines) {
            console.line("and " + (all - lines) + " more: --lines " + all);
        }
    }

    private void print(Table table) {
        if (!table.isEmpty()) {
            console.line("");
            console.table(table, "");
        }
    }
}
