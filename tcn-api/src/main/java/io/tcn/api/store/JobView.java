// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A job as it is read; the components are the columns of `job`.
public record JobView(
        String id,
        String userId,
        String userDn,
        String credentialId,
        String type,
        String state,
        Instant submitTime,
        @Nullable Instant finishTime,
        @Nullable Instant expireTime,
        @Nullable String reason,
        int priority,
        int retry,
        int retryDelay,
        @Nullable String metadata,
        @Nullable String overwriteFlag,
        String verifyChecksum,
        @Nullable String sourceSe,
        @Nullable String destSe,
        @Nullable String sourceSpace,
        @Nullable String destinationSpace,
        @Nullable String internalParams,
        int copyPinLifetime,
        int bringOnline,
        int archiveTimeout,
        boolean destinationReport,
        String submitHost,
        boolean cancelRequested,
        int total,
        int finished,
        int failed,
        int canceled) {
    static final String COLUMNS = "id, user_id, user_dn, credential_id, type, state, submit_time, finish_time,"
            + " expire_time, reason, priority, retry, retry_delay, metadata, overwrite_flag, verify_checksum,"
            + " source_se, dest_se, source_space, destination_space, internal_params, copy_pin_lifetime,"
            + " bring_online, archive_timeout, dst_file_report, submit_host, cancel_requested,"
            + " total, finished, failed, canceled";

    /// Whether nothing changes any more.
    public boolean isTerminal() {
        return finishTime != null;
    }

    /// Reads [#COLUMNS], which come first in the row, in their order: by name each would be looked up for each row.
    static JobView read(ResultSet row) throws SQLException {
        int column = 0;
        return new JobView(
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                Objects.requireNonNullElse(Rows.instant(row, ++column), Instant.EPOCH),
                Rows.instant(row, ++column),
                Rows.instant(row, ++column),
                row.getString(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getString(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getBoolean(++column),
                row.getString(++column),
                row.getBoolean(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getInt(++column),
                row.getInt(++column));
    }
}
