// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Makes transitions as compare-and-set updates: one statement ([TransitionSets]) or one JDBC batch per kind of
/// transition, then one for the counters of the jobs concerned. The number of statements follows the kinds, not the
/// transfers.
@Repository
class TransitionWriter {
    /// What is known of the write of an attempt that has ended: nothing is left, or until when it wrote. Nobody writes
    /// for an attempt that was not let begin: of such a one there is still an end of what was written before.
    private static final String UNCLEAN = "dirty = (dirty and cast(? as boolean)),"
            + " dirty_since = case when cast(? as boolean) then dirty_since else null end,"
            + " dirty_until = coalesce(dirty_until, cast(? as timestamp(6) with time zone))";

    private final JdbcTemplate jdbc;
    private final JobStates jobStates;
    private final EndedWrites endedWrites;
    private final DelayedTransfers delays;
    private final Journals journals;

    TransitionWriter(
            JdbcTemplate jdbc,
            JobStates jobStates,
            EndedWrites endedWrites,
            DelayedTransfers delays,
            Journals journals) {
        this.jdbc = jdbc;
        this.jobStates = jobStates;
        this.endedWrites = endedWrites;
        this.delays = delays;
        this.journals = journals;
    }

    /// Makes transitions in their order. Those of different transfers do not depend on each other, so that stretches
    /// without two of the same transfer are made kind by kind.
    ///
    /// @return per transition whether it was made
    @Transactional
    public List<Boolean> apply(List<Transition> transitions) {
        List<Boolean> made = new ArrayList<>(transitions.size());
        Set<TransferId> seen = new HashSet<>();
        int from = 0;
        for (int i = 0; i < transitions.size(); i++) {
            if (!seen.add(transitions.get(i).transfer())) {
                made.addAll(applyStretch(transitions.subList(from, i)));
                seen.clear();
                seen.add(transitions.get(i).transfer());
                from = i;
            }
        }
        made.addAll(applyStretch(transitions.subList(from, transitions.size())));
        return made;
    }

    private List<Boolean> applyStretch(List<Transition> transitions) {
        Map<Class<?>, List<Integer>> byKind = new LinkedHashMap<>();
        for (int i = 0; i < transitions.size(); i++) {
            byKind.computeIfAbsent(transitions.get(i).getClass(), kind -> new ArrayList<>())
                    .add(i);
        }
        Boolean[] made = new Boolean[transitions.size()];
        for (List<Integer> positions : byKind.values()) {
            Set<Long> set = TransitionSets.make(
                    jdbc, positions.stream().map(transitions::get).toList());
            if (set != null) {
                positions.forEach(i ->
                        made[i] = set.contains(transitions.get(i).transfer().value()));
                continue;
            }
            String sql = sqlFor(transitions.get(positions.getFirst()));
            List<Object[]> arguments =
                    positions.stream().map(i -> arguments(transitions.get(i))).toList();
            int[] changed = jdbc.batchUpdate(sql, arguments);
            for (int k = 0; k < changed.length; k++) {
                made[positions.get(k)] = changed[k] == 1;
            }
        }
        List<Transition> done = new ArrayList<>();
        for (int i = 0; i < made.length; i++) {
            if (made[i]) {
                done.add(transitions.get(i));
            }
        }
        recordRetries(transitions, made);
        delays.record(done);
        endedWrites.record(done);
        countInJobs(transitions, made);
        journals.record(() -> changes(transitions, made));
        return Arrays.asList(made);
    }

    private static List<StateChange> changes(List<Transition> transitions, Boolean[] made) {
        List<StateChange> changes = new ArrayList<>();
        for (int i = 0; i < made.length; i++) {
            if (made[i]) {
                Transition transition = transitions.get(i);
                changes.add(new StateChange(
                        transition.transfer(),
                        transition.to(),
                        transition.at(),
                        failureOf(transition),
                        kindOf(transition)));
            }
        }
        return changes;
    }

    private static @Nullable TransferFailure failureOf(Transition transition) {
        return switch (transition) {
            case Transition.Fail fail -> fail.failure();
            case Transition.Retry retry -> retry.failure();
            case Transition.Abandon abandon -> abandon.failure();
            case Transition.Claim _,
                    Transition.Activate _,
                    Transition.Finish _,
                    Transition.Stopped _,
                    Transition.Release _ -> null;
        };
    }

    private static StateChange.Kind kindOf(Transition transition) {
        return switch (transition) {
            case Transition.Claim _, Transition.Release _ -> StateChange.Kind.STEP;
            case Transition.Activate _ -> StateChange.Kind.STARTED;
            case Transition.Finish _, Transition.Fail _, Transition.Retry _ -> StateChange.Kind.ENDED;
            case Transition.Abandon _ -> StateChange.Kind.CANCELED;
            case Transition.Stopped _ -> StateChange.Kind.STOPPED;
        };
    }

    /// FTS's record of retries, in the same transaction; numbered as the transfer counts them.
    private void recordRetries(List<Transition> transitions, Boolean[] made) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < made.length; i++) {
            if (made[i] && transitions.get(i) instanceof Transition.Retry retry && retry.countsAsRetry()) {
                rows.add(new Object[] {
                    Rows.timestamp(retry.at()),
                    Rows.cut(retry.failure().toReason()),
                    retry.transfer().value()
                });
            }
        }
        if (!rows.isEmpty()) {
            jdbc.batchUpdate(
                    "insert into transfer_retry (transfer_id, attempt, at, reason)"
                            + " select id, retries, cast(? as timestamp(6) with time zone), cast(? as varchar)"
                            + " from transfer where id = ?",
                    rows);
        }
    }

    private static String sqlFor(Transition transition) {
        return switch (transition) {
            case Transition.Claim _ ->
                "update transfer set state = 'CLAIMED', delayed = false, attempts = ?"
                        + " where id = ? and state = 'QUEUED' and attempts = ?";
            case Transition.Activate _ ->
                "update transfer set state = 'ACTIVE', start_time = ?, dirty = true,"
                        + " dirty_since = coalesce(dirty_since, cast(? as timestamp(6) with time zone)),"
                        + " dirty_until = null,"
                        + " size_bytes = case when cast(? as bigint) >= 0 then cast(? as bigint) else size_bytes end"
                        + " where id = ? and state = 'CLAIMED' and attempts = ?";
            case Transition.Finish _ ->
                "update transfer set state = 'FINISHED', finish_time = ?, size_bytes = ?, verified = ?, dirty = false,"
                        + " dirty_since = null, recoverable = null, reason = null where id = ? and state = 'ACTIVE' and attempts = ?";
            case Transition.Fail _ ->
                "update transfer set state = 'FAILED', finish_time = ?, reason = ?, recoverable = ?,"
                        + " existing = ?, " + UNCLEAN
                        + " where id = ? and state in ('CLAIMED', 'ACTIVE') and attempts = ?";
            case Transition.Retry _ ->
                "update transfer set state = 'QUEUED', start_time = null, reason = ?, recoverable = true,"
                        + " not_before = ?, delayed = ?, retries = retries + ?, " + UNCLEAN
                        + " where id = ? and state in ('CLAIMED', 'ACTIVE') and attempts = ?";
            case Transition.Stopped _ ->
                "update transfer set finish_time = ?, " + UNCLEAN
                        + " where id = ? and state = 'CANCELED' and attempts = ?";
            case Transition.Release _ ->
                "update transfer set state = 'QUEUED', unreleased = false where id = ? and state = 'WAITING'";
            case Transition.Abandon _ ->
                "update transfer set state = 'CANCELED', finish_time = ?, reason = ?, recoverable = false"
                        + " where id = ? and state = 'WAITING'";
        };
    }

    private static Object[] arguments(Transition transition) {
        long id = transition.transfer().value();
        Object at = Rows.timestamp(transition.at());
        return switch (transition) {
            case Transition.Claim claim -> {
                int number = claim.attempt().number();
                yield new Object[] {number, id, number - 1};
            }
            case Transition.Activate activate ->
                new Object[] {
                    at,
                    at,
                    activate.sizeBytes(),
                    activate.sizeBytes(),
                    id,
                    activate.attempt().number()
                };
            case Transition.Finish finish -> {
                Checksum checksum = finish.checksum();
                yield new Object[] {
                    at,
                    finish.sizeBytes(),
                    checksum == null ? null : checksum.toString(),
                    id,
                    finish.attempt().number()
                };
            }
            case Transition.Fail fail ->
                new Object[] {
                    at,
                    Rows.cut(fail.failure().toReason()),
                    fail.failure().code().isRetryable(),
                    ExistingText.of(fail.failure().existing()),
                    !fail.destinationClean(),
                    !fail.destinationClean(),
                    at,
                    id,
                    fail.attempt().number()
                };
            case Transition.Retry retry ->
                new Object[] {
                    Rows.cut(retry.failure().toReason()),
                    Rows.timestamp(retry.notBefore()),
                    DelayedTransfers.isDelayed(retry),
                    retry.countsAsRetry() ? 1 : 0,
                    !retry.destinationClean(),
                    !retry.destinationClean(),
                    Rows.timestamp(retry.writtenUntil()),
                    id,
                    retry.attempt().number()
                };
            case Transition.Stopped stopped ->
                new Object[] {
                    at,
                    !stopped.destinationClean(),
                    !stopped.destinationClean(),
                    Rows.timestamp(stopped.writtenUntil()),
                    id,
                    stopped.attempt().number()
                };
            case Transition.Release _ -> new Object[] {id};
            case Transition.Abandon abandon ->
                new Object[] {at, Rows.cut(abandon.failure().toReason()), id};
        };
    }

    private void countInJobs(List<Transition> transitions, Boolean[] made) {
        Map<TransferId, Transition> counted = new TreeMap<>();
        for (int i = 0; i < made.length; i++) {
            Transition transition = transitions.get(i);
            boolean counts = switch (transition) {
                case Transition.Activate _, Transition.Finish _, Transition.Fail _, Transition.Abandon _ -> true;
                case Transition.Claim _, Transition.Retry _, Transition.Stopped _, Transition.Release _ -> false;
            };
            if (made[i] && counts) {
                counted.put(transition.transfer(), transition);
            }
        }
        if (counted.isEmpty()) {
            return;
        }
        Map<String, JobStates.Change> changes = new TreeMap<>();
        Map<TransferId, String> found = new TreeMap<>();
        Instant now = counted.values().iterator().next().at();
        jobsOf(List.copyOf(counted.keySet())).forEach((id, job) -> {
            Transition transition = Objects.requireNonNull(counted.get(id));
            count(transition, changes.computeIfAbsent(job.id(), key -> new JobStates.Change()));
            if (job.type().equals("R") && transition instanceof Transition.Finish) {
                found.put(id, job.id());
            }
        });
        dropSpares(found, now).forEach((job, spares) -> Objects.requireNonNull(changes.get(job)).canceled += spares);
        jobStates.apply(changes, now);
    }

    private static void count(Transition transition, JobStates.Change change) {
        switch (transition) {
            case Transition.Activate _ -> change.started = true;
            case Transition.Finish _ -> change.finished++;
            case Transition.Fail _ -> change.failed++;
            case Transition.Abandon _ -> change.canceled++;
            case Transition.Claim _, Transition.Retry _, Transition.Stopped _, Transition.Release _ ->
                throw new IllegalStateException("job counters do not follow " + transition);
        }
    }

    /// The files are there: other sources are not needed any more, and the jobs show those that were used.
    ///
    /// @param finished the job of each, which has one file and many sources
    /// @return number of spares per job
    private Map<String, Integer> dropSpares(Map<TransferId, String> finished, Instant now) {
        if (finished.isEmpty()) {
            return Map.of();
        }
        List<Object[]> sources = new ArrayList<>();
        InQuery.run(
                jdbc,
                "select id, source from transfer where id in",
                finished.keySet().stream().map(TransferId::value).toList(),
                "",
                row -> {
                    String job = finished.get(TransferId.of(row.getLong("id")));
                    sources.add(new Object[] {EndpointText.storageElement(row.getString("source")), job});
                });
        jdbc.batchUpdate("update job set source_se = ? where id = ?", sources);
        List<String> jobs = List.copyOf(finished.values());
        int[] dropped = jdbc.batchUpdate(
                "update transfer set state = 'CANCELED', finish_time = ?, recoverable = false"
                        + " where job_id = ? and state = 'WAITING'",
                jobs.stream()
                        .map(job -> new Object[] {Rows.timestamp(now), job})
                        .toList());
        Map<String, Integer> spares = new TreeMap<>();
        for (int i = 0; i < dropped.length; i++) {
            spares.merge(jobs.get(i), dropped[i], Integer::sum);
        }
        return spares;
    }

    private record JobOf(String id, String type) {}

    private Map<TransferId, JobOf> jobsOf(List<TransferId> transfers) {
        Map<TransferId, JobOf> jobs = new TreeMap<>();
        InQuery.run(
                jdbc,
                "select t.id, t.job_id, j.type from transfer t join job j on j.id = t.job_id where t.id in",
                transfers.stream().map(TransferId::value).toList(),
                "",
                row -> {
                    jobs.put(
                            TransferId.of(row.getLong("id")),
                            new JobOf(row.getString("job_id"), row.getString("type")));
                });
        return jobs;
    }
}
