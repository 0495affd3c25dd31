// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The index of the queues by activity, which [ActivityQueues] reads. Every transfer and each of its transitions costs
/// an entry in it, so it is there only while some user's activities have shares in force. While it is missing their
/// windows are the same, and each of them reads the queue of its pipe.
///
/// PostgreSQL makes it beside all other work. H2 lets all others wait until it has read the table once, some seconds
/// for a million rows; [#trouble] says so meanwhile.
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
    private volatile boolean keepsOthersWaiting;

    ActivityIndex(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Makes or drops the index if that is due. Takes as long as the queue is long if it makes it. Not for a
    /// transaction.
    ///
    /// @return whether anything was done
    public boolean fit() {
        boolean isWanted = isWanted();
        boolean onPostgres = DatabaseProduct.POSTGRESQL.isBehind(jdbc);
        Presence presence = onPostgres ? presenceOnPostgres() : presenceOnH2();
        if (presence == (isWanted ? Presence.WHOLE : Presence.MISSING)) {
            return false;
        }
        String beside = onPostgres ? "concurrently " : "";
        if (presence != Presence.MISSING) {
            run("drop index " + beside + "if exists " + NAME);
        }
        if (isWanted) {
            keepsOthersWaiting = !onPostgres;
            try {
                run("create index " + beside + "if not exists " + NAME + COLUMNS);
            } finally {
                keepsOthersWaiting = false;
            }
        }
        return true;
    }

    /// Why the database may not answer now.
    public Optional<String> trouble() {
        return keepsOthersWaiting
                ? Optional.of("the database makes the index of the queues by activity, and all others wait for it")
                : Optional.empty();
    }

    private boolean isWanted() {
        return !jdbc.queryForList("select 1 from activity_share where active limit 1", Integer.class)
                .isEmpty();
    }

    private Presence presenceOnPostgres() {
        List<Boolean> valid = jdbc.queryForList(
                "select indisvalid from pg_index where indexrelid = to_regclass(?)", Boolean.class, NAME);
        if (valid.isEmpty()) {
            return Presence.MISSING;
        }
        return valid.getFirst() ? Presence.WHOLE : Presence.BROKEN;
    }

    private Presence presenceOnH2() {
        List<Integer> found = jdbc.queryForList(
                "select 1 from information_schema.indexes where index_schema = current_schema"
                        + " and upper(index_name) = upper(?)",
                Integer.class,
                NAME);
        return found.isEmpty() ? Presence.MISSING : Presence.WHOLE;
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
