// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

class PostgresGroupTest extends GroupContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("group_contract");
    }
}
