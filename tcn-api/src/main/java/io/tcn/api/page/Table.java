// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.text.Csv;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Rows of one kind, to be filtered, sorted, cut into pages and downloaded. Values are worked out for what is filtered
/// and sorted by, and for the rows shown; not for all.
///
/// @param id its name in addresses and files
/// @param title for people
/// @param columns at least one
/// @param rows all of them; what the store holds comes in pages of its own
/// @param note what must be known to read it, may be empty
/// @param next the address of the store's next page; null: there is none
record Table<T>(
        String id,
        String title,
        List<Column<T>> columns,
        Collection<T> rows,
        String note,
        @Nullable String next) {
    static final int PAGE = 50;

    /// Characters of a cell; files have all of them.
    private static final int LONGEST = 400;

    /// Characters that stay on one line.
    private static final int SHORT = 24;

    /// Rows of one file.
    private static final int MOST = 100_000;

    static <T> Table<T> of(String id, String title, Collection<T> rows, List<Column<T>> columns) {
        return new Table<>(id, title, columns, rows, "", null);
    }

    Table<T> noted(String newNote) {
        return new Table<>(id, title, columns, rows, newNote, next);
    }

    Table<T> without(String key) {
        List<Column<T>> fewer =
                columns.stream().filter(column -> !column.key().equals(key)).toList();
        return new Table<>(id, title, fewer, rows, note, next);
    }

    Table<T> before(@Nullable String newNext) {
        return new Table<>(id, title, columns, rows, note, newNext);
    }

    /// A value as it is shown.
    record Cell(String text, @Nullable String href, String css) {}

    /// A title to sort by.
    ///
    /// @param order `ascending`, `descending` or `none`
    record Head(String id, String title, String href, String order, String css) {}

    /// A table as it is shown.
    record Shown(
            String id,
            String title,
            List<Head> heads,
            List<List<Cell>> rows,
            String note,
            String filter,
            Map<String, String> others,
            String summary,
            @Nullable String first,
            @Nullable String before,
            @Nullable String after,
            String csv,
            String json) {}

    Shown show(Asked asked) {
        String filter = asked.get(id + ".q");
        List<T> chosen = chosen(asked);
        int pages = Math.max(1, (chosen.size() + PAGE - 1) / PAGE);
        int page = Math.min(asked.number(id + ".page", 1), pages);
        List<T> shown = chosen.subList((page - 1) * PAGE, Math.min(chosen.size(), page * PAGE));
        String sort = asked.get(id + ".sort");
        return new Shown(
                id,
                title,
                columns.stream().map(column -> head(column, sort, asked)).toList(),
                shown.stream()
                        .map(row -> columns.stream()
                                .map(column -> cell(column, row))
                                .toList())
                        .toList(),
                note,
                filter,
                others(asked),
                summary(chosen.size(), page, pages, !filter.isEmpty()),
                page > 1 ? asked.with(Map.of(id + ".page", "")) : null,
                page > 1 ? asked.with(Map.of(id + ".page", Integer.toString(page - 1))) : null,
                page < pages ? asked.with(Map.of(id + ".page", Integer.toString(page + 1))) : next,
                asked.with(Map.of("as", "csv", "table", id)),
                asked.with(Map.of("as", "json", "table", id)));
    }

    private String summary(int chosen, int page, int pages, boolean filtered) {
        String count = Unit.COUNT.of(chosen)
                + (filtered ? " of " + Unit.COUNT.of(rows.size()) : "")
                + (next == null ? "" : " on this page");
        return pages == 1 ? count : count + ", page " + page + " of " + pages;
    }

    /// What a filter form must send along.
    private Map<String, String> others(Asked asked) {
        Map<String, String> others = new java.util.TreeMap<>(asked.query());
        List.of(id + ".q", id + ".page", "as", "table").forEach(others::remove);
        return others;
    }

    private Head head(Column<T> column, String sort, Asked asked) {
        boolean isUp = sort.equals(column.key());
        boolean isDown = sort.equals("-" + column.key());
        // Numbers are looked at from the largest down first.
        String firstOrder = column.unit().isNumber() ? "-" + column.key() : column.key();
        String turned = isUp ? "-" + column.key() : isDown ? column.key() : firstOrder;
        return new Head(
                id + "-" + column.key(),
                column.title(),
                asked.with(Map.of(id + ".sort", turned, id + ".page", "")),
                isUp ? "ascending" : isDown ? "descending" : "none",
                column.unit().isNumber() ? "number" : "");
    }

    private Cell cell(Column<T> column, T row) {
        String tone = column.tone().apply(row);
        String text = column.unit().of(column.value().apply(row));
        String width = text.length() <= SHORT ? "short " : "";
        return new Cell(
                text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "\u2026",
                column.link().apply(row),
                (width + (column.unit().isNumber() ? "number " : "") + tone).strip());
    }

    /// The rows that the filter lets through, in the order asked.
    List<T> chosen(Asked asked) {
        String filter = asked.get(id + ".q").toLowerCase(Locale.ROOT);
        List<T> chosen = new java.util.ArrayList<>(rows);
        if (!filter.isEmpty()) {
            chosen.removeIf(row -> columns.stream().noneMatch(column -> fits(column, row, filter)));
        }
        String sort = asked.get(id + ".sort");
        boolean isDown = sort.startsWith("-");
        String key = isDown ? sort.substring(1) : sort;
        for (Column<T> column : columns) {
            if (column.key().equals(key)) {
                sort(chosen, column, isDown);
            }
        }
        return chosen;
    }

    private static <T> boolean fits(Column<T> column, T row, String filter) {
        return switch (column.unit()) {
            case TEXT -> {
                Object value = column.value().apply(row);
                yield value != null && value.toString().toLowerCase(Locale.ROOT).contains(filter);
            }
            case COUNT, BPS, BYTES, SHARE, SCIENTIFIC, MOMENT, TIME -> false;
        };
    }

    /// A row and what it is sorted by, which is worked out once.
    private record Keyed<T>(T row, @Nullable Object key) {}

    private static <T> void sort(List<T> rows, Column<T> column, boolean isDown) {
        Comparator<Object> order = Table::compare;
        Comparator<@Nullable Object> whole = Comparator.nullsLast(isDown ? order.reversed() : order);
        List<T> sorted = rows.stream()
                .map(row -> new Keyed<>(row, column.value().apply(row)))
                .sorted((one, other) -> whole.compare(one.key(), other.key()))
                .map(Keyed::row)
                .toList();
        rows.clear();
        rows.addAll(sorted);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // values of one column are of one kind
    private static int compare(Object one, Object other) {
        if (one instanceof Number number && other instanceof Number second) {
            return Double.compare(number.doubleValue(), second.doubleValue());
        }
        return one.getClass() == other.getClass() && one instanceof Comparable comparable
                ? comparable.compareTo(other)
                : one.toString().compareTo(other.toString());
    }

    /// The chosen rows as CSV.
    String csv(Asked asked) {
        StringBuilder text = new StringBuilder(Csv.row(columns.stream().map(Column::key)));
        for (T row : some(asked)) {
            text.append(Csv.row(columns.stream().map(column -> column.value().apply(row))));
        }
        return text.toString();
    }

    /// The chosen rows as JSON, an array of objects; written row by row.
    void json(Asked asked, JsonGenerator out) {
        out.writeStartArray();
        for (T row : some(asked)) {
            out.writeStartObject();
            for (Column<T> column : columns) {
                out.writeName(column.key());
                write(column.value().apply(row), out);
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /// JSON knows neither infinity nor our types.
    private static void write(@Nullable Object value, JsonGenerator out) {
        switch (value) {
            case null -> out.writeNull();
            case Double number when !Double.isFinite(number) -> out.writeNull();
            case Double number -> out.writeNumber(number);
            case Integer number -> out.writeNumber(number);
            case Long number -> out.writeNumber(number);
            case Boolean truth -> out.writeBoolean(truth);
            default -> out.writeString(value.toString());
        }
    }

    private List<T> some(Asked asked) {
        List<T> chosen = chosen(asked);
        return chosen.subList(0, Math.min(MOST, chosen.size()));
    }
}
