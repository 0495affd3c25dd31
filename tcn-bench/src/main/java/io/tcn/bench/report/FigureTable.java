// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import io.tcn.sim.report.Columns;
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
        return Columns.align(rows, column -> column != VALUE_COLUMN);
    }
}
