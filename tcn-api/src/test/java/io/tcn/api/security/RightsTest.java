// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class RightsTest {
    private static Rights rights(Map<String, String> roles, Map<String, Set<Operation>> grants) {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        if (!grants.isEmpty()) {
            beans.addBean("grants", (Grants) dn -> grants.getOrDefault(dn, Set.of()));
        }
        return new Rights(
                new SecurityProperties(List.of(), roles, List.of("*"), List.of(), 100),
                beans.getBeanProvider(Grants.class));
    }

    @Test
    @DisplayName("2.7: by default everybody submits for his VO, production configures")
    void defaults() {
        Rights rights = rights(Map.of(), Map.of());

        assertThat(rights.of("/CN=a", List.of()))
                .isEqualTo(Map.of(Operation.TRANSFER, Level.VO, Operation.DATA_MANAGEMENT, Level.ALL));
        assertThat(rights.of("/CN=a", List.of("production", "unheard")))
                .containsEntry(Operation.CONFIG, Level.ALL)
                .doesNotContainKey(Operation.ADMIN);
    }

    @Test
    @DisplayName("2.7: roles of the settings replace defaults of the same name and keep the others")
    void settings() {
        Rights rights = rights(Map.of("public", ":transfer", "lcgadmin", "all:admin; vo:transfer"), Map.of());

        assertThat(rights.of("/CN=a", List.of())).isEqualTo(Map.of(Operation.TRANSFER, Level.OWN));
        assertThat(rights.of("/CN=a", List.of("lcgadmin")))
                .isEqualTo(
                        Map.of(Operation.TRANSFER, Level.VO, Operation.ADMIN, Level.ALL, Operation.CONFIG, Level.ALL));
        assertThat(rights.of("/CN=a", List.of("production"))).containsEntry(Operation.CONFIG, Level.ALL);
        assertThat(rights(Map.of("public", ""), Map.of()).of("/CN=a", List.of()))
                .isEmpty();
    }

    @Test
    @DisplayName("2.7: rows of /config/authorize add level all for one name")
    void grants() {
        Rights rights = rights(Map.of(), Map.of("/CN=a", Set.of(Operation.TRANSFER, Operation.ADMIN)));

        assertThat(rights.of("/CN=a", List.of()))
                .containsEntry(Operation.TRANSFER, Level.ALL)
                .containsEntry(Operation.CONFIG, Level.ALL);
        assertThat(rights.of("/CN=b", List.of())).containsEntry(Operation.TRANSFER, Level.VO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfer", "some:transfer", "all:everything", "vo:transfer;x"})
    void rightsThatCannotBeReadStopTheStart(String text) {
        assertThatThrownBy(() -> rights(Map.of("r", text), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tcn.security.roles.r");
    }
}
