// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.sim.report.Page;
import io.tcn.sim.report.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The files and the lines of a study. Nothing in them depends on the clock, the machine or the number of threads.
public final class PaperReport {
    private static final int SCHEMA = 1;

    private final PaperResult result;
    private final Table claims;
    private final Table values;
    private final Table theorems;
    private final Table sensitivity;

    public PaperReport(PaperResult result) {
        this.result = result;
        this.claims = PaperTables.claims(result);
        this.values = PaperTables.values(result);
        this.theorems = PaperTables.theorems(result);
        this.sensitivity = PaperTables.sensitivity(result);
    }

    /// For the terminal.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(settingLine());
        lines.add("ratio to the reference, of the same seed: median [10 % .. 90 %]; more is better; bound: no schedule"
                + " has a higher ratio");
        lines.add("");
        lines.addAll(claims.toLines());
        lines.add("");
        lines.addAll(values.toLines());
        lines.add("");
        for (TheoremCheck check : result.theorems()) {
            lines.add(check.name() + ": " + check.says());
            lines.add("    tried: " + check.tried());
            lines.add("    seen:  " + check.seen() + (check.holds() ? "" : "  DOES NOT HOLD"));
        }
        if (!result.sensitivity().isEmpty()) {
            lines.add("");
            lines.add("sensitivity, the paper's algorithm / TCN as it comes; one parameter differs from the setting; "
                    + result.plan().sweepSeeds() + " seeds; the paper's ratio in brackets");
            lines.addAll(sensitivity.toLines());
        }
        return lines;
    }

    private String settingLine() {
        return result.plan().setting().inWords() + "; seeds 1-" + result.plan().seeds();
    }

    /// All files by name: tables as CSV and Markdown, figures, `paper.json` and `report.html`.
    public SortedMap<String, byte[]> files() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        put(files, "claims.csv", claims.toCsv());
        put(files, "values.csv", values.toCsv());
        put(files, "theorems.csv", theorems.toCsv());
        if (!result.sensitivity().isEmpty()) {
            put(files, "sensitivity.csv", sensitivity.toCsv());
        }
        put(files, "tables.md", markdown());
        result.figures().forEach((name, svg) -> put(files, name, svg));
        files.put("paper.json", json());
        files.put("report.html", page());
        return files;
    }

    private static void put(Map<String, byte[]> files, String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private String markdown() {
        return "Setting: " + settingLine() + ".\n\n## Claims\n\n" + claims.toMarkdown() + "\n## Values\n\n"
                + values.toMarkdown() + "\n## Theorems\n\n" + theorems.toMarkdown()
                + (result.sensitivity().isEmpty() ? "" : "\n## Sensitivity\n\n" + sensitivity.toMarkdown());
    }

    private byte[] json() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("kind", "tcn-paper");
        root.put("schema", SCHEMA);
        root.put("setting", settingLine());
        root.put("claims", records(claims));
        root.put("values", records(values));
        root.put("theorems", records(theorems));
        root.put("sensitivity", records(sensitivity));
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsBytes(root);
    }

    private static List<Map<String, String>> records(Table table) {
        List<Map<String, String>> records = new ArrayList<>();
        for (List<String> row : table.rows()) {
            Map<String, String> one = new LinkedHashMap<>();
            for (int c = 0; c < row.size(); c++) {
                one.put(
                        table.header().get(c).isEmpty()
                                ? "column" + c
                                : table.header().get(c),
                        row.get(c));
            }
            records.add(one);
        }
        return records;
    }

    private byte[] page() {
        Page page = new Page("The TCN paper, section 7, claim by claim", settingLine())
                .heading("Claims")
                .table(claims)
                .paragraph("Ratio to the reference of the same seed: median [10 % .. 90 %]; more is better. bound: no"
                        + " schedule has a higher ratio.")
                .heading("Values")
                .table(values)
                .heading("Theorems of section 4.2")
                .table(theorems);
        if (!result.sensitivity().isEmpty()) {
            page.heading("Sensitivity: the paper's algorithm / TCN as it comes").table(sensitivity);
        }
        result.figures()
                .forEach((name, svg) ->
                        page.picture(svg, name.replace(".svg", "").replace('-', ' ')));
        return page.toBytes();
    }
}
