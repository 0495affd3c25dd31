// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// How much work there is on pipes and in jobs: sizes of files, no more. Every statement finds its rows by an
/// index and reads a bounded number of them.
@Repository
public class WorkReader {
    private final JdbcTemplate jdbc;

    WorkReader(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// A file that is not over.
    ///
    /// @param id number of the transfer
    /// @param pipe its pipe
    /// @param job its job
    /// @param state its state
    /// @param sizeBytes size in bytes, -1 if nobody knows it
    /// @param attempts attempts so far, the running one included
    /// @param priority 1 (last) to 5 (first)
    public record OpenFile(
            long id, String pipe, String job, String state, long sizeBytes, int attempts, int priority) {}

    private static final String COLUMNS = "id, pipe_id, job_id, state, size_bytes, attempts, priority";

    private List<OpenFile> files(String where, Object... arguments) {
        return jdbc.query(
                "select " + COLUMNS + " from transfer where " + where,
                (row, number) -> new OpenFile(
                        row.getLong("id"),
                        row.getString("pipe_id"),
                        row.getString("job_id"),
                        row.getString("state"),
                        row.getLong("size_bytes"),
                        row.getInt("attempts"),
                        row.getInt("priority")),
                arguments);
    }

    /// Files of a pipe that run.
    @Transactional(readOnly = true)
    public List<OpenFile> running(PipeId pipe, int limit) {
        return files("pipe_id = ? and state in ('CLAIMED', 'ACTIVE') limit ?", pipe.value(), limit);
    }

    /// The first files of a pipe that wait for a connection, in their order; those in groups after the others.
    @Transactional(readOnly = true)
    public List<OpenFile> queued(PipeId pipe, int limit) {
        return files(
                "pipe_id = ? and state = 'QUEUED' and delayed = false"
                        + " order by pipe_id, state, delayed, group_id, priority desc, id limit ?",
                pipe.value(),
                limit);
    }

    /// Files of a job that are not over, in the order of their numbers.
    @Transactional(readOnly = true)
    public List<OpenFile> ofJob(String job, int limit) {
        return files("job_id = ? and finish_time is null order by job_id, id limit ?", job, limit);
    }

    /// How many files of a pipe stand before a place in its queue.
    ///
    /// @param limit no more are counted
    @Transactional(readOnly = true)
    public int before(PipeId pipe, int priority, long id, int limit) {
        Integer count = jdbc.queryForObject(
                "select count(*) from (select id from transfer where pipe_id = ? and state = 'QUEUED' and delayed = false"
                        + " and (priority > ? or (priority = ? and id < ?)) limit ?) as ahead",
                Integer.class,
                pipe.value(),
                priority,
                priority,
                id,
                limit);
        return count == null ? 0 : count;
    }
}
