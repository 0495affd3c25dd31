// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;
import java.util.Map;

class PostgresVaultTest extends VaultContract {
    @Override
    Map<String, String> emptyDatabase() throws SQLException {
        return Map.of("spring.datasource.url", TestPostgres.freshSchema("vault"));
    }
}
