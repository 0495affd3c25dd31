// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.oracle.Ideal;
import io.tcn.sim.report.Comparison.OptimizerRuns;
import java.util.ArrayList;
import java.util.List;

/// The table on the terminal: a row per figure, a column per optimizer with its ratio to the first.
public final class TerminalTable {
    private TerminalTable() {}

    /// The table as lines.
    public static List<String> of(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        OptimizerRuns first = comparison.optimizers().getFirst();
        List<String> head = new ArrayList<>(List.of("", "unit"));
        for (OptimizerRuns optimizer : comparison.optimizers()) {
            head.add(optimizer.name());
            if (!optimizer.equals(first)) {
                head.add("/ " + first.name());
            }
        }
        boolean hasIdeal = !comparison.ideal().equals(Ideal.UNKNOWN);
        if (hasIdeal) {
            head.add("bound");
        }
        for (Metric metric : comparison.metrics()) {
            List<String> row = new ArrayList<>(List.of(metric.label(), metric.unit()));
            Spread reference = first.spread(metric);
            for (OptimizerRuns optimizer : comparison.optimizers()) {
                Spread spread = optimizer.spread(metric);
                row.add(metric.format(spread));
                if (!optimizer.equals(first)) {
                    row.add(Metric.ratio(spread.median(), reference.median()));
                }
            }
            if (hasIdeal) {
                double ideal = metric.idealOf(comparison.ideal());
                row.add(Double.isNaN(ideal) ? "" : metric.format(ideal));
            }
            rows.add(row);
        }
        return new Table(head, rows, 2).toLines();
    }
}
