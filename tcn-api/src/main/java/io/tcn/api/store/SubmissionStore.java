// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.WaitingTransfer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Stores new jobs, each whole or not at all. A job costs two statements, one for itself and one for up to
/// 10,000 of its transfers, whose columns travel as arrays; numbers are taken in blocks.
@Repository
public class SubmissionStore {
    private static final int ROWS_PER_STATEMENT = 10_000;

    private static final String INSERT_JOB =
            "insert into job (id, group_id, user_id, user_dn, credential_id, type, state,"
                    + " submit_time, expire_time, priority, retry, retry_delay, metadata, overwrite_flag, verify_checksum,"
                    + " source_se, dest_se, source_space, destination_space, internal_params, dst_file_report, submit_host,"
                    + " cancel_requested, total, started, finished, failed, canceled) values (?, ?, ?, ?, ?, ?, 'SUBMITTED', ?, ?,"
                    + " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, false, ?, false, 0, 0, 0)";

    /// A column of new transfers: its name, its type in SQL, and how its value is found.
    private record Column(String name, String type, Function<NewTransfer, @Nullable Object> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("file_index", "integer", NewTransfer::fileIndex),
            new Column("pipe_id", "varchar", transfer -> transfer.pipe().value()),
            new Column("source", "varchar", NewTransfer::source),
            new Column("destination", "varchar", NewTransfer::destination),
            new Column("state", "varchar", transfer -> transfer.firstState().name()),
            new Column("priority", "integer", NewTransfer::priority),
            new Column("user_size", "bigint", NewTransfer::sizeBytes),
            new Column("size_bytes", "bigint", NewTransfer::sizeBytes),
            new Column("checksum", "varchar", NewTransfer::checksum),
            new Column(
                    "checksum_mode",
                    "varchar",
                    transfer -> transfer.checksumMode().name()),
            new Column("overwrite", "boolean", transfer -> transfer.overwrite() == NewTransfer.Overwrite.ALWAYS),
            new Column(
                    "overwrite_on_retry",
                    "boolean",
                    transfer -> transfer.overwrite() == NewTransfer.Overwrite.ON_RETRY),
            new Column(
                    "describe_existing",
                    "boolean",
                    transfer -> transfer.overwrite() == NewTransfer.Overwrite.NEVER_BUT_DESCRIBE),
            new Column("max_retries", "integer", NewTransfer::maxRetries),
            new Column(
                    "retry_delay_ms",
                    "bigint",
                    transfer -> transfer.retryDelay().toMillis()),
            new Column(
                    "timeout_ms",
                    "bigint",
                    transfer -> transfer.timeout() == null
                            ? null
                            : transfer.timeout().toMillis()),
            new Column("activity", "varchar", NewTransfer::activity),
            new Column("metadata", "varchar", NewTransfer::metadata),
            new Column(
                    "staging_metadata", "varchar", transfer -> transfer.shown().stagingMetadata()),
            new Column(
                    "archive_metadata", "varchar", transfer -> transfer.shown().archiveMetadata()),
            new Column(
                    "selection_strategy",
                    "varchar",
                    transfer -> transfer.shown().selectionStrategy()),
            new Column("scitag", "integer", transfer -> transfer.shown().scitag()),
            new Column(
                    "source_token",
                    "varchar",
                    transfer -> transfer.credentials().source()),
            new Column(
                    "destination_token",
                    "varchar",
                    transfer -> transfer.credentials().destination()),
            new Column("unreleased", "boolean", NewTransfer::waits));

    private final JdbcTemplate jdbc;
    private final TransferNumbers numbers;
    private final Journals journals;
    private final GroupStore groups;
    private final DatabaseLead lead;

    SubmissionStore(
            JdbcTemplate jdbc, TransferNumbers numbers, Journals journals, GroupStore groups, DatabaseLead lead) {
        this.groups = groups;
        this.lead = lead;
        this.jdbc = jdbc;
        this.numbers = numbers;
        this.journals = journals;
    }

    /// Whether a job of this id exists, in the archive too.
    @Transactional(readOnly = true)
    public boolean exists(String jobId) {
        return !jdbc.queryForList(
                        "select 1 from job where id = ? union all select 1 from archived_job where id = ?",
                        Integer.class,
                        jobId,
                        jobId)
                .isEmpty();
    }

    /// Whether a job was refused because another transfer has one of its destinations.
    public boolean isDuplicateDestination(DataIntegrityViolationException violation) {
        return DestinationClaims.isCauseOf(violation);
    }

    /// Whether a job was refused only because another submission made its group at the same moment.
    public boolean isWorthAnotherTry(DataIntegrityViolationException violation) {
        return GroupStore.isNameTaken(violation);
    }

    /// Who may touch a stored transfer.
    ///
    /// @param user whose it is
    /// @param userDn who submitted it
    /// @param credentialId delegation id at the submission
    public record Owner(UserId user, String userDn, String credentialId) {}

    /// The owners of some stored transfers; unknown ones are missing in the answer.
    @Transactional(readOnly = true)
    public Map<TransferId, Owner> ownersOf(Collection<TransferId> transfers) {
        Map<TransferId, Owner> owners = new HashMap<>();
        InQuery.run(
                jdbc,
                "select t.id, j.user_id, j.user_dn, j.credential_id from transfer t join job j on j.id = t.job_id"
                        + " where t.id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                row -> {
                    owners.put(
                            TransferId.of(row.getLong("id")),
                            new Owner(
                                    UserId.of(row.getString("user_id")),
                                    row.getString("user_dn"),
                                    row.getString("credential_id")));
                });
        return owners;
    }

    /// What is stored of a job, for the dispatch loop.
    ///
    /// @param transfers in the order of their numbers
    /// @param queued QUEUED ones per pipe
    /// @param waiting those that wait for predecessors
    public record Stored(List<TransferId> transfers, Map<PipeId, Integer> queued, List<WaitingTransfer> waiting) {
        public Stored {
            transfers = List.copyOf(transfers);
            queued = new TreeMap<>(queued);
            waiting = List.copyOf(waiting);
        }
    }

    /// Whether a job was stored by the transaction that stored it at this moment, of which no answer came.
    ///
    /// @param now the moment that the transaction was given
    @Transactional
    public Optional<Stored> stored(String jobId, Instant now) {
        lead.awaitOthers();
        boolean isOurs = jdbc
                .query(
                        "select submit_time from job where id = ?",
                        (row, number) -> Objects.requireNonNull(Rows.instant(row, "submit_time")),
                        jobId)
                .stream()
                .anyMatch(now.truncatedTo(ChronoUnit.MICROS)::equals);
        if (!isOurs) {
            return Optional.empty();
        }
        List<TransferId> transfers = new ArrayList<>();
        Map<PipeId, Integer> queued = new TreeMap<>();
        Map<TransferId, PipeId> waiting = new TreeMap<>();
        jdbc.query(
                "select id, pipe_id, state from transfer where job_id = ? order by job_id, id",
                row -> {
                    TransferId transfer = TransferId.of(row.getLong("id"));
                    PipeId pipe = PipeId.of(row.getString("pipe_id"));
                    transfers.add(transfer);
                    switch (TransferState.valueOf(row.getString("state"))) {
                        case QUEUED -> queued.merge(pipe, 1, Integer::sum);
                        case WAITING -> waiting.put(transfer, pipe);
                        case CLAIMED, ACTIVE, FINISHED, FAILED, CANCELED -> {
                            // Somebody has seen to it already.
                        }
                    }
                },
                jobId);
        Map<TransferId, Set<TransferId>> after = new TreeMap<>();
        InQuery.run(
                jdbc,
                "select transfer_id, after_id from transfer_after where transfer_id in",
                waiting.keySet().stream().map(TransferId::value).toList(),
                "",
                row -> {
                    after.computeIfAbsent(TransferId.of(row.getLong("transfer_id")), none -> new TreeSet<>())
                            .add(TransferId.of(row.getLong("after_id")));
                });
        List<WaitingTransfer> forOthers = new ArrayList<>();
        after.forEach((transfer, ahead) ->
                forOthers.add(new WaitingTransfer(transfer, Objects.requireNonNull(waiting.get(transfer)), ahead)));
        return Optional.of(new Stored(transfers, queued, forOthers));
    }

    /// Stores a job and its transfers.
    ///
    /// @param host name of this server
    /// @return the numbers of the transfers, in the order of the job's list
    @Transactional
    public List<TransferId> store(NewJob job, Instant now, String host) {
        lead.check();
        long group = job.group() == null ? GroupId.NONE.value() : groups.idOf(job.user(), job.group(), now);
        insert(job, group, now, host);
        long[] ids = numbers.take(job.transfers().size());
        for (int from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
            insert(job, group, ids, from, Math.min(ids.length, from + ROWS_PER_STATEMENT));
        }
        insertDependencies(job.transfers(), ids);
        if (group != GroupId.NONE.value()) {
            groups.count(job.id());
        }
        journals.record(() -> submitted(job, ids, now));
        return Arrays.stream(ids).mapToObj(TransferId::of).toList();
    }

    private void insert(NewJob job, long group, Instant now, String host) {
        NewJob.Shown shown = job.shown();
        jdbc.update(
                INSERT_JOB,
                job.id(),
                group,
                job.user().value(),
                job.userDn(),
                job.credentialId(),
                String.valueOf(job.type()),
                Rows.timestamp(now),
                job.expires() == null ? null : Rows.timestamp(job.expires()),
                job.priority(),
                job.retry(),
                job.retryDelaySeconds(),
                job.metadata(),
                shown.overwriteFlag() == null ? null : shown.overwriteFlag().toString(),
                String.valueOf(shown.verifyChecksum()),
                shown.sourceSe(),
                shown.destinationSe(),
                shown.sourceSpace(),
                shown.destinationSpace(),
                shown.internalParams(),
                shown.destinationReport(),
                host,
                job.transfers().size());
    }

    private void insert(NewJob job, long group, long[] ids, int from, int to) {
        List<NewTransfer> transfers = job.transfers().subList(from, to);
        List<Given> given = COLUMNS.stream()
                .map(column -> Given.of(column, transfers))
                .filter(Given::isPresent)
                .toList();
        jdbc.execute((Connection connection) -> {
            try (PreparedStatement statement = connection.prepareStatement(sql(given))) {
                int parameter = 1;
                statement.setString(parameter++, job.id());
                statement.setLong(parameter++, group);
                statement.setObject(parameter++, credentialsEnd(transfers));
                for (Given column : given) {
                    if (!column.differs) {
                        statement.setObject(parameter++, column.values[0]);
                    }
                }
                Object[] numbersOfThese = Arrays.stream(ids, from, to).boxed().toArray();
                statement.setArray(parameter++, connection.createArrayOf("bigint", numbersOfThese));
                for (Given column : given) {
                    if (column.differs) {
                        statement.setArray(parameter++, connection.createArrayOf(column.column.type(), column.values));
                    }
                }
                return statement.executeUpdate();
            }
        });
    }

    /// The values of a column in one statement: an array where they differ, else the one that every row has.
    private static final class Given {
        private final Column column;
        private final @Nullable Object[] values;
        private final boolean differs;

        private Given(Column column, @Nullable Object[] values, boolean differs) {
            this.column = column;
            this.values = values;
            this.differs = differs;
        }

        static Given of(Column column, List<NewTransfer> transfers) {
            @Nullable Object[] values = new @Nullable Object[transfers.size()];
            boolean differs = false;
            for (int i = 0; i < values.length; i++) {
                values[i] = column.value().apply(transfers.get(i));
                differs = differs || !Objects.equals(values[i], values[0]);
            }
            return new Given(column, values, differs);
        }

        boolean isPresent() {
            return differs || values[0] != null;
        }
    }

    /// Credentials of one submission are taken to end together, with the first.
    private static @Nullable Object credentialsEnd(List<NewTransfer> transfers) {
        return transfers.stream()
                .map(NewTransfer::credentials)
                .map(TransferCredentials::ends)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .map(Rows::timestamp)
                .orElse(null);
    }

    /// Constants of a job come as they are, what differs from transfer to transfer as an array per column. Both
    /// databases understand it.
    private static String sql(List<Given> columns) {
        StringBuilder names = new StringBuilder("job_id, group_id, credentials_end");
        StringBuilder values =
                new StringBuilder("cast(? as varchar), cast(? as bigint), cast(? as timestamp(6) with time zone)");
        StringBuilder arrays = new StringBuilder("cast(? as bigint array)");
        StringBuilder aliases = new StringBuilder("id");
        for (Given given : columns) {
            Column column = given.column;
            if (!given.differs) {
                names.append(", ").append(column.name());
                values.append(", cast(? as ").append(column.type()).append(')');
            }
        }
        names.append(", attempts, retries, dirty, id");
        values.append(", 0, 0, false, n.id");
        for (Given given : columns) {
            Column column = given.column;
            if (given.differs) {
                names.append(", ").append(column.name());
                values.append(", n.").append(column.name());
                arrays.append(", cast(? as ").append(column.type()).append(" array)");
                aliases.append(", ").append(column.name());
            }
        }
        return "insert into transfer (" + names + ") select " + values + " from unnest(" + arrays + ") as n (" + aliases
                + ")";
    }

    private void insertDependencies(List<NewTransfer> transfers, long[] ids) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            for (int predecessor : transfers.get(i).afterInBatch()) {
                rows.add(new Object[] {ids[i], ids[predecessor]});
            }
            for (TransferId predecessor : transfers.get(i).afterExisting()) {
                rows.add(new Object[] {ids[i], predecessor.value()});
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate("insert into transfer_after (transfer_id, after_id) values (?, ?)", rows);
        }
    }

    private static List<StateChange> submitted(NewJob job, long[] ids, Instant now) {
        List<StateChange> changes = new ArrayList<>(ids.length);
        for (int i = 0; i < ids.length; i++) {
            changes.add(new StateChange(
                    TransferId.of(ids[i]), job.transfers().get(i).firstState(), now, null, StateChange.Kind.SUBMITTED));
        }
        return changes;
    }
}
