// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Json;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import io.tcn.cli.units.Rate;
import io.tcn.cli.units.Share;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Resource controls as a table, with their warnings below.
final class RcTable {
    private RcTable() {}

    static Table head() {
        return new Table()
                .text("USER")
                .text("SET")
                .number("BOUND")
                .number("GUARANTEE")
                .number("WEIGHT")
                .text("IN FORCE")
                .text("WHEN");
    }

    static void add(Row control, Table table, Console console) {
        table.row(
                control.text("user"),
                control.text("resourceSet"),
                bound(control),
                control.has("minBps") ? Rate.inWords(control.number("minBps")) : "",
                control.text("relativeWeight"),
                inForce(control, console),
                when(control.row("when")));
    }

    static List<String> warnings(Row control) {
        List<String> warnings = new ArrayList<>();
        if (control.has("contradiction")) {
            warnings.add(control.text("contradiction"));
        }
        control.texts("warnings")
                .forEach(warning ->
                        warnings.add(control.text("user") + " on " + control.text("resourceSet") + ": " + warning));
        return warnings;
    }

    static void show(List<Row> controls, Console console) {
        Table table = head();
        List<String> warnings = new ArrayList<>();
        for (Row control : controls) {
            add(control, table, console);
            warnings.addAll(warnings(control));
        }
        console.table(table, "there are no resource controls that you may see");
        warnings.forEach(console::note);
    }

    /// What stands of each kind, in words, with its time: what operators mean when they say that it was changed.
    static ObjectNode kinds(List<Row> controls) {
        ObjectNode kinds = Json.object();
        for (Row control : controls) {
            String when = when(control.row("when"));
            String time = when.isEmpty() ? "" : " " + when;
            put(kinds, "bound", bound(control), time);
            put(kinds, "guarantee", control.has("minBps") ? Rate.inWords(control.number("minBps")) : "", time);
            put(kinds, "weight", control.text("relativeWeight"), time);
        }
        return kinds;
    }

    private static void put(ObjectNode kinds, String kind, String value, String time) {
        if (!value.isEmpty()) {
            kinds.put(kind, value + time);
        }
    }

    private static String bound(Row control) {
        if (control.has("boundShare")) {
            return Share.inWords(control.number("boundShare"));
        }
        return control.has("boundBps") ? Rate.inWords(control.number("boundBps")) : "";
    }

    private static String inForce(Row control, Console console) {
        if (!control.has("inForce")) {
            return "";
        }
        String change = control.has("nextChange") ? " until " + console.time(control.text("nextChange")) : "";
        return (control.is("inForce") ? "yes" : "no") + change;
    }

    private static String when(Row when) {
        List<String> parts = new ArrayList<>();
        for (Row window : when.rows("weekly")) {
            parts.add((String.join(" ", window.texts("days")) + " " + window.text("from") + "-" + window.text("until"))
                    .strip());
        }
        if (when.has("from")) {
            parts.add("from " + when.text("from"));
        }
        if (when.has("until")) {
            parts.add("until " + when.text("until"));
        }
        if (!parts.isEmpty() && when.has("zone")) {
            parts.add(when.text("zone"));
        }
        return String.join(", ", parts);
    }
}
