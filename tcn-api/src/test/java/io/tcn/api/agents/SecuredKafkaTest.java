// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.agents.AgentTrial.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestKafka;
import io.tcn.api.harness.TestPki;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Server and agent reach a broker that asks for TLS and a password. One test, because each process costs seconds.
@Tag("it")
class SecuredKafkaTest {
    private static final String PASSWORD = "correct-horse";
    private static final int BYTES = 100_000;

    @TempDir
    private Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    /// What an operator sets for the Kafka clients.
    private Map<String, String> client(String password, boolean isTrusted) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"tcn\" password=\""
                        + password + "\";"));
        if (isTrusted) {
            properties.put("ssl.truststore.type", "PEM");
            properties.put(
                    "ssl.truststore.location",
                    folder.resolve("broker/pki/ca.pem").toString());
        }
        Map<String, String> settings = new HashMap<>();
        properties.forEach((name, value) -> settings.put("tcn.agents.properties[" + name + "]", value));
        return settings;
    }

    private AgentProcess agent(String name, TestKafka kafka, Path key, Map<String, String> client, String... more)
            throws IOException {
        List<String> options = new ArrayList<>(List.of("--key-file", key.toString()));
        client.forEach((setting, value) -> options.addAll(List.of("--set", setting + "=" + value)));
        for (String setting : more) {
            options.addAll(List.of("--set", setting));
        }
        return open.add(AgentProcess.quick(folder, name, kafka.secured(), options.toArray(String[]::new)));
    }

    private RunningServer server(String data, TestKafka kafka, Path key, Map<String, String> client)
            throws IOException {
        Map<String, String> settings = new HashMap<>(client);
        settings.putAll(Map.of(
                "tcn.agents.enabled", "true",
                "tcn.agents.brokers", kafka.secured(),
                "tcn.agents.key-file", key.toString(),
                "tcn.agents.in-process", "never",
                "tcn.control.interval", "500ms"));
        return open.add(RunningServer.start(Files.createDirectories(folder.resolve(data)), settings));
    }

    private static String health(RunningServer server) {
        return server.demo().get("/tcn/v1/health").json().toString();
    }

    @Test
    void commandsAndProgressGoOverTlsWithAPasswordAndARefusalSaysWhatToSet() throws Exception {
        TestPki.into(folder.resolve("broker"));
        TestKafka kafka =
                TestKafka.prepareSecured(folder.resolve("kafka"), folder.resolve("broker/pki"), "tcn", PASSWORD);
        open.add(kafka);
        kafka.start();
        Path key = AgentTrial.newKey(folder);
        Path alive = folder.resolve("alive");
        AgentProcess agent = agent("good", kafka, key, client(PASSWORD, true), "tcn.agents.self.alive-file=" + alive);
        AgentProcess wrong = agent("wrong", kafka, key, client("battery-staple", true));
        RunningServer server = server("server", kafka, key, client(PASSWORD, true));
        LoggedStorage from = open.add(LoggedStorage.start(folder.resolve("from")));
        LoggedStorage to = open.add(LoggedStorage.start(folder.resolve("to")));

        soon("the agent is ready")
                .until(() ->
                        server.demo().get("/tcn/v1/agents").json().toString().contains("READY"));
        String job = server.demo()
                .submit("{\"files\": [{\"sources\": [\"" + from.put("/f", BYTES) + "\"], \"destinations\": [\""
                        + to.url("/f") + "\"]}], \"params\": {\"retry\": 0}}");
        soon("the agent has moved the file")
                .until(() -> server.demo()
                        .get("/jobs/" + job)
                        .json()
                        .path("job_state")
                        .asString()
                        .equals("FINISHED"));
        assertThat(Files.readAllBytes(to.file("/f"))).isEqualTo(LoggedStorage.content("/f", BYTES));
        assertThat(health(server)).doesNotContain("Kafka does not answer");

        // A sign of life is acknowledged each half second; a probe looks at the file's age.
        var first = Files.getLastModifiedTime(alive);
        soon("the file of its signs of life grows no older")
                .until(() -> Files.getLastModifiedTime(alive).compareTo(first) > 0);
        assertThat(agent.stop()).isZero();
        assertThat(alive).doesNotExist();

        wrong.awaitOutput("Kafka does not answer");
        assertThat(wrong.output())
                .contains("SaslAuthenticationException", "user and password in tcn.agents.properties[sasl.jaas.config]")
                .doesNotContain("battery-staple");

        RunningServer stranger = server("stranger", kafka, key, client(PASSWORD, false));
        soon("health tells what is missing")
                .until(() -> health(stranger).contains("tcn.agents.properties[ssl.truststore.location]"));
        assertThat(health(stranger)).contains("Kafka does not answer").doesNotContain(PASSWORD);
    }
}
