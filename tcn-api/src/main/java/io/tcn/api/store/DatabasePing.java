// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Asks the database for nothing, by a connection of the pool like any other question.
@Repository
public class DatabasePing {
    private final JdbcClient jdbc;

    DatabasePing(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// Returns when the database has answered.
    public void ping() {
        var _ = jdbc.sql("select 1").query(Integer.class).single();
    }
}
