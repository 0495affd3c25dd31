// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

/// The rules of jobs on PostgreSQL.
class PostgresJobRulesTest extends JobRulesContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("job_rules");
    }
}
