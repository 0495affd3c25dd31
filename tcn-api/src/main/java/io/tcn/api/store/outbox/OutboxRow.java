// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.outbox;

import io.tcn.api.text.StorageUrl;
import io.tcn.core.model.TransferState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// A message that waits: what was so when it happened, and what never changes.
///
/// @param seq order of sending, unique in this database
/// @param transfer number of the transfer
/// @param kind which message
/// @param happened when
/// @param then what was so then
/// @param file what stays; null when the transfer is not in the store any more
public record OutboxRow(
        long seq,
        long transfer,
        MessageKind kind,
        Instant happened,
        Snapshot then,
        @Nullable FileFacts file) {
    /// What was so right after the change.
    ///
    /// @param state state of the transfer
    /// @param unreleased whether it never got to be queued because predecessors were not finished
    /// @param jobState FTS's state of its job
    /// @param attempt number of the attempt, from 1; 0 before the first
    /// @param retries attempts that count as retries
    /// @param sizeBytes size as far as known, -1 if not
    /// @param started when the attempt began to move bytes, null if it did not
    /// @param recoverable whether the error may go away by itself, null without error
    /// @param reason error in FTS's form, null without
    public record Snapshot(
            TransferState state,
            boolean unreleased,
            String jobState,
            int attempt,
            int retries,
            long sizeBytes,
            @Nullable Instant started,
            @Nullable Boolean recoverable,
            @Nullable String reason) {}

    /// What never changes of a transfer and its job.
    ///
    /// @param job its job
    /// @param index position in the job, from 0
    /// @param ends where it goes
    /// @param userSizeBytes size that the caller gave, -1 if none
    /// @param scitag number of the flow, 0 if none
    /// @param activity FTS's activity
    /// @param metadata the caller's JSON, null if none
    /// @param maxRetries retries that are allowed
    /// @param timeout limit of one attempt, null for the data plane's rule
    public record FileFacts(
            JobFacts job,
            int index,
            Ends ends,
            long userSizeBytes,
            int scitag,
            String activity,
            @Nullable String metadata,
            int maxRetries,
            @Nullable Duration timeout) {}

    /// What never changes of a job.
    ///
    /// @param type FTS's type
    /// @param metadata the caller's JSON, null if none
    /// @param user FTS's VO
    /// @param userDn who submitted it
    /// @param submitted when
    /// @param sourceSpace space token, null if none
    /// @param destinationSpace space token, null if none
    public record JobFacts(
            String id,
            char type,
            @Nullable String metadata,
            String user,
            String userDn,
            Instant submitted,
            @Nullable String sourceSpace,
            @Nullable String destinationSpace) {}

    /// Where a transfer goes.
    ///
    /// @param source where it is read
    /// @param destination where it is written
    /// @param finalDestination where the last hop of a multihop job is written; else the destination
    /// @param isLastHop whether it is the last hop of a multihop job
    public record Ends(StorageUrl source, StorageUrl destination, StorageUrl finalDestination, boolean isLastHop) {}

    /// Reads the next rows that can be sent; one argument, the limit. The last hop is looked for in multihop jobs only.
    static final String SELECT = "select o.seq, o.transfer_id, o.kind, o.happened, o.file_state, o.unreleased,"
            + " o.job_state, o.attempt, o.retries, o.size_bytes, o.started, o.recoverable, o.reason,"
            + " j.id as job_id, j.type as job_type, t.file_index, t.source, t.destination, l.id as last_id,"
            + " l.destination as last_destination, t.user_size, t.scitag, t.activity, t.metadata, j.metadata as job_metadata,"
            + " j.user_id, j.user_dn, j.submit_time, t.max_retries, t.timeout_ms, j.source_space, j.destination_space"
            + " from (select * from outbox where dead_since is null order by seq limit ?) o"
            + " left join transfer t on t.id = o.transfer_id"
            + " left join job j on j.id = t.job_id"
            + " left join transfer l on j.type = 'H' and l.job_id = j.id and l.file_index = j.total - 1"
            + " order by o.seq";

    static OutboxRow read(ResultSet row) throws SQLException {
        return new OutboxRow(
                row.getLong("seq"),
                row.getLong("transfer_id"),
                MessageKind.valueOf(row.getString("kind")),
                known(row, "happened"),
                new Snapshot(
                        TransferState.valueOf(row.getString("file_state")),
                        row.getBoolean("unreleased"),
                        row.getString("job_state"),
                        row.getInt("attempt"),
                        row.getInt("retries"),
                        row.getLong("size_bytes"),
                        instant(row, "started"),
                        (Boolean) row.getObject("recoverable"),
                        row.getString("reason")),
                row.getString("job_id") == null ? null : file(row));
    }

    private static FileFacts file(ResultSet row) throws SQLException {
        long timeoutMs = row.getLong("timeout_ms");
        Duration timeout = row.wasNull() ? null : Duration.ofMillis(timeoutMs);
        String destination = row.getString("destination");
        String last = row.getString("last_destination");
        JobFacts job = new JobFacts(
                row.getString("job_id"),
                row.getString("job_type").charAt(0),
                row.getString("job_metadata"),
                row.getString("user_id"),
                row.getString("user_dn"),
                known(row, "submit_time"),
                row.getString("source_space"),
                row.getString("destination_space"));
        Ends ends = new Ends(
                new StorageUrl(row.getString("source")),
                new StorageUrl(destination),
                new StorageUrl(last == null ? destination : last),
                row.getLong("last_id") == row.getLong("transfer_id"));
        return new FileFacts(
                job,
                row.getInt("file_index"),
                ends,
                row.getLong("user_size"),
                row.getInt("scitag"),
                row.getString("activity"),
                row.getString("metadata"),
                row.getInt("max_retries"),
                timeout);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    private static Instant known(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
