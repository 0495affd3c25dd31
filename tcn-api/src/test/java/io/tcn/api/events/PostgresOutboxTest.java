// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

/// The outbox on PostgreSQL.
class PostgresOutboxTest extends OutboxContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("outbox_contract");
    }
}
