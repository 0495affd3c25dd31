// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The index of the queues by activity, which [ActivityQueues] reads. Every transfer and each of its transitions costs
/// an entry in it, so it is there only while some user's activities have shares in force. While it is missing their
/// windows are the same, and each of them reads the queue of its pipe.
///
/// It is made and dropped on PostgreSQL, beside all other work. On H2, where callers would be refused meanwhile, it is
/// always there.
@Repository
public class ActivityIndex {
    private static final String NAME = "transfer_by_activity";
    private static final String COLUMNS = " on transfer (pipe_id, state, delayed, activity, priority desc, id)";

    /// As long as a large queue takes whose rows PostgreSQL reads from the disk.
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private enum Presence {
        MISSING,
        WHOLE,
        /// PostgreSQL was interrupted while it made it: it costs what a whole one costs, and nobody can read it.
        BROKEN
    }

    private final JdbcTemplate jdbc;

    ActivityIndex(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Makes or drops the index if that is due. Takes as long as the queue is long if it makes it. Not for a
    /// transaction.
    ///
    /// @return whether anything was done
    public boolean fit() {
        if (!DatabaseProduct.POSTGRESQL.isBehind(jdbc)) {
            return false;
        }
        boolean isWanted = isWanted();
        Presence presence = presence();
        if (presence == (isWanted ? Presence.WHOLE : Presence.MISSING)) {
            return false;
        }
        if (presence != Presence.MISSING) {
            run("drop index concurrently if exists " + NAME);
        }
        if (isWanted) {
            run("create index concurrently if not exists " + NAME + COLUMNS);
        }
        return true;
    }

    private boolean isWanted() {
        return !jdbc.queryForList("select 1 from activity_share where active limit 1", Integer.class)
                .isEmpty();
    }

    private Presence presence() {
        List<Boolean> valid = jdbc.queryForList(
                "select indisvalid from pg_index where indexrelid = to_regclass(?)", Boolean.class, NAME);
        if (valid.isEmpty()) {
            return Presence.MISSING;
        }
        return valid.getFirst() ? Presence.WHOLE : Presence.BROKEN;
    }

    private void run(String change) {
        jdbc.execute((Connection connection) -> changed(connection, change));
    }

    private static boolean changed(Connection connection, String change) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(PATIENCE.toMillis()));
        try (Statement statement = connection.createStatement()) {
            return statement.execute(change);
        }
    }
}
