// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.util.ArrayList;
import java.util.List;

/// The table on the terminal: figure, value, unit, aim, met.
public final class FigureTable {
    private static final List<String> HEAD = List.of("figure", "value", "unit", "aim", "met");
    private static final int VALUE_COLUMN = 1;

    private FigureTable() {}

    /// The table as lines.
    public static List<String> of(List<Figure> figures) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (Figure figure : figures) {
            Aim aim = figure.aim();
            rows.add(List.of(
                    figure.name(),
                    Numbers.measured(figure.value()),
                    figure.unit(),
                    aim == null ? "" : aim.toString(),
                    aim == null ? "" : aim.isMetBy(figure.value()) ? "yes" : "NO"));
        }
        return align(rows);
    }

    private static List<String> align(List<List<String>> rows) {
        int[] width = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < width.length; c++) {
                String cell = row.get(c);
                String blanks = " ".repeat(width[c] - cell.length());
                line.append(c == VALUE_COLUMN ? blanks + cell : cell + blanks).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
