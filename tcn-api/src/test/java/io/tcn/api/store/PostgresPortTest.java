// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

/// The suite of the port on PostgreSQL.
class PostgresPortTest extends JpaPortContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("port_suite");
    }
}
