// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Since when the next transfer of a pipe waits.
@Repository
public class QueueAge {
    /// One row by the index of queues, and its job by the key.
    static final String HEAD = "select submit_time from job where id = (select job_id from transfer where pipe_id = ?"
            + " and state = 'QUEUED' and delayed = false"
            + " order by pipe_id, state, delayed, group_id, priority desc, id limit 1)";

    private final JdbcTemplate jdbc;

    QueueAge(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// The earliest submission among the heads of some queues, empty if nothing is queued there. One question for each
    /// of them.
    ///
    /// @param pipes a few
    @Transactional(value = StoreConfiguration.PLAIN, readOnly = true)
    public Optional<Instant> earliest(Collection<PipeId> pipes) {
        return pipes.stream()
                .flatMap(pipe ->
                        jdbc
                                .query(HEAD, (row, number) -> Optional.ofNullable(Rows.instant(row, 1)), pipe.value())
                                .stream())
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }
}
