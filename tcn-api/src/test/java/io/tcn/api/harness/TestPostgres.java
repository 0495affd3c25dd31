// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// The PostgreSQL that tests use: the one that `TCN_TEST_PG_URL` names, else one of their own.
public final class TestPostgres {
    private TestPostgres() {}

    /// An address that leads into an empty schema.
    public static String freshSchema(String name) throws SQLException {
        String named = System.getenv("TCN_TEST_PG_URL");
        String url = named == null || named.isBlank() ? EmbeddedPostgres.url() : named;
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute("drop schema if exists " + name + " cascade");
            statement.execute("create schema " + name);
        }
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + name;
    }
}
