// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

/// The store on PostgreSQL.
class PostgresStoreTest extends CancelPagesContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("store_contract");
    }
}
