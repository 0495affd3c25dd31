// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsCheckTest {
    private static List<String> complaints(Map<String, Object> options, Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        environment.getPropertySources().addFirst(new MapPropertySource("options", options));
        ConfigurationPropertySources.attach(environment);
        return new SettingsCheck().complaints(environment);
    }

    @Test
    void theValuesForKubernetesAreSettings() throws IOException {
        Path folder = Path.of("../docker/kubernetes");
        Map<String, Object> variables = new TreeMap<>();
        for (String ofServers : List.of("values.env", "kafka.env")) {
            for (String line : Files.readAllLines(folder.resolve(ofServers))) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split("=", 2);
                    variables.put(parts[0], parts[1]);
                }
            }
        }
        assertThat(variables).containsKeys("TCN_CLUSTER_ENABLED", "TCN_AGENTS_KEYFILE");
        String servers = Files.readString(folder.resolve("servers.yaml"));
        assertThat(servers).contains("name: TCN_CLUSTER_ADDRESS");
        variables.put("TCN_CLUSTER_ADDRESS", "https://tcn-0.tcn-servers:8446");
        assertThat(complaints(Map.of(), variables)).isEmpty();
    }

    private static List<String> ofOption(String name, String value) {
        return complaints(Map.of(name, value), Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "tcn.controll.optimizer, tcn.control.optimizer",
        "tcn.control.optimiser, tcn.control.optimizer",
        "tcn.security.adminstrators, tcn.security.administrators",
        "tcn.security.truts, tcn.security.trust",
        "tcn.fts.check-duplicate, tcn.fts.check-duplicates",
        "'tcn.alto.servers[0].nam', 'tcn.alto.servers[N].name'",
        "tcn.agnet.stall-timeout, tcn.agent.stall-timeout"
    })
    void aMisspeltNameIsRefusedWithTheNearest(String given, String nearest) {
        assertThat(ofOption(given, "x")).singleElement().asString().contains(given, "did you mean " + nearest);
    }

    @ParameterizedTest
    @CsvSource({
        "TCN_CONTROLL_OPTIMIZER, TCN_CONTROL_OPTIMIZER",
        "TCN_SECURITY_ADMINSTRATORS, TCN_SECURITY_ADMINISTRATORS"
    })
    void soIsAMisspeltVariableOfTheEnvironment(String given, String nearest) {
        assertThat(complaints(Map.of(), Map.of(given, "x")))
                .singleElement()
                .asString()
                .contains(given, "did you mean " + nearest);
    }

    @Test
    void aNameLikeNoOtherIsSentToThePage() {
        assertThat(ofOption("tcn.coffee", "x")).singleElement().asString().contains("tcn.coffee", "operations.md");
    }

    @Test
    void allComplaintsComeAtOnce() {
        assertThat(complaints(
                        Map.of(
                                "tcn.controll.optimizer", "x",
                                "tcn.control.interval", "5",
                                "tcn.control.samples", "many",
                                "tcn.agent.third-party-copy", "maybe",
                                "tcn.fts.max-files-per-job", "0"),
                        Map.of("TCN_PIPES_AUTO_CREATE", "perhaps")))
                .hasSize(5)
                .anyMatch(text -> text.contains("tcn.control.interval") && text.contains("unit"))
                .anyMatch(text -> text.contains("tcn.control.samples") && text.contains("number"))
                .anyMatch(text -> text.contains("third-party-copy") && text.contains("prefer, prefer-push, off"))
                .anyMatch(text -> text.contains("TCN_PIPES_AUTO_CREATE") && text.contains("true or false"));
    }

    @Test
    void aValueWithoutUnitIsNamedOnce() {
        assertThat(ofOption("tcn.control.interval", "5"))
                .singleElement()
                .asString()
                .contains("unit");
    }

    @Test
    void whatValuesContradictIsToldToo() {
        assertThat(complaints(Map.of("tcn.fts.max-files-per-job", "0", "tcn.security.clock-skew", "-1s"), Map.of()))
                .hasSize(2)
                .anyMatch(text -> text.contains("max-files-per-job"))
                .anyMatch(text -> text.contains("clock-skew"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcn.control.interval=10s",
                "tcn.transfer-log.keep=0",
                "tcn.data-dir=/var/lib/tcn",
                "tcn.agent.file-roots[0]=/data",
                "tcn.agent.file-roots=/data,/more",
                "tcn.agent.third-party-copy=PREFER_PUSH",
                "tcn.topology.sites[https://a.example.org:8443]=site",
                "tcn.security.administrators=/CN=a,/CN=b",
                "tcn.security.roles.public=vo:transfer",
                "tcn.security.issuers[0].url=https://issuer.example.org/",
                "tcn.events.kafka.properties[security.protocol]=SSL",
                "tcn.events.kafka.properties.security.protocol=SSL",
                "tcn.events.kafka.max-message=900KB",
                "tcn.fts.check-duplicates=*"
            })
    void whatIsRightIsTaken(String setting) {
        String[] parts = setting.split("=", 2);
        assertThat(ofOption(parts[0], parts[1]))
                .as(setting)
                .allSatisfy(text -> assertThat(text).doesNotContain("there is no setting", "must be ", "unit"));
    }

    @Test
    void variablesOfTheLauncherAndOfDocumentsAreTaken() {
        assertThat(complaints(
                        Map.of(),
                        Map.of(
                                "TCN_OPTS", "-Xmx1g",
                                "TCN_JAR", "x.jar",
                                "TCN_OPTIMIZER_PATH", "mine",
                                "TCN_TEST_PG_URL", "x",
                                "TCN_DATA_DIR", "/var/lib/tcn",
                                "TCN_KAFKA", "kafka:9092",
                                "TCN_EVENTS_KAFKA_BOOTSTRAPSERVERS", "",
                                "TCN_EVENTS_KAFKA_BOOTSTRAP_SERVERS", "kafka:9092")))
                .isEmpty();
    }

    @Test
    void variablesOfTheCommandLineAreTaken() {
        assertThat(complaints(
                        Map.of(),
                        Map.of(
                                "TCN_URL", "https://tcn.example.org:8446",
                                "TCN_CONTEXT", "grid",
                                "TCN_CA", "ca.pem",
                                "TCN_TOKEN", "x",
                                "TCN_TOKEN_FILE", "token")))
                .isEmpty();
    }

    @Test
    void everySettingOfThePageIsKnown() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operations.md"));
        Matcher names = Pattern.compile("`(tcn\\.[a-z.\\[\\]A-Z-]+)`").matcher(page);
        KnownSettings known = new KnownSettings();
        List<String> unknown = new ArrayList<>();
        Map<String, Boolean> found = new HashMap<>();
        while (names.find()) {
            String name = names.group(1)
                    .replace("[N]", "[0]")
                    .replaceAll("\\[[A-Z]+]", "[x]")
                    .toLowerCase(Locale.ROOT);
            found.put(name, true);
            boolean isPart = known.names().stream().anyMatch(setting -> setting.startsWith(names.group(1)));
            if (!isPart && known.find(ConfigurationPropertyName.of(name), false).isEmpty()) {
                unknown.add(name);
            }
        }
        assertThat(found).hasSizeGreaterThan(20);
        assertThat(unknown).isEmpty();
    }
}
