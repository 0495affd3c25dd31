// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A table: a line of heads, text to the left, numbers to the right, two blanks between. Where the terminal is too
/// narrow, the widest columns of text are cut.
public final class Table {
    private static final int GAP = 2;
    private static final int NARROWEST = 8;

    private final List<String> heads = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    /// Of the last page.
    private boolean[] shownUsed = {};

    private int[] shownWidths = {};

    /// Adds a column of text.
    public Table text(String head) {
        heads.add(head);
        right.add(false);
        return this;
    }

    /// Adds a column of numbers.
    public Table number(String head) {
        heads.add(head);
        right.add(true);
        return this;
    }

    /// Adds a row.
    public Table row(String... cells) {
        if (cells.length != heads.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + heads.size() + " columns");
        }
        rows.add(Arrays.stream(cells).map(Printable::line).toList());
        return this;
    }

    /// Whether there are no rows.
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The lines of the table. Columns in which no row has anything are left out.
    ///
    /// @param width the most columns of the terminal, 0 if nothing is to be cut
    public List<String> lines(int width) {
        boolean[] used = used();
        int[] widths = widths(used, width);
        List<String> lines = new ArrayList<>();
        lines.add(line(heads, widths, used));
        rows.forEach(row -> lines.add(line(row, widths, used)));
        return lines;
    }

    /// The lines of the rows since the last call, which are then forgotten: for a table that comes in pages. The heads
    /// come first, and again where a column gets its first text.
    ///
    /// @param width the most columns of the terminal, 0 if nothing is to be cut
    public List<String> page(int width) {
        if (rows.isEmpty()) {
            return List.of();
        }
        boolean[] used = used();
        int[] widths = widths(used, width);
        List<String> lines = new ArrayList<>();
        if (Arrays.equals(used, shownUsed)) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = width > 0 && !right.get(i) ? shownWidths[i] : Math.max(widths[i], shownWidths[i]);
            }
        } else {
            lines.add(line(heads, widths, used));
        }
        rows.forEach(row -> lines.add(line(row, widths, used)));
        rows.clear();
        shownUsed = used;
        shownWidths = widths;
        return lines;
    }

    private boolean[] used() {
        boolean[] used = Arrays.copyOf(shownUsed, heads.size());
        for (int i = 0; i < used.length; i++) {
            used[i] |= i == 0;
            for (List<String> row : rows) {
                used[i] |= !row.get(i).isEmpty();
            }
        }
        return used;
    }

    private int[] widths(boolean[] used, int width) {
        int[] widths = new int[heads.size()];
        int total = -GAP;
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(heads.get(i));
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
            total += used[i] ? widths[i] + GAP : 0;
        }
        while (width > 0 && total > width) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (used[i] && !right.get(i) && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0 || widths[widest] <= NARROWEST) {
                return widths; // narrower makes no sense: the terminal breaks the lines
            }
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private String line(List<String> cells, int[] widths, boolean[] used) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (used[i]) {
                String cell = cut(cells.get(i), widths[i]);
                int blanks = widths[i] - length(cell);
                line.append(i == 0 ? "" : " ".repeat(GAP))
                        .append(" ".repeat(right.get(i) ? blanks : 0))
                        .append(cell)
                        .append(" ".repeat(right.get(i) ? 0 : blanks));
            }
        }
        return line.toString().stripTrailing();
    }

    /// The text in so many columns, with `…` at its end if something is missing.
    public static String cut(String text, int width) {
        if (length(text) <= width) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
