// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.TestPostgres;
import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.SettingStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/// The configuration on PostgreSQL.
class PostgresPolicyStoreTest extends PolicyStoreContract {
    private static final String BROKEN =
            " from pg_index where indexrelid = to_regclass('transfer_by_activity') and not indisvalid";

    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("policy_suite");
    }

    @Override
    List<String> indices() {
        return bean(JdbcTemplate.class)
                .queryForList("select indexname from pg_indexes where schemaname = current_schema", String.class);
    }

    @Test
    void anIndexWhoseMakingWasInterruptedIsMadeAnew() throws SQLException {
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        SettingStore store = bean(SettingStore.class);
        ActivityIndex index = bean(ActivityIndex.class);
        index.fit();
        interruptedWhileItIsMade();
        assertThat(jdbc.queryForList("select 1" + BROKEN)).hasSize(1);

        change(() -> store.save(ActivityShare.of(CMS, Map.of("Prod", 1.0), true)));
        assertThat(index.fit()).isTrue();
        assertThat(jdbc.queryForList("select 1" + BROKEN)).isEmpty();
        assertThat(indices()).contains("transfer_by_activity");
        change(() -> store.removeActivityShare(CMS));
    }

    /// Begins to make it, which waits for a transaction that writes, and gives up.
    private void interruptedWhileItIsMade() throws SQLException {
        DataSource database = bean(DataSource.class);
        try (Connection writer = database.getConnection();
                Connection maker = database.getConnection();
                Statement writing = writer.createStatement();
                Statement making = maker.createStatement()) {
            writer.setAutoCommit(false);
            writing.execute("lock table transfer in row exclusive mode");
            making.execute("set statement_timeout = '50ms'");
            assertThatThrownBy(() ->
                            making.execute("create index concurrently transfer_by_activity on transfer (activity)"))
                    .isInstanceOf(SQLException.class);
            making.execute("reset statement_timeout");
            writer.rollback();
        }
    }
}
