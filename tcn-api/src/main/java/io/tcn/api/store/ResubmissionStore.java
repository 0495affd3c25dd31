// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.store.answered.Answered;
import io.tcn.api.store.answered.AnsweredRequests;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.WaitingTransfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Makes a new job of what another did not finish. Of a multihop job only the hops that did not
/// finish are done again, because copies between them stay; of a job with replicas all sources are candidates
/// again.
@Repository
public class ResubmissionStore {
    private static final String KEPT_OF_JOB = "user_id, user_dn, credential_id, type, priority, retry, retry_delay,"
            + " metadata, overwrite_flag, verify_checksum, source_se, dest_se, source_space, destination_space,"
            + " internal_params, group_id, copy_pin_lifetime, bring_online, archive_timeout, dst_file_report";
    private static final String KEPT_OF_TRANSFER = "file_index, pipe_id, source, destination, priority, user_size,"
            + " checksum, checksum_mode, overwrite, overwrite_on_retry, describe_existing, max_retries,"
            + " retry_delay_ms, timeout_ms, max_streams, activity, metadata, staging_metadata, archive_metadata,"
            + " selection_strategy, scitag, group_id, limit_id, source_token, destination_token, credentials_end";

    private final JdbcTemplate jdbc;
    private final TransferNumbers numbers;
    private final Journals journals;
    private final GroupStore groups;
    private final QueueReader queues;
    private final DatabaseLead lead;
    private final AnsweredRequests requests;

    ResubmissionStore(
            JdbcTemplate jdbc,
            TransferNumbers numbers,
            Journals journals,
            GroupStore groups,
            QueueReader queues,
            DatabaseLead lead,
            AnsweredRequests requests) {
        this.requests = requests;
        this.queues = queues;
        this.groups = groups;
        this.lead = lead;
        this.jdbc = jdbc;
        this.numbers = numbers;
        this.journals = journals;
    }

    /// What was stored.
    ///
    /// @param transfers number of transfers
    /// @param queued QUEUED ones per pipe
    /// @param waiting those that wait for predecessors
    public record Resubmitted(int transfers, Map<PipeId, Integer> queued, List<WaitingTransfer> waiting) {
        public Resubmitted {
            queued = new TreeMap<>(queued);
            waiting = List.copyOf(waiting);
        }
    }

    /// A transfer would wait for one of another job that has ended and not finished: it would be given up at
    /// once.
    public static final class NeverFinishesException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final long predecessor;

        NeverFinishesException(long predecessor) {
            super("transfer " + predecessor + ", which others wait for, has ended and not finished");
            this.predecessor = predecessor;
        }

        /// The transfer that it would wait for.
        public TransferId predecessor() {
            return TransferId.of(predecessor);
        }
    }

    private record Row(long id, PipeId pipe) {}

    /// Stores the new job.
    ///
    /// @param job a job that is over
    /// @param newId id of the new one
    /// @param host name of this server
    /// @param answered what is remembered with it; null if nothing is
    /// @return empty of transfers if nothing was left to do, or if the job is being removed; then nothing is stored
    /// @throws NeverFinishesException if a transfer of another job that is waited for has failed or was cancelled
    @Transactional
    public Resubmitted resubmit(JobView job, String newId, Instant now, String host, @Nullable Answered answered) {
        lead.check();
        if (!isThere(job.id())) {
            return new Resubmitted(0, Map.of(), List.of());
        }
        boolean whole = job.type().equals("R");
        List<Row> rows = jdbc.query(
                "select id, pipe_id from transfer where job_id = ?" + (whole ? "" : " and state <> 'FINISHED'")
                        + " order by id",
                (row, number) -> new Row(row.getLong("id"), PipeId.of(row.getString("pipe_id"))),
                job.id());
        if (rows.isEmpty()) {
            return new Resubmitted(0, Map.of(), List.of());
        }
        jdbc.update(
                "insert into job (id, state, submit_time, submit_host, cancel_requested, total, started, finished,"
                        + " failed, canceled, " + KEPT_OF_JOB
                        + ") select ?, 'SUBMITTED', ?, ?, false, ?, false, 0, 0, 0, "
                        + KEPT_OF_JOB + " from job where id = ?",
                newId,
                Rows.timestamp(now),
                host,
                rows.size(),
                job.id());
        requests.add(answered, now);
        long[] ids = numbers.take(rows.size());
        Map<Long, Long> newIds = new LinkedHashMap<>();
        for (int i = 0; i < ids.length; i++) {
            newIds.put(rows.get(i).id(), ids[i]);
        }
        Map<Long, Set<Long>> after = predecessors(newIds);
        boolean spares = job.type().equals("R");
        List<Object[]> inserts = new ArrayList<>();
        Map<PipeId, Integer> queued = new TreeMap<>();
        List<WaitingTransfer> waiting = new ArrayList<>();
        List<StateChange> changes = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            Set<Long> predecessors = after.getOrDefault(ids[i], Set.of());
            boolean waits = !predecessors.isEmpty() || (spares && i > 0);
            TransferState state = waits ? TransferState.WAITING : TransferState.QUEUED;
            inserts.add(new Object[] {
                ids[i], newId, state.name(), waits, rows.get(i).id()
            });
            changes.add(new StateChange(TransferId.of(ids[i]), state, now, null, StateChange.Kind.SUBMITTED));
            if (!waits) {
                queued.merge(rows.get(i).pipe(), 1, Integer::sum);
            } else if (!predecessors.isEmpty()) {
                Set<TransferId> ahead = new TreeSet<>();
                predecessors.forEach(predecessor -> ahead.add(TransferId.of(predecessor)));
                waiting.add(
                        new WaitingTransfer(TransferId.of(ids[i]), rows.get(i).pipe(), ahead));
            }
        }
        jdbc.batchUpdate(
                "insert into transfer (id, job_id, state, unreleased, size_bytes, attempts, retries, dirty, "
                        + KEPT_OF_TRANSFER + ") select cast(? as bigint), cast(? as varchar), cast(? as varchar),"
                        + " cast(? as boolean), user_size, 0, 0, false, " + KEPT_OF_TRANSFER
                        + " from transfer where id = ?",
                inserts);
        List<Object[]> edges = new ArrayList<>();
        after.forEach((transfer, predecessors) ->
                predecessors.forEach(predecessor -> edges.add(new Object[] {transfer, predecessor})));
        if (!edges.isEmpty()) {
            jdbc.batchUpdate("insert into transfer_after (transfer_id, after_id) values (?, ?)", edges);
        }
        // Rates are kept as long as their job.
        jdbc.update(
                "update transfer_limit set job_id = ?, subject = ? where job_id <> '' and id in (select limit_id from"
                        + " transfer where job_id = ? and limit_id > 0)",
                newId,
                "job " + newId,
                newId);
        groups.count(newId);
        journals.record(() -> changes);
        return new Resubmitted(ids.length, queued, waiting);
    }

    /// Whether a job is there with all its transfers; they stay until the transaction ends ([RetentionStore]).
    private boolean isThere(String job) {
        List<Integer> total = jdbc.queryForList("select total from job where id = ? for update", Integer.class, job);
        return !total.isEmpty()
                && total.equals(
                        jdbc.queryForList("select count(*) from transfer where job_id = ?", Integer.class, job));
    }

    /// Who waits for whom: for new ones, and for those of other jobs that are still open. Predecessors of the
    /// same job that are not done again have finished.
    private Map<Long, Set<Long>> predecessors(Map<Long, Long> newIds) {
        Map<Long, Set<Long>> after = new TreeMap<>();
        Map<Long, Set<Long>> ofOthers = new TreeMap<>();
        InQuery.run(
                jdbc,
                "select transfer_id, after_id from transfer_after where transfer_id in",
                newIds.keySet(),
                "",
                row -> {
                    Long predecessor = newIds.get(row.getLong("after_id"));
                    Long transfer = newIds.get(row.getLong("transfer_id"));
                    if (predecessor != null && transfer != null) {
                        after.computeIfAbsent(transfer, key -> new TreeSet<>()).add(predecessor);
                    } else if (transfer != null) {
                        ofOthers.computeIfAbsent(row.getLong("after_id"), key -> new TreeSet<>())
                                .add(transfer);
                    }
                });
        Map<TransferId, TransferState> states =
                queues.states(ofOthers.keySet().stream().map(TransferId::of).toList());
        ofOthers.forEach((predecessor, transfers) -> {
            TransferState state = states.get(TransferId.of(predecessor));
            if (state == null || state == TransferState.FINISHED) {
                return;
            }
            if (state.isTerminal()) {
                throw new NeverFinishesException(predecessor);
            }
            transfers.forEach(transfer ->
                    after.computeIfAbsent(transfer, key -> new TreeSet<>()).add(predecessor));
        });
        return after;
    }
}
