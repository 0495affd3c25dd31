// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.SharedEntityManagerCreator;

/// Beans of the store that Spring Boot does not make by itself.
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
    /// An entity manager that follows the present transaction.
    @Bean
    EntityManager entityManager(EntityManagerFactory factory) {
        return SharedEntityManagerCreator.createSharedEntityManager(factory);
    }
}
