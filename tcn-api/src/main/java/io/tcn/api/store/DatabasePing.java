// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// Asks the database for nothing, by a connection of the pool like any other question.
@Repository
public class DatabasePing {
    private final JdbcTemplate jdbc;

    DatabasePing(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Whether the database runs in this process (H2): then nothing but the end of the process ends what it does.
    public boolean isInProcess() {
        return DatabaseProduct.H2.isBehind(jdbc);
    }

    /// Returns when the database has answered.
    public void ping() {
        var _ = jdbc.queryForObject("select 1", Integer.class);
    }
}
