// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/// What the database does for servers that share it.
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {
    /// A server that stands still in the middle of a transaction holds its rows no longer than this.
    private static final String LET_GO = "set idle_in_transaction_session_timeout = '15s'";

    @Bean
    static BeanPostProcessor lettingGo(Environment environment) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool
                        && environment.getProperty("tcn.cluster.enabled", Boolean.class, false)
                        && String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:postgresql:")) {
                    pool.setConnectionInitSql(LET_GO);
                }
                return bean;
            }
        };
    }
}
