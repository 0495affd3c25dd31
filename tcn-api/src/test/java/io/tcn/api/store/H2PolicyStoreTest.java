// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.SettingStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
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

    @Override
    List<String> indices() {
        return bean(JdbcTemplate.class)
                .queryForList("select lower(index_name) from information_schema.indexes", String.class);
    }

    @Test
    void itIsToldThatAllWaitForTheIndexOfQueuesByActivity() throws Exception {
        ActivityIndex index = bean(ActivityIndex.class);
        index.fit();
        SettingStore store = bean(SettingStore.class);
        change(() -> store.save(ActivityShare.of(CMS, Map.of("Prod", 1.0), true)));
        CompletableFuture<Boolean> made;
        try (Connection other = bean(DataSource.class).getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate("update transfer set attempts = attempts");
            made = CompletableFuture.supplyAsync(index::fit);
            await().until(() -> index.trouble().isPresent());
            other.rollback();
        }
        assertThat(made.get()).isTrue();
        assertThat(index.trouble()).isEmpty();
        change(() -> store.removeActivityShare(CMS));
        index.fit();
    }
}
