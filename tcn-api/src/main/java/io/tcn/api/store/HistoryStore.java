// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeKey;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PastUse;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// The history of decisions. One thread writes, in the order of time; any may read. Every statement finds its rows by
/// an index and touches a block of them at most.
@Repository
public class HistoryStore {
    /// How fine rows are.
    public enum Resolution {
        /// One for each control interval.
        INTERVAL("history_interval"),
        /// One for each ten minutes.
        SLOT("history_slot");

        private final String table;

        Resolution(String table) {
            this.table = table;
        }
    }

    /// A row of something.
    public record Entry(HistorySeries series, HistoryRow row) {}

    /// What was removed.
    ///
    /// @param rows how many; fewer than the limit if no more are old
    /// @param last number of the last one, to go on from
    public record Removed(int rows, long last) {}

    /// How far back [#lastUses] looks.
    private static final int LAST_HOURS = 6;

    private static final int WORDS = 400;
    private static final int BATCH = 500;
    private static final String COLUMNS =
            "at, length_ms, connections, open_connections, throughput_bps, running, queued,"
                    + " finished, failed, price, limit_bps, reason, words";

    private final JdbcTemplate jdbc;

    HistoryStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Writes rows, all or none.
    ///
    /// @param ids numbers of series that the caller has been told; those that are new are added when all is written
    @Transactional
    public Map<HistorySeries, Long> append(Resolution resolution, List<Entry> entries, Map<HistorySeries, Long> ids) {
        Map<HistorySeries, Long> added = new HashMap<>();
        List<Object[]> rows = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Long known = ids.get(entry.series());
            long id = known != null
                    ? known
                    : added.computeIfAbsent(
                            entry.series(), series -> idOf(series, entry.row().at()));
            rows.add(new Object[] {id, entry.row()});
        }
        jdbc.batchUpdate(
                "insert into " + resolution.table + " (series_id, " + COLUMNS
                        + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
                BATCH,
                (statement, row) -> write(statement, (Long) row[0], (HistoryRow) row[1]));
        return added;
    }

    private static void write(PreparedStatement statement, long series, HistoryRow row) throws SQLException {
        statement.setLong(1, series);
        statement.setObject(2, Rows.timestamp(row.at()));
        statement.setLong(3, row.length().toMillis());
        set(statement, 4, row.connections());
        set(statement, 5, row.openConnections());
        statement.setDouble(6, row.throughputBps());
        statement.setDouble(7, row.running());
        statement.setDouble(8, row.queued());
        statement.setLong(9, row.finished());
        statement.setLong(10, row.failed());
        statement.setDouble(11, row.price());
        set(statement, 12, row.limitBps());
        statement.setString(13, row.reason());
        String words = row.words();
        statement.setString(14, words == null || words.length() <= WORDS ? words : words.substring(0, WORDS));
    }

    private static void set(PreparedStatement statement, int column, @Nullable Double value) throws SQLException {
        if (value == null) {
            statement.setNull(column, Types.DOUBLE);
        } else {
            statement.setDouble(column, value);
        }
    }

    private long idOf(HistorySeries series, Instant at) {
        return find(series).orElseGet(() -> {
            jdbc.update(
                    "insert into history_series (kind, name, user_id, last_at) values (?, ?, ?, ?)",
                    series.kind().name(),
                    series.name(),
                    series.user(),
                    Rows.timestamp(at));
            return find(series).orElseThrow();
        });
    }

    private Optional<Long> find(HistorySeries series) {
        return jdbc
                .queryForList(
                        "select id from history_series where kind = ? and name = ?",
                        Long.class,
                        series.kind().name(),
                        series.name())
                .stream()
                .findFirst();
    }

    /// Notes that series have still rows to come.
    @Transactional
    public void used(List<Long> series, Instant at) {
        jdbc.batchUpdate(
                "update history_series set last_at = ? where id = ?",
                series.stream().map(id -> new Object[] {Rows.timestamp(at), id}).toList());
    }

    /// What has a history under a name; empty if nothing has.
    @Transactional(readOnly = true)
    public Optional<HistorySeries> find(HistorySeries.Kind kind, String name) {
        return jdbc
                .query(
                        "select user_id from history_series where kind = ? and name = ?",
                        (row, number) -> new HistorySeries(kind, name, row.getString("user_id")),
                        kind.name(),
                        name)
                .stream()
                .findFirst();
    }

    /// A page of rows, in the order of time.
    ///
    /// @param after only rows that ended after this moment
    /// @param to only rows that ended at this moment or before
    /// @param limit at most this many
    @Transactional(readOnly = true)
    public List<HistoryRow> rows(Resolution resolution, HistorySeries of, Instant after, Instant to, int limit) {
        Optional<Long> series = find(of);
        return series.isEmpty()
                ? List.of()
                : jdbc.query(
                        "select " + COLUMNS + " from " + resolution.table
                                + " where series_id = ? and at > ? and at <= ? order by series_id, at limit ?",
                        (row, number) -> read(row),
                        series.get(),
                        Rows.timestamp(after),
                        Rows.timestamp(to),
                        limit);
    }

    /// The newest rows, in the order of time.
    ///
    /// @param after only rows that ended after this moment
    /// @param to only rows that ended at this moment or before
    /// @param limit at most this many, the newest of them
    @Transactional(readOnly = true)
    public List<HistoryRow> newest(Resolution resolution, HistorySeries of, Instant after, Instant to, int limit) {
        Optional<Long> series = find(of);
        return series.isEmpty()
                ? List.of()
                : jdbc.query(
                                "select " + COLUMNS + " from " + resolution.table
                                        + " where series_id = ? and at > ? and at <= ?"
                                        + " order by series_id desc, at desc limit ?",
                                (row, number) -> read(row),
                                series.get(),
                                Rows.timestamp(after),
                                Rows.timestamp(to),
                                limit)
                        .reversed();
    }

    private static HistoryRow read(ResultSet row) throws SQLException {
        return new HistoryRow(
                Objects.requireNonNull(Rows.instant(row, "at")),
                Duration.ofMillis(row.getLong("length_ms")),
                number(row, "connections"),
                number(row, "open_connections"),
                row.getDouble("throughput_bps"),
                row.getDouble("running"),
                row.getDouble("queued"),
                row.getLong("finished"),
                row.getLong("failed"),
                row.getDouble("price"),
                number(row, "limit_bps"),
                row.getString("reason"),
                row.getString("words"));
    }

    private static @Nullable Double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? null : (Double) value;
    }

    /// What pipes did when they had work last: means over rows of ten minutes in which files waited, from the last
    /// [#LAST_HOURS] hours before each pipe's last row. Only pipes that are known, those used last.
    ///
    /// @param most pipes at most
    @Transactional(readOnly = true)
    public List<PastUse> lastUses(int most) {
        return jdbc.query(
                "select p.source, p.destination, p.user_id, max(r.at) as last_at,"
                        + " sum(r.open_connections * r.length_ms) / sum(r.length_ms) as open_connections,"
                        + " sum(r.throughput_bps * r.length_ms) / sum(r.length_ms) as throughput_bps"
                        + " from (select id, name, last_at from history_series where kind = 'PIPE'"
                        + " order by last_at desc limit ?) s"
                        + " join pipe p on p.id = s.name"
                        + " join history_slot r on r.series_id = s.id and r.at > s.last_at - interval '" + LAST_HOURS
                        + "' hour"
                        + " where r.queued >= 1 and r.open_connections > 0 and r.throughput_bps > 0 and r.length_ms > 0"
                        + " group by p.source, p.destination, p.user_id",
                (row, number) -> new PastUse(
                        keyOf(row),
                        row.getDouble("open_connections"),
                        row.getDouble("throughput_bps"),
                        Objects.requireNonNull(Rows.instant(row, "last_at"))),
                most);
    }

    /// The connections that were decided for a pipe, and when.
    public record LastDecision(PipeKey key, double connections, Instant at) {}

    /// The last decision about each pipe that was known and had work since a moment, as far as the newest rows of
    /// intervals tell.
    ///
    /// @param rows that are looked at
    @Transactional(readOnly = true)
    public List<LastDecision> lastDecisions(Instant after, int rows) {
        return jdbc.query(
                "select p.source, p.destination, p.user_id, r.connections, r.at"
                        + " from (select series_id, max(seq) as newest from history_interval"
                        + " where seq > (select max(seq) from history_interval) - ? group by series_id) l"
                        + " join history_interval r on r.seq = l.newest"
                        + " join history_series s on s.id = l.series_id and s.kind = 'PIPE'"
                        + " join pipe p on p.id = s.name"
                        + " where r.at > ? and r.connections is not null",
                (row, number) -> new LastDecision(
                        keyOf(row), row.getDouble("connections"), Objects.requireNonNull(Rows.instant(row, "at"))),
                rows,
                Rows.timestamp(after));
    }

    private static PipeKey keyOf(ResultSet row) throws SQLException {
        return new PipeKey(
                EndpointText.parse(row.getString("source")),
                EndpointText.parse(row.getString("destination")),
                UserId.of(row.getString("user_id")));
    }

    /// Removes the oldest rows: those that ended before a moment, and those that are more than may be kept.
    ///
    /// @param from number of the last row that was removed, 0 at first
    /// @param most rows that may be kept
    /// @param limit at most this many are removed
    @Transactional
    public Removed removeOldest(Resolution resolution, long from, Instant before, long most, int limit) {
        return OldestRows.remove(jdbc, resolution.table, from, before, most, limit);
    }

    /// Removes series that have had no row for long.
    ///
    /// @return how many
    @Transactional
    public int removeSeries(Instant before, int limit) {
        List<Long> old = jdbc.queryForList(
                "select id from history_series where last_at < ? order by last_at limit ?",
                Long.class,
                Rows.timestamp(before),
                limit);
        InQuery.update(jdbc, "delete from history_series where id = any (?)", "bigint", old);
        return old.size();
    }
}
