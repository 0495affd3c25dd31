// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Reads files of any job, each with its job.
@Repository
public class FileReader {
    /// Jobs that are in memory at once.
    private static final int JOBS_AT_ONCE = 20_000;

    /// Files that one query looks at, if they are not of one job.
    private static final int FILES_AT_ONCE = 5_000;

    /// What a file that was stopped may take until it has ended, after the end of its job.
    private static final Duration STOPS_WITHIN = Duration.ofHours(1);

    private final JdbcTemplate jdbc;
    private final JobReader jobReader;
    private final StreamGate gate;

    FileReader(JdbcTemplate jdbc, JobReader jobReader, StreamGate gate) {
        this.jdbc = JobReader.fetching(jdbc);
        this.jobReader = jobReader;
        this.gate = gate;
    }

    /// What `GET /files` may ask for; null parts ask for everything.
    ///
    /// @param of whose files
    /// @param states files in any of these states
    /// @param held pipes that are on hold, for the states that ask for them
    /// @param pipes files of these pipes; empty: none
    /// @param destination files with this destination
    /// @param finishedSince only files that were over at or after this moment; null: only files that are not over
    /// @param limit at most this many
    public record FileFilter(
            JobReader.Of of,
            @Nullable List<State> states,
            List<String> held,
            @Nullable List<String> pipes,
            @Nullable String destination,
            @Nullable Instant finishedSince,
            int limit) {}

    /// A state in which files may be, and what FTS tells apart beyond it; null parts tell nothing apart.
    ///
    /// @param stored how it is stored
    /// @param held whether its pipe is on hold
    /// @param unused whether it is a hop or a replica that has not had its turn
    public record State(
            TransferState stored,
            @Nullable Boolean held,
            @Nullable Boolean unused) {
        public static State of(TransferState stored) {
            return new State(stored, null, null);
        }
    }

    private static final String IS_UNUSED = "(unreleased and exists (select 1 from job where job.id = transfer.job_id"
            + " and job.type in ('H', 'R')))";

    /// A file and its job.
    public record FileOfJob(TransferView file, JobView job) {}

    private static void andStates(Conditions query, FileFilter filter) {
        List<State> states = filter.states();
        if (states == null) {
            return;
        }
        query.then(" and (1 = 0");
        for (State state : states) {
            query.then(" or (state = ?", state.stored().name());
            if (state.held() != null && (state.held() || !filter.held().isEmpty())) {
                query.then(
                        (state.held() ? " and pipe_id in (" : " and pipe_id not in (")
                                + InQuery.marks(filter.held().size()) + ")",
                        filter.held().toArray());
            }
            if (state.unused() != null) {
                query.then((state.unused() ? " and " : " and not ") + IS_UNUSED);
            }
            query.then(")");
        }
        query.then(")");
    }

    /// Reads files of any job, each with its job, in the order of their numbers. They are found through their
    /// jobs: those that are not over, and those that were over since then. The oldest jobs are looked at first,
    /// some files with each query, until there are enough: what was over before is never looked at, and no query
    /// takes long. Files of a job that was cancelled are over with it, also those that still stop.
    public List<FileOfJob> files(FileFilter filter) {
        if (filter.pipes() != null && filter.pipes().isEmpty()) {
            return List.of();
        }
        // A job that ends meanwhile is met twice, and not missed.
        SortedMap<Long, TransferView> found = new TreeMap<>(find(OldestJobs.open(jdbc, filter.of()), filter));
        if (filter.finishedSince() != null) {
            // Files that were stopped end after their job.
            Instant since = filter.finishedSince().minus(STOPS_WITHIN);
            found.putAll(find(OldestJobs.overSince(jdbc, since, filter.of()), filter));
        }
        List<TransferView> files = found.values().stream().limit(filter.limit()).toList();
        Map<String, JobView> jobs = jobReader.find(
                files.stream().map(TransferView::jobId).distinct().toList());
        return files.stream()
                .flatMap(file ->
                        Optional.ofNullable(jobs.get(file.jobId())).stream().map(job -> new FileOfJob(file, job)))
                .toList();
    }

    private Map<Long, TransferView> find(OldestJobs jobs, FileFilter filter) {
        Map<Long, TransferView> found = new TreeMap<>();
        List<OldestJobs.Job> next = after(jobs, null);
        while (!next.isEmpty() && found.size() < filter.limit()) {
            for (List<OldestJobs.Job> some : OldestJobs.stretches(next, FILES_AT_ONCE)) {
                if (found.size() < filter.limit()) {
                    gate.read(() -> read(some, filter, found));
                }
            }
            next = next.size() < JOBS_AT_ONCE ? List.of() : after(jobs, next.getLast());
        }
        return found;
    }

    private List<OldestJobs.Job> after(OldestJobs jobs, OldestJobs.@Nullable Job last) {
        List<OldestJobs.Job> next = new ArrayList<>();
        gate.read(() -> next.addAll(jobs.after(last, JOBS_AT_ONCE)));
        return next;
    }

    private void read(List<OldestJobs.Job> jobs, FileFilter filter, Map<Long, TransferView> found) {
        Conditions query = question(filter);
        InQuery.run(
                jdbc,
                query.then(" and job_id in"),
                jobs.stream().map(OldestJobs.Job::id).toList(),
                // A single one may have very many files.
                jobs.size() == 1 ? " order by job_id, id limit " + filter.limit() : "",
                row -> {
                    TransferView file = TransferView.read(row);
                    found.put(file.id(), file);
                });
    }

    /// What is asked of the files of some jobs.
    static Conditions question(FileFilter filter) {
        String columns = "select " + TransferView.COLUMNS + " from transfer where ";
        Conditions query = filter.finishedSince() == null
                ? new Conditions(columns + "finish_time is null")
                : new Conditions(columns + "finish_time >= ?", Rows.timestamp(filter.finishedSince()));
        andStates(query, filter);
        return query.andIn("pipe_id", filter.pipes()).and("destination = ?", filter.destination());
    }
}
