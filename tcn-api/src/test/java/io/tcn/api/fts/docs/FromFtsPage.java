// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The page `docs/from-fts.md`, made from the table `from-fts.json`. The words of the table: `same` as FTS,
/// `different`, `refused` with a code, `added` by TCN, `gone`.
final class FromFtsPage {
    private static final String TABLE = "from-fts.json";

    private final JsonNode table;

    private FromFtsPage(JsonNode table) {
        this.table = table;
    }

    static FromFtsPage read() {
        try (InputStream file = Objects.requireNonNull(FromFtsPage.class.getResourceAsStream(TABLE), TABLE)) {
            return new FromFtsPage(JsonMapper.shared().readTree(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The rows of a part of the table.
    List<JsonNode> rows(String part) {
        return table.path(part).valueStream().toList();
    }

    static String text(JsonNode row, String key) {
        return row.path(key).stringValue();
    }

    /// The page.
    String text() {
        StringBuilder page = new StringBuilder("""
                <!-- SPDX-License-Identifier: Apache-2.0 -->
                <!-- Made by FromFtsTest from from-fts.json: change that, and run the test with -Dtcn.docs.write=true. -->
                # From FTS to TCN

                What TCN does with every route, parameter and setting of FTS 3.14. The lists are compared with the server in every build.

                - **same**: as in FTS.
                - **different**: it works, not quite as in FTS.
                - **refused**: answered with an error at once, and never accepted to fail later.
                - **added**: FTS has no such thing.
                - **gone**: neither served nor missed by any known client.

                ## What is refused
                """);
        refusals(page);
        page.append("\n## Moving a site\n\n");
        List<JsonNode> steps = rows("steps");
        for (int i = 0; i < steps.size(); i++) {
            page.append(i + 1).append(". ").append(steps.get(i).stringValue()).append('\n');
        }
        page.append("\n## Routes\n\n| route | methods | | reason |\n|---|---|---|---|\n");
        routes(page);
        page.append(
                "\n## Query parameters\n\nOthers are ignored.\n\n| route | parameter | | reason |\n|---|---|---|---|\n");
        for (Map.Entry<String, String> row : grouped("query", "name").entrySet()) {
            page.append(row.getKey()).append('|').append(row.getValue()).append('\n');
        }
        keys(page, "A submission: `files[]`", "files", "Unknown keys are ignored.");
        keys(
                page,
                "A submission: `params`",
                "params",
                "`null` means the default. Unknown keys are ignored. `delete` at the top is refused with 405.");
        keys(page, "A job in answers", "job", "Every key is always there.");
        keys(page, "A file in answers", "file", "Every key is always there.");
        keys(page, "States of files", "states", "");
        page.append("""

                ## Settings

                What each does: [fts-configuration.md](fts-configuration.md).

                | route | key | | reason |
                |---|---|---|---|
                """);
        for (Map.Entry<String, String> row : grouped("config", "key").entrySet()) {
            page.append(row.getKey()).append('|').append(row.getValue()).append('\n');
        }
        keys(page, "Identity", "identity", "More: [identity.md](identity.md).");
        keys(page, "Monitoring messages", "messages", "More: [messages.md](messages.md).");
        return page.toString();
    }

    private void refusals(StringBuilder page) {
        for (String part : List.of("files", "params", "identity")) {
            rows(part).stream()
                    .filter(row -> text(row, "fts").equals("refused"))
                    .forEach(row -> page.append("\n- ")
                            .append(name(part, row))
                            .append(": ")
                            .append(text(row, "note")));
        }
        page.append("\n- URLs of SRM, GridFTP, XRootD's own protocol, S3 and `mock`.");
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        rows("routes").stream()
                .filter(row -> text(row, "fts").equals("refused"))
                .forEach(row -> byReason.computeIfAbsent(text(row, "note"), note -> new ArrayList<>())
                        .add("`" + text(row, "method") + " " + text(row, "path") + "`"));
        byReason.forEach((reason, all) ->
                page.append("\n- ").append(String.join(", ", all)).append(": ").append(reason));
        page.append('\n');
    }

    private static String name(String part, JsonNode row) {
        return part.equals("identity") || part.equals("messages") ? text(row, "key") : "`" + text(row, "key") + "`";
    }

    /// One line per path and reason, with all methods that have it.
    private void routes(StringBuilder page) {
        Map<String, List<String>> methods = new LinkedHashMap<>();
        for (JsonNode row : rows("routes")) {
            String rest = " | " + text(row, "fts") + " | " + text(row, "note") + " |";
            methods.computeIfAbsent(text(row, "path") + "\n" + rest, first -> new ArrayList<>())
                    .add(text(row, "method"));
        }
        methods.forEach((key, all) -> {
            String[] parts = key.split("\n", 2);
            page.append("| `")
                    .append(parts[0])
                    .append("` | ")
                    .append(String.join(" ", all))
                    .append(parts[1]);
            page.append('\n');
        });
    }

    /// Rows with the same route, word and reason, together.
    private Map<String, String> grouped(String part, String nameOf) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (JsonNode row : rows(part)) {
            String key = text(row, "route") + "\n" + text(row, "fts") + " | " + text(row, "note") + " |";
            names.computeIfAbsent(key, first -> new ArrayList<>()).add("`" + text(row, nameOf) + "`");
        }
        Map<String, String> lines = new LinkedHashMap<>();
        names.forEach((key, all) -> {
            String[] parts = key.split("\n", 2);
            lines.put("| `" + parts[0] + "` | " + all.stream().collect(Collectors.joining(", ")) + " ", " " + parts[1]);
        });
        return lines;
    }

    private void keys(StringBuilder page, String title, String part, String remark) {
        page.append("\n## ").append(title).append("\n\n");
        if (!remark.isEmpty()) {
            page.append(remark).append("\n\n");
        }
        page.append("| | | reason |\n|---|---|---|\n");
        for (JsonNode row : rows(part)) {
            page.append("| ")
                    .append(name(part, row))
                    .append(" | ")
                    .append(text(row, "fts"))
                    .append(" | ")
                    .append(text(row, "note"))
                    .append(" |\n");
        }
    }
}
