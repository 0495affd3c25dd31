// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Changes of jobs that are neither transitions nor cancellations.
@Repository
class JobChanges {
    private final JdbcTemplate jdbc;

    JobChanges(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Changes the priority of a job that is not over and of its open transfers.
    ///
    /// @return pipes whose queue has another order now
    @Transactional
    public Set<PipeId> setPriority(String job, int priority) {
        Set<PipeId> pipes = new TreeSet<>();
        int open = jdbc.update("update job set priority = ? where id = ? and finish_time is null", priority, job);
        if (open == 0) {
            return pipes;
        }
        jdbc.query(
                "select distinct pipe_id from transfer where job_id = ? and state = 'QUEUED'",
                row -> {
                    pipes.add(PipeId.of(row.getString("pipe_id")));
                },
                job);
        jdbc.update(
                "update transfer set priority = ? where job_id = ?"
                        + " and state in ('WAITING', 'QUEUED', 'CLAIMED', 'ACTIVE')",
                priority,
                job);
        return pipes;
    }
}
