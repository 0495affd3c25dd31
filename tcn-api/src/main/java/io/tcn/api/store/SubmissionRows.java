// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.Columnwise.Column;
import io.tcn.core.model.TransferId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rows of new jobs and of their transfers. However many jobs there are, they cost one statement each for
/// themselves and for up to 10,000 of their transfers; on PostgreSQL, where a statement is a journey, the first
/// transfers, the jobs and the question who leads are one.
final class SubmissionRows {
    private static final int ROWS_PER_STATEMENT = 10_000;

    /// A job with what is decided about it when it is stored.
    ///
    /// @param job as it was submitted
    /// @param at when
    /// @param group number of its group, 0 for none
    /// @param ids numbers of its transfers, in their order
    record Job(NewJob job, Instant at, long group, List<TransferId> ids) {
        Job {
            ids = List.copyOf(ids);
        }
    }

    private record Row(Job of, NewTransfer transfer, long id) {}

    private static final List<Column<Job>> JOB = List.of(
            new Column<>("id", "varchar", row -> row.job().id()),
            new Column<>("group_id", "bigint", Job::group),
            new Column<>("user_id", "varchar", row -> row.job().user().value()),
            new Column<>("user_dn", "varchar", row -> row.job().userDn()),
            new Column<>("credential_id", "varchar", row -> row.job().credentialId()),
            new Column<>("type", "varchar", row -> String.valueOf(row.job().type())),
            new Column<>("state", "varchar", _ -> "SUBMITTED"),
            new Column<>("submit_time", Columnwise.MOMENT, row -> Rows.timestamp(row.at())),
            new Column<>(
                    "expire_time", Columnwise.MOMENT, row -> timestamp(row.job().expires())),
            new Column<>("priority", "integer", row -> row.job().priority()),
            new Column<>("retry", "integer", row -> row.job().retry()),
            new Column<>("retry_delay", "integer", row -> row.job().retryDelaySeconds()),
            new Column<>("metadata", "varchar", row -> row.job().metadata()),
            shown("overwrite_flag", shown -> Objects.toString(shown.overwriteFlag(), null)),
            shown("verify_checksum", shown -> String.valueOf(shown.verifyChecksum())),
            shown("source_se", NewJob.Shown::sourceSe),
            shown("dest_se", NewJob.Shown::destinationSe),
            shown("source_space", NewJob.Shown::sourceSpace),
            shown("destination_space", NewJob.Shown::destinationSpace),
            shown("internal_params", NewJob.Shown::internalParams),
            new Column<>("dst_file_report", "boolean", row -> row.job().shown().destinationReport()),
            new Column<>("total", "integer", row -> row.job().transfers().size()),
            new Column<>("cancel_requested", "boolean", _ -> false),
            new Column<>("started", "boolean", _ -> false),
            new Column<>("finished", "integer", _ -> 0),
            new Column<>("failed", "integer", _ -> 0),
            new Column<>("canceled", "integer", _ -> 0));

    private static final List<Column<Row>> TRANSFER = List.of(
            new Column<>("id", "bigint", Row::id),
            new Column<>("job_id", "varchar", row -> row.of().job().id()),
            new Column<>("group_id", "bigint", row -> row.of().group()),
            column(
                    "credentials_end",
                    Columnwise.MOMENT,
                    transfer -> timestamp(transfer.credentials().ends())),
            new Column<>("limit_id", "bigint", row -> row.of().job().limitNumber()),
            column("file_index", "integer", NewTransfer::fileIndex),
            column("pipe_id", "varchar", transfer -> transfer.pipe().value()),
            column("source", "varchar", NewTransfer::source),
            column("destination", "varchar", NewTransfer::destination),
            column("state", "varchar", transfer -> transfer.firstState().name()),
            column("priority", "integer", NewTransfer::priority),
            column("user_size", "bigint", NewTransfer::sizeBytes),
            column("size_bytes", "bigint", NewTransfer::sizeBytes),
            column("checksum", "varchar", NewTransfer::checksum),
            column(
                    "checksum_mode",
                    "varchar",
                    transfer -> transfer.checksumMode().name()),
            column("overwrite", "boolean", transfer -> transfer.overwrite() == NewTransfer.Overwrite.ALWAYS),
            column(
                    "overwrite_on_retry",
                    "boolean",
                    transfer -> transfer.overwrite().isOnRetry()),
            column(
                    "describe_existing",
                    "boolean",
                    transfer -> transfer.overwrite().describes()),
            column("max_retries", "integer", NewTransfer::maxRetries),
            column("retry_delay_ms", "bigint", transfer -> transfer.retryDelay().toMillis()),
            column(
                    "timeout_ms",
                    "bigint",
                    transfer -> transfer.timeout() == null
                            ? null
                            : transfer.timeout().toMillis()),
            new Column<>("max_streams", "integer", row -> row.of().job().shown().maxStreams()),
            column("activity", "varchar", NewTransfer::activity),
            column("metadata", "varchar", NewTransfer::metadata),
            column("staging_metadata", "varchar", transfer -> transfer.shown().stagingMetadata()),
            column("archive_metadata", "varchar", transfer -> transfer.shown().archiveMetadata()),
            column("selection_strategy", "varchar", transfer -> transfer.shown().selectionStrategy()),
            column("scitag", "integer", transfer -> transfer.shown().scitag()),
            column("source_token", "varchar", transfer -> transfer.credentials().source()),
            column(
                    "destination_token",
                    "varchar",
                    transfer -> transfer.credentials().destination()),
            column("unreleased", "boolean", NewTransfer::waits),
            column("attempts", "integer", _ -> 0),
            column("retries", "integer", _ -> 0),
            column("dirty", "boolean", _ -> false));

    private static final String LEAD =
            "with lead as (select epoch from server_lead where part = 'OTHERS' and epoch = ? for share), new_job as (";

    private SubmissionRows() {}

    private static Column<Job> shown(String name, Function<NewJob.Shown, @Nullable Object> value) {
        return new Column<>(name, "varchar", row -> value.apply(row.job().shown()));
    }

    private static Column<Row> column(String name, String type, Function<NewTransfer, @Nullable Object> value) {
        return new Column<>(name, type, row -> value.apply(row.transfer()));
    }

    private static @Nullable Object timestamp(@Nullable Instant instant) {
        return instant == null ? null : Rows.timestamp(instant);
    }

    /// Writes them.
    ///
    /// @param host name of this server
    /// @param epoch that must still be the database's on PostgreSQL; there it stays so until the transaction ends
    /// @return whether it was; if not, nothing was written
    static boolean insert(Connection connection, List<Job> jobs, String host, long epoch) throws SQLException {
        List<Column<Job>> columns = new ArrayList<>(JOB);
        columns.add(new Column<>("submit_host", "varchar", _ -> host));
        var newJobs = new Columnwise<>(columns, jobs, "j");
        List<Row> rows = rows(jobs);
        List<Row> first = rows.subList(0, Math.min(rows.size(), ROWS_PER_STATEMENT));
        if (DatabaseProduct.POSTGRESQL.isBehind(connection)) {
            if (!insertWhileLeading(connection, newJobs, first, epoch)) {
                return false;
            }
        } else {
            insert(connection, newJobs, "job");
            insert(connection, new Columnwise<>(TRANSFER, first, "n"), "transfer");
        }
        for (int from = first.size(); from < rows.size(); from += ROWS_PER_STATEMENT) {
            List<Row> part = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_STATEMENT));
            insert(connection, new Columnwise<>(TRANSFER, part, "n"), "transfer");
        }
        return true;
    }

    private static List<Row> rows(List<Job> jobs) {
        List<Row> rows = new ArrayList<>();
        for (Job job : jobs) {
            List<NewTransfer> transfers = job.job().transfers();
            for (int i = 0; i < transfers.size(); i++) {
                rows.add(new Row(job, transfers.get(i), job.ids().get(i).value()));
            }
        }
        return rows;
    }

    private static boolean insertWhileLeading(
            Connection connection, Columnwise<Job> jobs, List<Row> transfers, long epoch) throws SQLException {
        var newTransfers = new Columnwise<>(TRANSFER, transfers, "n");
        String sql = LEAD + jobs.insertInto("job", "lead") + ") " + newTransfers.insertInto("transfer", "lead");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, epoch);
            newTransfers.bind(connection, statement, jobs.bind(connection, statement, 2));
            return statement.executeUpdate() == transfers.size();
        }
    }

    private static void insert(Connection connection, Columnwise<?> rows, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(rows.insertInto(table, ""))) {
            rows.bind(connection, statement, 1);
            statement.executeUpdate();
        }
    }
}
