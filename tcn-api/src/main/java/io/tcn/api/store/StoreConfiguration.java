// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Arrays;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;

/// Beans of the store that Spring Boot does not make by itself.
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
    private static final String CONNECT_SECONDS = "5";
    private static final String ANSWER_SECONDS = "20";

    /// Name of the transactions without an entity manager. They share nothing with the others: what takes part in one
    /// of them must not ask for one of those.
    static final String PLAIN = "plainTransactions";

    /// The ordinary transactions. Spring Boot would make them only if there were no others.
    @Bean
    @Primary
    PlatformTransactionManager transactionManager(ObjectProvider<TransactionManagerCustomizers> customizers) {
        var manager = new JpaTransactionManager();
        customizers.ifAvailable(all -> all.customize(manager));
        return manager;
    }

    /// Transactions for what is asked of the database most often: those of Hibernate open a session each time.
    @Bean(PLAIN)
    PlatformTransactionManager plainTransactions(
            DataSource database, ObjectProvider<TransactionManagerCustomizers> customizers) {
        var manager = new JdbcTransactionManager(database);
        customizers.ifAvailable(all -> all.customize(manager));
        return manager;
    }

    /// An entity manager that follows the present transaction.
    @Bean
    EntityManager entityManager(EntityManagerFactory factory) {
        return SharedEntityManagerCreator.createSharedEntityManager(factory);
    }

    /// Brings the database up to date; one that a newer TCN has changed already is refused, because this one does not
    /// know what it would break.
    @Bean
    FlywayMigrationStrategy migration() {
        return flyway -> {
            MigrationInfo[] all = flyway.info().all();
            Optional<String> newer = Arrays.stream(all)
                    .filter(migration -> migration.getState() == MigrationState.FUTURE_SUCCESS)
                    .map(migration -> String.valueOf(migration.getVersion()))
                    .reduce((earlier, later) -> later);
            if (newer.isPresent()) {
                throw new IllegalStateException("the database was changed by a newer TCN (schema " + newer.get()
                        + "): start that one, or restore the backup that was made before it was installed");
            }
            if (flyway.getConfiguration().getDataSource() instanceof HikariDataSource pool && isPostgres(pool)) {
                Flyway.configure()
                        .configuration(flyway.getConfiguration())
                        .dataSource(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword())
                        .load()
                        .migrate();
            } else {
                flyway.migrate();
            }
        };
    }

    /// Limits on how long anybody waits for PostgreSQL where the operator's address sets none: a host that is gone, a
    /// database that hangs. Migrations have connections of their own, without them.
    @Bean
    static BeanPostProcessor patience() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool) {
                    pool.setExceptionOverrideClassName(ClosedDatabase.class.getName());
                    if (isPostgres(pool)) {
                        pool.addDataSourceProperty("connectTimeout", CONNECT_SECONDS);
                        pool.addDataSourceProperty("socketTimeout", ANSWER_SECONDS);
                        pool.addDataSourceProperty("tcpKeepAlive", "true");
                    }
                }
                return bean;
            }
        };
    }

    private static boolean isPostgres(HikariDataSource pool) {
        return String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:postgresql:");
    }
}
