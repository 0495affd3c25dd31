// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.operate;

import io.tcn.cli.command.Console;
import io.tcn.cli.http.Row;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What a configuration would change: `+` what is added, `-` what is removed, `~` what is changed, key by key.
final class Changes {
    private Changes() {}

    static int count(JsonNode answer) {
        return answer.path("changes").size();
    }

    static void show(JsonNode answer, Console console) {
        List<Row> changes = new Row(answer).rows("changes");
        for (Row change : changes) {
            console.line(sign(change.text("change")) + " " + change.text("what") + " " + change.text("name"));
            keys(change.json().path("before"), change.json().path("after"), console);
        }
        if (changes.isEmpty()) {
            console.line("the server has it as it is in the file");
        }
    }

    private static String sign(String change) {
        return switch (change) {
            case "ADD" -> "+";
            case "REMOVE" -> "-";
            default -> "~";
        };
    }

    private static void keys(JsonNode before, JsonNode after, Console console) {
        TreeSet<String> keys = new TreeSet<>(before.propertyNames());
        keys.addAll(after.propertyNames());
        for (String key : keys) {
            String old = Row.plain(before.path(key));
            String fresh = Row.plain(after.path(key));
            if (!old.equals(fresh)) {
                console.line("    " + key + ": "
                        + (old.isEmpty() ? fresh : old + " -> " + (fresh.isEmpty() ? "none" : fresh)));
            }
        }
    }
}
