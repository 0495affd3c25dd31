// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.text.StorageUrl;
import io.tcn.core.model.TransferState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transfer as it is read; the components are the columns of `transfer`.
public record TransferView(
        long id,
        String jobId,
        int fileIndex,
        String pipeId,
        StorageUrl source,
        StorageUrl destination,
        TransferState state,
        int priority,
        long userSize,
        long sizeBytes,
        String checksum,
        @Nullable String verified,
        String activity,
        @Nullable String metadata,
        @Nullable String stagingMetadata,
        @Nullable String archiveMetadata,
        @Nullable String selectionStrategy,
        @Nullable Integer scitag,
        @Nullable String sourceToken,
        @Nullable String destinationToken,
        @Nullable String existing,
        int attempts,
        int retries,
        boolean unreleased,
        @Nullable Instant startTime,
        @Nullable Instant finishTime,
        @Nullable Boolean recoverable,
        @Nullable String reason) {
    static final String COLUMNS = "id, job_id, file_index, pipe_id, source, destination, state, priority, user_size,"
            + " size_bytes, checksum, verified, activity, metadata, staging_metadata,"
            + " archive_metadata, selection_strategy, scitag, source_token, destination_token, existing, attempts, retries, unreleased, start_time,"
            + " finish_time, recoverable, reason";

    static TransferView read(ResultSet row) throws SQLException {
        return new TransferView(
                row.getLong("id"),
                row.getString("job_id"),
                row.getInt("file_index"),
                row.getString("pipe_id"),
                new StorageUrl(row.getString("source")),
                new StorageUrl(row.getString("destination")),
                TransferState.valueOf(row.getString("state")),
                row.getInt("priority"),
                row.getLong("user_size"),
                row.getLong("size_bytes"),
                row.getString("checksum"),
                row.getString("verified"),
                row.getString("activity"),
                row.getString("metadata"),
                row.getString("staging_metadata"),
                row.getString("archive_metadata"),
                row.getString("selection_strategy"),
                (Integer) row.getObject("scitag"),
                row.getString("source_token"),
                row.getString("destination_token"),
                row.getString("existing"),
                row.getInt("attempts"),
                row.getInt("retries"),
                row.getBoolean("unreleased"),
                Rows.instant(row, "start_time"),
                Rows.instant(row, "finish_time"),
                (Boolean) row.getObject("recoverable"),
                row.getString("reason"));
    }
}
