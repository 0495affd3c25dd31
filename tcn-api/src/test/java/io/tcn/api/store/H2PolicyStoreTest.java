// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// The configuration on H2.
class H2PolicyStoreTest extends PolicyStoreContract {
    @TempDir
    private static Path folder = Path.of("");

    @Override
    String url() {
        return "jdbc:h2:file:" + folder.resolve("tcn") + ";WRITE_DELAY=0";
    }

    @Override
    List<String> indices() {
        return bean(JdbcTemplate.class)
                .queryForList("select lower(index_name) from information_schema.indexes", String.class);
    }
}
