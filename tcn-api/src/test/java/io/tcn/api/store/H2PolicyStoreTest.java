// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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

    @Test
    void theIndexOfQueuesByActivityIsAlwaysThere() {
        assertThat(bean(ActivityIndex.class).fit()).isFalse();
        assertThat(bean(JdbcTemplate.class)
                        .queryForList("select lower(index_name) from information_schema.indexes", String.class))
                .contains("transfer_by_activity");
    }
}
