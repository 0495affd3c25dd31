// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.core.JdbcTemplate;

/// The databases that TCN runs on, by the names that they give themselves.
enum DatabaseProduct {
    /// In this process, in a file.
    H2("H2"),
    /// A server.
    POSTGRESQL("PostgreSQL");

    private final String name;

    DatabaseProduct(String name) {
        this.name = name;
    }

    /// Whether this is the database. Asks it.
    boolean isBehind(JdbcTemplate jdbc) {
        return Boolean.TRUE.equals(jdbc.execute((Connection connection) -> isBehind(connection)));
    }

    /// Whether this is the database of a connection. Drivers know it without asking.
    boolean isBehind(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals(name);
    }
}
