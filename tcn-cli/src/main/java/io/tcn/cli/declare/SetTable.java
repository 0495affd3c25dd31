// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.declare;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Row;
import io.tcn.cli.table.Table;
import java.util.ArrayList;
import java.util.List;

/// Resource-sets as a table, with their warnings below.
final class SetTable {
    private SetTable() {}

    static Table head() {
        return new Table().text("SET").number("MATCHES").text("PATTERNS");
    }

    static void add(Row set, Table table) {
        table.row(set.text("name"), set.text("matches"), String.join(" ", set.texts("resources")));
    }

    static List<String> warnings(Row set) {
        return set.texts("warnings").stream()
                .map(warning -> set.text("name") + ": " + warning)
                .toList();
    }

    static void show(List<Row> sets, Console console) {
        Table table = head();
        List<String> warnings = new ArrayList<>();
        for (Row set : sets) {
            add(set, table);
            warnings.addAll(warnings(set));
        }
        console.table(table, "there are no resource-sets");
        warnings.forEach(console::note);
    }
}
