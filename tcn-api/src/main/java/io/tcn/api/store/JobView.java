// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
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

    static JobView read(ResultSet row) throws SQLException {
        Instant submitted = Rows.instant(row, "submit_time");
        return new JobView(
                row.getString("id"),
                row.getString("user_id"),
                row.getString("user_dn"),
                row.getString("credential_id"),
                row.getString("type"),
                row.getString("state"),
                submitted == null ? Instant.EPOCH : submitted,
                Rows.instant(row, "finish_time"),
                Rows.instant(row, "expire_time"),
                row.getString("reason"),
                row.getInt("priority"),
                row.getInt("retry"),
                row.getInt("retry_delay"),
                row.getString("metadata"),
                row.getString("overwrite_flag"),
                row.getString("verify_checksum"),
                row.getString("source_se"),
                row.getString("dest_se"),
                row.getString("source_space"),
                row.getString("destination_space"),
                row.getString("internal_params"),
                row.getInt("copy_pin_lifetime"),
                row.getInt("bring_online"),
                row.getInt("archive_timeout"),
                row.getBoolean("dst_file_report"),
                row.getString("submit_host"),
                row.getBoolean("cancel_requested"),
                row.getInt("total"),
                row.getInt("finished"),
                row.getInt("failed"),
                row.getInt("canceled"));
    }
}
