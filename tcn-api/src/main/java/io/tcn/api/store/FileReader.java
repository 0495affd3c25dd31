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
    /// @param states files in these states
    /// @param pipes files of these pipes; empty: none
    /// @param destination files with this destination
    /// @param finishedSince only files that were over at or after this moment; null: only files that are not over
    /// @param limit at most this many
    public record FileFilter(
            JobReader.Of of,
            @Nullable List<TransferState> states,
            @Nullable List<String> pipes,
            @Nullable String destination,
            @Nullable Instant finishedSince,
            int limit) {}

    /// A file and its job.
    public record FileOfJob(TransferView file, JobView job) {}

    /// Reads files of any job, each with its job: two queries per page, whatever its size.
    @Transactional(readOnly = true)
    public List<FileOfJob> files(FileFilter filter) {
        String columns = "select " + TransferView.COLUMNS + " from transfer where ";
        Conditions query = filter.finishedSince() == null
                ? new Conditions(columns + "finish_time is null")
                : new Conditions(columns + "finish_time >= ?", Rows.timestamp(filter.finishedSince()));
        query.andIn(
                        "state",
                        filter.states() == null
                                ? null
                                : filter.states().stream()
                                        .map(TransferState::name)
                                        .toList())
                .andIn("pipe_id", filter.pipes())
                .and("destination = ?", filter.destination())
                .andOf(filter.of())
                .then(" limit ?", filter.limit());
        List<TransferView> found = jdbc.query(query.sql(), (row, number) -> TransferView.read(row), query.arguments());
        Map<String, JobView> jobs = jobReader.find(
                found.stream().map(TransferView::jobId).distinct().toList());
        return found.stream()
                .flatMap(file ->
                        Optional.ofNullable(jobs.get(file.jobId())).stream().map(job -> new FileOfJob(file, job)))
                .toList();
    }
}
