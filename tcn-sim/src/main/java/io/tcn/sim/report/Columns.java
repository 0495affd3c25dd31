// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Rows of cells as lines for a terminal, in columns that are as wide as their widest cell, two blanks apart.
public final class Columns {
    private Columns() {}

    /// @param rows as many cells each as the first
    /// @param isLeft which columns stand left; the others are numbers and stand right
    public static List<String> align(List<List<String>> rows, IntPredicate isLeft) {
        int[] width = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < width.length; c++) {
                String blanks = " ".repeat(width[c] - row.get(c).length());
                line.append(isLeft.test(c) ? row.get(c) + blanks : blanks + row.get(c))
                        .append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
