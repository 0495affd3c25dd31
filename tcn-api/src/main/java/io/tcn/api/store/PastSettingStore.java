// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.HistoryStore.Removed;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.UserId;
import io.tcn.core.port.PastSetting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What pipes moved on each number of connections, beside the history of decisions and written by its thread.
@Repository
public class PastSettingStore {
    private static final String TABLE = "history_setting";
    private static final int BATCH = 500;

    private final JdbcTemplate jdbc;

    PastSettingStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A setting of a pipe.
    public record Entry(HistorySeries series, PastSetting setting) {}

    /// Writes settings, all or none; those of a series that has no number are left out.
    ///
    /// @param ids numbers of series, as the history store told them
    @Transactional
    public void append(List<Entry> entries, Map<HistorySeries, Long> ids) {
        List<Object[]> rows = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Long series = ids.get(entry.series());
            if (series != null) {
                rows.add(row(series, entry.setting()));
            }
        }
        for (int from = 0; from < rows.size(); from += BATCH) {
            jdbc.batchUpdate(
                    "insert into " + TABLE + " (series_id, at, connections, seconds, throughput_bps, files, file_bytes,"
                            + " bandwidth_bps) values (?, ?, ?, ?, ?, ?, ?, ?)",
                    rows.subList(from, Math.min(rows.size(), from + BATCH)));
        }
    }

    private static Object[] row(Long series, PastSetting setting) {
        return new Object[] {
            series,
            Rows.timestamp(setting.until()),
            setting.connections(),
            setting.seconds(),
            setting.throughputBps(),
            setting.files(),
            setting.fileBytes(),
            setting.bandwidthBps()
        };
    }

    /// The newest settings of pipes that are known, the oldest of them first.
    ///
    /// @param most at most this many rows are looked at
    @Transactional(readOnly = true)
    public List<PastSetting> newest(int most, Instant after) {
        return jdbc.query(
                "select p.source, p.destination, p.user_id, r.at, r.connections, r.seconds, r.throughput_bps, r.files,"
                        + " r.file_bytes, r.bandwidth_bps"
                        + " from (select * from " + TABLE + " order by seq desc limit ?) r"
                        + " join history_series s on s.id = r.series_id"
                        + " join pipe p on p.id = s.name"
                        + " where s.kind = 'PIPE' and r.at > ? order by r.seq",
                (row, number) -> setting(row),
                most,
                Rows.timestamp(after));
    }

    /// A setting with the pipe that it is of.
    public record Tried(PipeId pipe, PastSetting setting) {}

    /// The newest settings, of one pipe or of all, the newest of them first.
    ///
    /// @param pipe null for all
    /// @param looked at most this many of the newest rows are looked at, of whatever pipe
    /// @param most at most so many
    @Transactional(readOnly = true)
    public List<Tried> newestOf(@Nullable PipeId pipe, int looked, int most) {
        return jdbc.query(
                "select s.name, p.source, p.destination, p.user_id, r.at, r.connections, r.seconds, r.throughput_bps,"
                        + " r.files, r.file_bytes, r.bandwidth_bps"
                        + " from (select * from " + TABLE + " order by seq desc limit ?) r"
                        + " join history_series s on s.id = r.series_id"
                        + " join pipe p on p.id = s.name"
                        + " where s.kind = 'PIPE' and (? or s.name = ?) order by r.seq desc limit ?",
                (row, number) -> new Tried(PipeId.of(row.getString("name")), setting(row)),
                looked,
                pipe == null,
                pipe == null ? "" : pipe.value(),
                most);
    }

    private static PastSetting setting(ResultSet row) throws SQLException {
        return new PastSetting(
                new PipeKey(
                        EndpointText.parse(row.getString("source")),
                        EndpointText.parse(row.getString("destination")),
                        UserId.of(row.getString("user_id"))),
                Objects.requireNonNull(Rows.instant(row, "at")),
                row.getInt("connections"),
                row.getDouble("throughput_bps"),
                row.getDouble("seconds"),
                row.getDouble("files"),
                row.getDouble("file_bytes"),
                row.getDouble("bandwidth_bps"));
    }

    /// Removes the oldest rows: those that ended before a moment, and those that are more than may be kept.
    ///
    /// @param from number of the last row that was removed, 0 at first
    /// @param most rows that may be kept
    /// @param limit at most this many are removed
    @Transactional
    public Removed removeOldest(long from, Instant before, long most, int limit) {
        return OldestRows.remove(jdbc, TABLE, from, before, most, limit);
    }
}
