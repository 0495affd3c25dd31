// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.HistoryStore.Removed;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;

/// Removes the oldest rows of a table of the history, which are those of the least numbers, a block at a time.
final class OldestRows {
    private record Old(long seq, Instant at) {}

    private OldestRows() {}

    /// Removes those that ended before a moment, and those that are more than may be kept.
    ///
    /// @param table with `seq` and `at`
    /// @param from number of the last row that was removed, 0 at first
    /// @param most rows that may be kept
    /// @param limit at most this many are removed
    static Removed remove(JdbcTemplate jdbc, String table, long from, Instant before, long most, int limit) {
        Long newest = jdbc.queryForObject("select max(seq) from " + table, Long.class);
        if (newest == null) {
            return new Removed(0, from);
        }
        List<Long> old = jdbc
                .query(
                        "select seq, at from " + table + " where seq > ? order by seq limit ?",
                        (row, number) -> new Old(row.getLong("seq"), Objects.requireNonNull(Rows.instant(row, "at"))),
                        from,
                        limit)
                .stream()
                .takeWhile(row -> row.at().isBefore(before) || row.seq() <= newest - most)
                .map(Old::seq)
                .toList();
        if (old.isEmpty()) {
            return new Removed(0, from);
        }
        jdbc.update("delete from " + table + " where seq >= ? and seq <= ?", old.getFirst(), old.getLast());
        return new Removed(old.size(), old.getLast());
    }
}
