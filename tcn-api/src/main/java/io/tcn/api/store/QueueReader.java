// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What the dispatch loop asks the store for.
@Repository
class QueueReader {
    private final JdbcTemplate jdbc;

    QueueReader(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional(readOnly = true)
    public List<QueuedTransfer> queued(PipeId pipe, int limit, Instant now) {
        List<QueuedTransfer> found = jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + " from transfer where pipe_id = ? and state = 'QUEUED'"
                        + " and (not_before is null or not_before <= ?) order by pipe_id, state, priority desc, id"
                        // In the order of the index, so that only what is asked for is read.
                        + " limit ?",
                (row, number) -> Rows.queuedTransfer(row),
                pipe.value(),
                Rows.timestamp(now),
                limit);
        return withPredecessors(found);
    }

    /// As [#queued], for a user whose activities have shares. One pass over the pipe's queue, as there.
    @Transactional(readOnly = true)
    public List<QueuedTransfer> queuedInTurn(PipeId pipe, int limit, Instant now, ActivityWeights weights) {
        List<String> named = List.copyOf(weights.weights().keySet());
        String marks = "?, ".repeat(named.size() - 1) + "?";
        List<Object> arguments = new ArrayList<>(named);
        arguments.add(pipe.value());
        arguments.add(Rows.timestamp(now));
        StringBuilder weight = new StringBuilder("case activity_class");
        for (String activity : named) {
            weight.append(" when ? then cast(? as double precision)");
            arguments.add(activity);
            arguments.add(weights.weightOf(activity));
        }
        weight.append(" else cast(1 as double precision) end");
        arguments.add(limit);
        List<QueuedTransfer> found = jdbc.query(
                "select " + Rows.QUEUED_COLUMNS + " from (select " + Rows.QUEUED_COLUMNS + ", activity_class,"
                        + " row_number() over (partition by priority, activity_class order by id) as turn from (select "
                        + Rows.QUEUED_COLUMNS + ", case when activity in (" + marks + ") then activity else '"
                        + QueuedTransfer.DEFAULT_ACTIVITY + "' end as activity_class from transfer"
                        + " where pipe_id = ? and state = 'QUEUED' and (not_before is null or not_before <= ?))"
                        + " as queued) as numbered order by priority desc, turn / " + weight + ", id limit ?",
                (row, number) -> Rows.queuedTransfer(row),
                arguments.toArray());
        return withPredecessors(found);
    }

    /// Those of some transfers that are QUEUED, retry delays or not.
    @Transactional(readOnly = true)
    public List<QueuedTransfer> queuedOf(Collection<TransferId> transfers) {
        List<QueuedTransfer> found = new ArrayList<>();
        InQuery.run(
                jdbc,
                "select " + Rows.QUEUED_COLUMNS + " from transfer where state = 'QUEUED' and id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                row -> {
                    found.add(Rows.queuedTransfer(row));
                });
        return withPredecessors(found);
    }

    private List<QueuedTransfer> withPredecessors(List<QueuedTransfer> found) {
        Map<Long, Set<TransferId>> after = new HashMap<>();
        InQuery.run(
                jdbc,
                "select transfer_id, after_id from transfer_after where transfer_id in",
                found.stream().map(queued -> queued.transfer().id().value()).toList(),
                "",
                row -> {
                    after.computeIfAbsent(row.getLong("transfer_id"), key -> new LinkedHashSet<>())
                            .add(TransferId.of(row.getLong("after_id")));
                });
        return after.isEmpty()
                ? found
                : found.stream()
                        .map(queued -> withAfter(
                                queued, after.get(queued.transfer().id().value())))
                        .toList();
    }

    private static QueuedTransfer withAfter(QueuedTransfer queued, @Nullable Set<TransferId> after) {
        if (after == null) {
            return queued;
        }
        Transfer bare = queued.transfer();
        return new QueuedTransfer(
                new Transfer(
                        bare.id(),
                        bare.pipe(),
                        bare.source(),
                        bare.destination(),
                        bare.sizeBytes(),
                        bare.priority(),
                        after,
                        bare.options()),
                queued.attempts(),
                queued.retries(),
                queued.destinationMayBeOurs(),
                queued.activity());
    }

    @Transactional(readOnly = true)
    public Map<TransferId, TransferState> states(Collection<TransferId> transfers) {
        Map<TransferId, TransferState> states = new HashMap<>();
        InQuery.run(
                jdbc,
                "select id, state from transfer where id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                row -> {
                    states.put(TransferId.of(row.getLong("id")), TransferState.valueOf(row.getString("state")));
                });
        return states;
    }

    /// Number of QUEUED transfers per pipe.
    @Transactional(readOnly = true)
    public Map<PipeId, Integer> queuedCounts() {
        Map<PipeId, Integer> counts = new TreeMap<>();
        jdbc.query(
                "select pipe_id, count(*) as waiting from transfer where state = 'QUEUED'"
                        + " and pipe_id in (select id from pipe) group by pipe_id",
                row -> {
                    counts.put(PipeId.of(row.getString("pipe_id")), row.getInt("waiting"));
                });
        return counts;
    }

    /// All WAITING transfers with their predecessors.
    @Transactional(readOnly = true)
    public List<WaitingTransfer> waiting() {
        Map<TransferId, PipeId> pipes = new LinkedHashMap<>();
        Map<TransferId, Set<TransferId>> after = new HashMap<>();
        jdbc.query(
                "select t.id, t.pipe_id, a.after_id from transfer t join transfer_after a on a.transfer_id = t.id"
                        + " where t.state = 'WAITING' and t.pipe_id in (select id from pipe) order by t.id",
                row -> {
                    TransferId id = TransferId.of(row.getLong("id"));
                    pipes.put(id, PipeId.of(row.getString("pipe_id")));
                    after.computeIfAbsent(id, key -> new LinkedHashSet<>()).add(TransferId.of(row.getLong("after_id")));
                });
        return pipes.entrySet().stream()
                .map(entry -> new WaitingTransfer(
                        entry.getKey(), entry.getValue(), after.getOrDefault(entry.getKey(), Set.of())))
                .toList();
    }
}
