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

    /// Reads [#COLUMNS], which come first in the row, in their order: by name each would be looked up for each row.
    static TransferView read(ResultSet row) throws SQLException {
        int column = 0;
        return new TransferView(
                row.getLong(++column),
                row.getString(++column),
                row.getInt(++column),
                row.getString(++column),
                new StorageUrl(row.getString(++column)),
                new StorageUrl(row.getString(++column)),
                TransferState.valueOf(row.getString(++column)),
                row.getInt(++column),
                row.getLong(++column),
                row.getLong(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                (Integer) row.getObject(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getBoolean(++column),
                Rows.instant(row, ++column),
                Rows.instant(row, ++column),
                (Boolean) row.getObject(++column),
                row.getString(++column));
    }
}
