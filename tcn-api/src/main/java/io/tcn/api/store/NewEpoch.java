// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;

/// Makes a term of the lead the epoch of the store: nothing is stored any more by servers of terms before. A
/// transaction of such a server that is still open, because it stands still or is cut off, would be waited for; its
/// connection is ended, and it is rolled back. What the server before may have written at destinations until its lease
/// ended is noted as its sign of life.
final class NewEpoch {
    private static final Logger LOG = LoggerFactory.getLogger(NewEpoch.class);
    private static final int ANSWER_SECONDS = 5;
    private static final int MOST_TRIES = 10;
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String DEADLOCK = "40P01";

    private final DatabaseLead lead;

    NewEpoch(DatabaseLead lead) {
        this.lead = lead;
    }

    /// Does it, on a connection of its own.
    ///
    /// @return false if a later term has begun
    /// @throws DataAccessResourceFailureException if the database does not answer, or the transactions do not
    ///     end
    boolean raise(long term) {
        try (Connection connection = lead.connect(ANSWER_SECONDS)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("set lock_timeout = '500ms'");
                statement.execute("set idle_in_transaction_session_timeout = '" + ANSWER_SECONDS + "s'");
            }
            for (int tries = 1; ; tries++) {
                try {
                    return raised(connection, term);
                } catch (SQLException busy) {
                    connection.rollback();
                    boolean isBusy =
                            LOCK_NOT_AVAILABLE.equals(busy.getSQLState()) || DEADLOCK.equals(busy.getSQLState());
                    if (!isBusy || tries > MOST_TRIES) {
                        throw busy;
                    }
                    endOldTransactions(connection);
                }
            }
        } catch (SQLException failure) {
            throw new DataAccessResourceFailureException("the epoch could not be raised", failure);
        }
    }

    /// In the order in which the store's thread takes the two rows.
    private static boolean raised(Connection connection, long term) throws SQLException {
        connection.setAutoCommit(false);
        for (String part : List.of("STORE", "OTHERS")) {
            try (PreparedStatement statement = connection.prepareStatement(
                    "update server_lead set epoch = ? where part = '" + part + "' and epoch <= ?")) {
                statement.setLong(1, term);
                statement.setLong(2, term);
                if (statement.executeUpdate() == 0) {
                    connection.rollback();
                    return false;
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("update server_life set at = greatest(coalesce(at, l.previous_end), l.previous_end)"
                    + " from server_lease l where l.part = 'STORE' and l.previous_end is not null and l.term = "
                    + term);
        }
        connection.commit();
        return true;
    }

    private static void endOldTransactions(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement();
                ResultSet ended = statement.executeQuery(
                        "select count(pg_terminate_backend(l.pid)) from pg_locks l where l.locktype = 'relation'"
                                + " and l.relation = 'server_lead'::regclass and l.granted"
                                + " and l.database = (select oid from pg_database where datname = current_database())"
                                + " and l.mode in ('RowShareLock', 'RowExclusiveLock')"
                                + " and l.pid <> pg_backend_pid()")) {
            if (ended.next()) {
                LOG.info("Ended {} transactions of the server that led before", ended.getLong(1));
            }
        }
    }
}
