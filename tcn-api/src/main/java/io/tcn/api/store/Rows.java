// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueuedTransfer;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// From rows to records, the same for H2 and PostgreSQL.
final class Rows {
    /// Columns that [#queuedTransfer] reads.
    static final String QUEUED_COLUMNS = "id, pipe_id, source, destination, size_bytes, priority, checksum,"
            + " checksum_mode, overwrite, overwrite_on_retry, describe_existing, source_token, destination_token,"
            + " credentials_end, max_retries, retry_delay_ms, timeout_ms, attempts, retries, dirty, dirty_since,"
            + " dirty_until, activity, group_id, limit_id, max_streams";

    private static final Logger LOG = LoggerFactory.getLogger(Rows.class);

    /// Characters of a reason (V3).
    private static final int REASON = 2000;

    private Rows() {}

    static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    /// A reason as it fits into its column.
    static String cut(String reason) {
        return reason.length() <= REASON ? reason : reason.substring(0, REASON);
    }

    /// As [#queuedTransfer], of a transfer that is from after any restore; null for a row that cannot be read.
    static @Nullable QueuedTransfer readable(ResultSet row) throws SQLException {
        return readable(row, RestoredMark.NEVER);
    }

    /// As [#queuedTransfer], null for a row that cannot be read.
    static @Nullable QueuedTransfer readable(ResultSet row, long restoredUpTo) throws SQLException {
        try {
            return queuedTransfer(row, restoredUpTo);
        } catch (IllegalArgumentException | NullPointerException unreadable) {
            LOG.warn("Transfer {} cannot be read: {}", row.getLong("id"), unreadable.getMessage());
            return null;
        }
    }

    /// What is known of a write that was not undone; the row says that there was one.
    static EarlierWrite earlier(ResultSet row) throws SQLException {
        return earlier(instant(row, "dirty_since"), instant(row, "dirty_until"), row.getLong("size_bytes"));
    }

    /// Evidence from columns; a clock that was set back does not make writing end before it began.
    static EarlierWrite earlier(@Nullable Instant since, @Nullable Instant until, long sizeBytes) {
        Instant from = since == null ? Instant.EPOCH : since;
        return new EarlierWrite(from, until != null && until.isBefore(from) ? from : until, Math.max(-1, sizeBytes));
    }

    /// @param restoredUpTo the last transfer that came back with a restore: whole files count as done up to it
    /// @throws IllegalArgumentException if it cannot be read
    static QueuedTransfer queuedTransfer(ResultSet row, long restoredUpTo) throws SQLException {
        long timeoutMs = row.getLong("timeout_ms");
        Duration timeout = row.wasNull() ? null : Duration.ofMillis(timeoutMs);
        TransferOptions options = new TransferOptions(
                row.getBoolean("overwrite") || (row.getBoolean("overwrite_on_retry") && row.getInt("retries") > 0),
                checksum(row.getString("checksum")),
                ChecksumMode.valueOf(row.getString("checksum_mode")),
                row.getInt("max_retries"),
                Duration.ofMillis(row.getLong("retry_delay_ms")),
                timeout,
                new TransferCredentials(
                        row.getString("source_token"),
                        row.getString("destination_token"),
                        instant(row, "credentials_end")),
                row.getBoolean("describe_existing"),
                row.getLong("id") <= restoredUpTo,
                null,
                maxStreams(row));
        Transfer transfer = new Transfer(
                TransferId.of(row.getLong("id")),
                PipeId.of(row.getString("pipe_id")),
                URI.create(row.getString("source")),
                URI.create(row.getString("destination")),
                row.getLong("size_bytes"),
                row.getInt("priority"),
                Set.of(),
                options);
        return new QueuedTransfer(
                transfer,
                row.getInt("attempts"),
                row.getInt("retries"),
                row.getBoolean("dirty") ? earlier(row) : null,
                row.getString("activity"),
                new GroupId(row.getLong("group_id")));
    }

    private static int maxStreams(ResultSet row) throws SQLException {
        int most = row.getInt("max_streams");
        return row.wasNull() ? TransferOptions.ANY_STREAMS : Math.max(1, most);
    }

    /// The checksum in `ALGORITHM:value`; null for a bare algorithm or a value that is none.
    private static @Nullable Checksum checksum(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || colon == text.length() - 1) {
            return null;
        }
        return new Checksum(text.substring(0, colon), text.substring(colon + 1));
    }
}
