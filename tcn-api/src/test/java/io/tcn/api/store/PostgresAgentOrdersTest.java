// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

class PostgresAgentOrdersTest extends AgentOrdersContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("agent_orders_contract");
    }
}
