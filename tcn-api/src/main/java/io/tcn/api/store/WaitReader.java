// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.LimitId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// What the store knows of why transfers wait; one query each for a page of them.
@Repository
public class WaitReader {
    private final JdbcTemplate jdbc;

    WaitReader(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Predecessors that are not finished, by transfer.
    @Transactional(readOnly = true)
    public Map<Long, List<Long>> predecessors(Collection<Long> transfers) {
        Map<Long, List<Long>> found = new HashMap<>();
        InQuery.run(
                jdbc,
                "select a.transfer_id, a.after_id from transfer_after a join transfer t on t.id = a.after_id"
                        + " where t.state <> 'FINISHED' and a.transfer_id in",
                transfers,
                " order by a.transfer_id, a.after_id",
                row -> {
                    found.computeIfAbsent(row.getLong("transfer_id"), first -> new ArrayList<>())
                            .add(row.getLong("after_id"));
                });
        return found;
    }

    /// All predecessors, finished or not, by transfer.
    @Transactional(readOnly = true)
    public Map<Long, List<Long>> allPredecessors(Collection<Long> transfers) {
        Map<Long, List<Long>> found = new HashMap<>();
        InQuery.run(
                jdbc,
                "select transfer_id, after_id from transfer_after where transfer_id in",
                transfers,
                " order by transfer_id, after_id",
                row -> {
                    found.computeIfAbsent(row.getLong("transfer_id"), first -> new ArrayList<>())
                            .add(row.getLong("after_id"));
                });
        return found;
    }

    /// When the credentials end of transfers that have some that end.
    @Transactional(readOnly = true)
    public Map<Long, Instant> credentialEnds(Collection<Long> transfers) {
        Map<Long, Instant> found = new HashMap<>();
        InQuery.run(
                jdbc,
                "select id, credentials_end from transfer where credentials_end is not null and id in",
                transfers,
                "",
                row -> {
                    Instant at = Rows.instant(row, "credentials_end");
                    if (at != null) {
                        found.put(row.getLong("id"), at);
                    }
                });
        return found;
    }

    /// The groups of transfers that are in one.
    @Transactional(readOnly = true)
    public Map<Long, GroupId> groups(Collection<Long> transfers) {
        Map<Long, GroupId> found = new HashMap<>();
        InQuery.run(jdbc, "select id, group_id from transfer where group_id > 0 and id in", transfers, "", row -> {
            found.put(row.getLong("id"), new GroupId(row.getLong("group_id")));
        });
        return found;
    }

    /// The limits of transfers that are under one.
    @Transactional(readOnly = true)
    public Map<Long, LimitId> limits(Collection<Long> transfers) {
        Map<Long, LimitId> found = new HashMap<>();
        InQuery.run(jdbc, "select id, limit_id from transfer where limit_id > 0 and id in", transfers, "", row -> {
            found.put(row.getLong("id"), new LimitId(row.getLong("limit_id")));
        });
        return found;
    }

    /// When transfers that wait after a failure are tried again.
    @Transactional(readOnly = true)
    public Map<Long, Instant> nextTries(Collection<Long> transfers) {
        Map<Long, Instant> found = new HashMap<>();
        InQuery.run(
                jdbc,
                "select d.transfer_id, d.not_before from transfer_delay d join transfer t on t.id = d.transfer_id"
                        + " where t.delayed = true and t.state = 'QUEUED' and d.transfer_id in",
                transfers,
                "",
                row -> {
                    Instant at = Rows.instant(row, "not_before");
                    if (at != null) {
                        found.put(row.getLong("transfer_id"), at);
                    }
                });
        return found;
    }
}
