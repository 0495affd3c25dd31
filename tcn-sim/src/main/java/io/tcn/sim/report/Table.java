// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.view.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A table of texts, for people and for programs.
///
/// @param header names of the columns
/// @param rows as many cells each as the header has
/// @param leftColumns how many columns, from the first, are text and stand left; the others are numbers
public record Table(List<String> header, List<List<String>> rows, int leftColumns) {
    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(
                        "a row has " + row.size() + " cells, the header " + header.size() + ": " + row);
            }
        }
    }

    /// Lines for a terminal, in columns.
    public List<String> toLines() {
        List<List<String>> all = new ArrayList<>();
        all.add(header);
        all.addAll(rows);
        return Columns.align(all, column -> column < leftColumns);
    }

    /// As a table of Markdown.
    public String toMarkdown() {
        StringBuilder text = new StringBuilder(markdownRow(header));
        text.append('|');
        for (int c = 0; c < header.size(); c++) {
            text.append(c < leftColumns ? "---|" : "---:|");
        }
        text.append('\n');
        rows.forEach(row -> text.append(markdownRow(row)));
        return text.toString();
    }

    private static String markdownRow(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /// As comma-separated values (RFC 4180), with a header.
    public String toCsv() {
        StringBuilder text = new StringBuilder(csvRow(header));
        rows.forEach(row -> text.append(csvRow(row)));
        return text.toString();
    }

    private static String csvRow(List<String> cells) {
        return cells.stream().map(Table::csvCell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String csvCell(String cell) {
        boolean quoted = cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    /// As a table of HTML, for the style sheet of the reports.
    public String toHtml() {
        StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<thead><tr>");
        header.forEach(cell -> html.append("<th>").append(Markup.escape(cell)).append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (int c = 0; c < row.size(); c++) {
                String tag = c < leftColumns ? "th" : "td";
                html.append('<').append(tag).append('>').append(Markup.escape(row.get(c)));
                html.append("</").append(tag).append('>');
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>\n").toString();
    }
}
