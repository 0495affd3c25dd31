// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.ArrayList;
import java.util.List;

/// A table on the terminal: columns as wide as they must be, the last one open.
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... head) {
        rows.add(List.of(head));
    }

    TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    List<String> lines() {
        return lines("");
    }

    /// @param indent before each line
    List<String> lines(String indent) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1) {
                    line.repeat(' ', widths[i] - row.get(i).length() + 2);
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
