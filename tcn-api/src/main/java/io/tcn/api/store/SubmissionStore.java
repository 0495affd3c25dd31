// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.WaitingTransfer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Stores new jobs, each whole or not at all; an answer means that it is durable.
@Repository
public class SubmissionStore {
    /// What is done at one time by one transaction, at most, if there are several jobs.
    private static final int FILES_TOGETHER = 2_000;

    /// Transactions under way at one time. More would share the same processors and disk, and fewer jobs a transaction.
    private static final int TRANSACTIONS = 2;

    /// As long as a connection is waited for.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final JdbcTemplate jdbc;
    private final DatabaseLead lead;
    private final SharedWork<SubmissionWriter.Submitted, List<TransferId>> submitting;

    SubmissionStore(JdbcTemplate jdbc, SubmissionWriter writer, DatabaseLead lead, TimeSource time) {
        this.jdbc = jdbc;
        this.lead = lead;
        this.submitting = new SharedWork<>(
                writer::store,
                submitted -> submitted.job().transfers().size(),
                SubmissionStore::mayBeOfOne,
                new SharedWork.Bounds(TRANSACTIONS, FILES_TOGETHER, PATIENCE),
                time);
    }

    /// Whether a failure may be one job's own, and then none of them was stored: a row that the database refuses, or a
    /// lock that another transaction holds. All others say something of the database or of this server, or leave
    /// unknown what was stored.
    private static boolean mayBeOfOne(RuntimeException failure) {
        return failure instanceof DataIntegrityViolationException
                || failure instanceof ConcurrencyFailureException
                || (failure instanceof DataAccessException refused && isTooLarge(refused));
    }

    /// Whether a row, or an entry of an index, is larger than the database can hold (SQLSTATE class 54).
    private static boolean isTooLarge(DataAccessException failure) {
        return failure.getMostSpecificCause() instanceof SQLException cause
                && String.valueOf(cause.getSQLState()).startsWith("54");
    }

    /// Whether a job of this id exists, in the archive too.
    @Transactional(value = StoreConfiguration.PLAIN, readOnly = true)
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

    /// Stores a job and its transfers. Jobs that come while others are being stored share the next transaction.
    ///
    /// @param host name of this server
    /// @return the numbers of the transfers, in the order of the job's list
    public List<TransferId> store(NewJob job, Instant now, String host) {
        return submitting.result(new SubmissionWriter.Submitted(job, now, host));
    }
}
