// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

/// The configuration on PostgreSQL.
class PostgresPolicyStoreTest extends PolicyStoreContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("policy_suite");
    }
}
