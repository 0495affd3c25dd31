// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Lets one server at a time use a PostgreSQL schema, by an advisory lock that goes with the connection, and so with
/// the process. H2 keeps a file to one process by itself.
@Component
public class DatabaseLock {
    private static final String TRY_LOCK = "select pg_try_advisory_lock(hashtext('tcn server ' || current_schema()))";

    private final DataSource database;
    private @Nullable Connection holder;

    DatabaseLock(DataSource database) {
        this.database = database;
    }

    /// Takes the lock.
    ///
    /// @throws IllegalStateException if another server has it, or the database does not answer
    public void take() {
        try {
            Connection connection = database.getConnection();
            if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                connection.close();
                return;
            }
            try (Statement statement = connection.createStatement();
                    ResultSet answer = statement.executeQuery(TRY_LOCK)) {
                if (!answer.next() || !answer.getBoolean(1)) {
                    connection.close();
                    throw new IllegalStateException("another TCN server uses this database: stop it, or give another"
                            + " database or schema (spring.datasource.url)");
                }
            }
            holder = connection;
        } catch (SQLException failure) {
            throw new IllegalStateException("the database does not answer: " + failure.getMessage(), failure);
        }
    }

    /// Gives the lock back.
    public void release() {
        Connection connection = holder;
        holder = null;
        if (connection != null) {
            try (connection;
                    Statement statement = connection.createStatement()) {
                statement.execute("select pg_advisory_unlock_all()");
            } catch (SQLException gone) {
                // The lock went with the connection.
            }
        }
    }
}
