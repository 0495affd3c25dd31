// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.TransferState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Reads files of any job, each with its job.
@Repository
public class FileReader {
    private final JdbcTemplate jdbc;
    private final JobReader jobReader;

    FileReader(JdbcTemplate jdbc, JobReader jobReader) {
        this.jdbc = JobReader.fetching(jdbc);
        this.jobReader = jobReader;
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

    /// Reads files of any job, each with its job, in the order of their numbers: two queries per page, whatever its
    /// size.
    @Transactional(readOnly = true)
    public List<FileOfJob> files(FileFilter filter) {
        String columns = "select " + TransferView.COLUMNS + " from transfer where ";
        Conditions query = filter.finishedSince() == null
                ? new Conditions(columns + "finish_time is null")
                : new Conditions(columns + "finish_time >= ?", Rows.timestamp(filter.finishedSince()));
        andStates(query, filter);
        query.andIn("pipe_id", filter.pipes())
                .and("destination = ?", filter.destination())
                .andOf(filter.of())
                .then(" order by id limit ?", filter.limit());
        List<TransferView> found = jdbc.query(query.sql(), (row, number) -> TransferView.read(row), query.arguments());
        Map<String, JobView> jobs = jobReader.find(
                found.stream().map(TransferView::jobId).distinct().toList());
        return found.stream()
                .flatMap(file ->
                        Optional.ofNullable(jobs.get(file.jobId())).stream().map(job -> new FileOfJob(file, job)))
                .toList();
    }
}
