// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tcn.api.harness.TestPostgres;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The store on PostgreSQL.
class PostgresStoreTest extends CancelPagesContract {
    @Override
    String url() throws SQLException {
        return TestPostgres.freshSchema("store_contract");
    }

    @Test
    void nobodyWaitsForEverForADatabaseThatIsGone() {
        HikariDataSource pool = (HikariDataSource) bean(DataSource.class);
        assertThat(pool.getDataSourceProperties())
                .containsEntry("connectTimeout", "5")
                .containsEntry("socketTimeout", "20")
                .containsEntry("tcpKeepAlive", "true");
    }

    @Test
    void aStartWithALongQueueIsWaitedForAndNothingElseIs() throws SQLException {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl(TestPostgres.freshSchema("long_answers"));
        settings.setMaximumPoolSize(1);
        settings.addDataSourceProperty("socketTimeout", "3");
        try (HikariDataSource pool = new HikariDataSource(settings)) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
            transactions.executeWithoutResult(status -> {
                LongQuestions.allow(jdbc, Duration.ofMinutes(1));
                jdbc.execute("select pg_sleep(5)");
            });
            assertThatThrownBy(() -> jdbc.execute("select pg_sleep(5)"))
                    .hasRootCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void theDatabaseNoticesWithinAMinuteThatTheHostOfTheLockIsGone() throws SQLException {
        try (Connection lock = bean(DatabaseLead.class).connect();
                Statement statement = lock.createStatement()) {
            assertThat(shown(statement, "tcp_keepalives_idle")
                            + shown(statement, "tcp_keepalives_interval") * shown(statement, "tcp_keepalives_count"))
                    .as("seconds")
                    .isBetween(1, 60);
        }
    }

    private static int shown(Statement statement, String setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("show " + setting)) {
            row.next();
            return row.getInt(1);
        }
    }
}
