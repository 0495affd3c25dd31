// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.agents.AgentsProperties.InProcess;
import io.tcn.api.agents.AgentsProperties.Self;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class AgentsPropertiesTest {
    private static final String KEY = "tcn.agents.key-file";

    private static AgentsProperties of(String... pairs) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(pairs[i], pairs[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("tcn.agents", AgentsProperties.class);
    }

    private static AgentsProperties withBrokers(String... pairs) {
        String[] all = java.util.Arrays.copyOf(pairs, pairs.length + 2);
        all[pairs.length] = "tcn.agents.brokers";
        all[pairs.length + 1] = "kafka:9092";
        return of(all);
    }

    @Test
    void theDefaultsAreKnown() {
        AgentsProperties defaults = of();
        assertThat(defaults)
                .isEqualTo(new AgentsProperties(
                        false,
                        null,
                        "tcn.agents.",
                        null,
                        false,
                        false,
                        Duration.ofSeconds(26),
                        InProcess.FALLBACK,
                        Map.of(),
                        new Self(
                                null,
                                List.of("*"),
                                List.of(),
                                50,
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(30),
                                Map.of(),
                                null)));
    }

    @Test
    void allComplaintsComeAtOnce() {
        assertThatThrownBy(() -> of("tcn.agents.enabled", "true", "tcn.agents.lost-after", "1s"))
                .rootCause()
                .hasMessageContaining("tcn.agents.brokers")
                .hasMessageContaining("tcn.agents.key-file")
                .hasMessageContaining("tcn.agents.lost-after");
        assertThatThrownBy(() -> of().check()).hasMessageContaining("tcn.agents.brokers");
    }

    @Test
    void tokensGoEncryptedOrNotAtAll() {
        assertThat(withBrokers("tcn.agents.unsigned", "true").carriesSecrets()).isFalse();
        assertThat(withBrokers(KEY, "k").carriesSecrets()).isTrue();
        assertThat(withBrokers("tcn.agents.properties[security.protocol]", "SASL_SSL")
                        .carriesSecrets())
                .isTrue();
        assertThat(withBrokers("tcn.agents.properties[security.protocol]", "SASL_PLAINTEXT")
                        .carriesSecrets())
                .isFalse();
        assertThat(withBrokers("tcn.agents.plain-secrets", "true").carriesSecrets())
                .isTrue();
    }

    @Test
    void secretsOfTheClientAreNotShown() {
        AgentsProperties secret = withBrokers("tcn.agents.properties[sasl.jaas.config]", "password=hidden");
        assertThat(secret.toString()).doesNotContain("hidden");
        assertThat(secret.access().toString()).doesNotContain("hidden");
    }

    /// As container files set them.
    @Test
    void settingsOfTheKafkaClientsCanBeVariables() {
        ConfigurationPropertySource variables = ConfigurationPropertySource.from(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of(
                        "TCN_AGENTS_BROKERS", "kafka:9092",
                        "TCN_AGENTS_PROPERTIES_SECURITY_PROTOCOL", "SASL_SSL",
                        "TCN_AGENTS_PROPERTIES_SASL_JAAS_CONFIG", "a b=\"c\";",
                        "TCN_AGENTS_SELF_REACH", "*.cern.ch,file:///pool",
                        "TCN_AGENTS_SELF_NEAR", "",
                        "TCN_AGENTS_SELF_ALIVEFILE", "/tmp/alive")));
        AgentsProperties bound =
                new Binder(Objects.requireNonNull(variables)).bindOrCreate("tcn.agents", AgentsProperties.class);
        assertThat(bound.properties())
                .isEqualTo(Map.of("security.protocol", "SASL_SSL", "sasl.jaas.config", "a b=\"c\";"));
        assertThat(bound.self().reach()).containsExactly("*.cern.ch", "file:///pool");
        assertThat(bound.self().near()).isEmpty();
        assertThat(bound.self().aliveFile()).isEqualTo(Path.of("/tmp/alive"));
    }

    @Test
    void aKeyFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> withBrokers(KEY, "/nowhere/agents.key").seal())
                .hasMessageContaining(Path.of("/nowhere/agents.key").toString());
    }
}
