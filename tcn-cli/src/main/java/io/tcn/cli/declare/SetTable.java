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

    static void show(List<Row> sets, Console console) {
        Table table = new Table().text("SET").number("MATCHES").text("PATTERNS");
        List<String> warnings = new ArrayList<>();
        for (Row set : sets) {
            table.row(set.text("name"), set.text("matches"), String.join(" ", set.texts("resources")));
            set.texts("warnings").forEach(warning -> warnings.add(set.text("name") + ": " + warning));
        }
        console.table(table, "there are no resource-sets");
        warnings.forEach(console::note);
    }
}
