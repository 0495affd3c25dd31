// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench;

import io.tcn.bench.report.Figure;
import io.tcn.bench.report.FigureTable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a benchmark found.
///
/// @param figures the figures, the most important first
/// @param table what the terminal shows
/// @param details what else goes into the JSON, by key; nothing for most benchmarks
public record BenchResult(List<Figure> figures, List<String> table, Map<String, Object> details) {
    public BenchResult {
        figures = List.copyOf(figures);
        table = List.copyOf(table);
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /// Figures that the usual table shows.
    public static BenchResult of(List<Figure> figures) {
        return new BenchResult(figures, FigureTable.of(figures), Map.of());
    }
}
