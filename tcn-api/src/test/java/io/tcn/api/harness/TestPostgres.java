// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// The PostgreSQL that tests may use, if there is one.
public final class TestPostgres {
    private TestPostgres() {}

    /// An address that leads into an empty schema; skips the tests where no PostgreSQL is named.
    public static String freshSchema(String name) throws SQLException {
        String url = System.getenv("TCN_TEST_PG_URL");
        assumeTrue(
                url != null && !url.isBlank(),
                "no PostgreSQL: set TCN_TEST_PG_URL to an address, such as the one that tools/postgres up DIR PORT"
                        + " prints");
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute("drop schema if exists " + name + " cascade");
            statement.execute("create schema " + name);
        }
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + name;
    }
}
