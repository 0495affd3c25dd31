// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.harness.TestPostgres;
import java.sql.SQLException;

class PostgresFilesTest extends FilesContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("files_contract");
    }
}
