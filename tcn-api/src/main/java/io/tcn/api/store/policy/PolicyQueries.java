// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.core.model.PipeId;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What the configuration asks about jobs and transfers.
@Repository
public class PolicyQueries {
    private static final int BLOCK = 1000;

    private final JdbcTemplate jdbc;

    PolicyQueries(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Ids of the jobs that have transfers of these pipes which have not begun.
    @Transactional(readOnly = true)
    public SortedSet<String> jobsWaitingOn(Collection<PipeId> pipes) {
        SortedSet<String> jobs = new TreeSet<>();
        List<String> names = pipes.stream().map(PipeId::value).toList();
        for (int from = 0; from < names.size(); from += BLOCK) {
            List<String> part = names.subList(from, Math.min(names.size(), from + BLOCK));
            jobs.addAll(jdbc.queryForList(
                    "select distinct job_id from transfer where state in ('QUEUED', 'WAITING') and pipe_id in ("
                            + "?, ".repeat(part.size() - 1) + "?)",
                    String.class,
                    part.toArray()));
        }
        return jobs;
    }

    /// Names of submitters that start with a text, in order.
    ///
    /// @param limit at most this many
    @Transactional(readOnly = true)
    public List<String> submittersLike(String start, int limit) {
        String pattern = start.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
        return jdbc.queryForList(
                "select distinct user_dn from job where user_dn like ? escape '!' order by user_dn limit ?",
                String.class,
                pattern,
                limit);
    }
}
