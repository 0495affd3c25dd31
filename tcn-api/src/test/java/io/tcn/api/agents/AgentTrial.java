// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import tools.jackson.databind.JsonNode;

/// A broker that runs, and the key with which a server and the agents of a test sign what they send over it.
///
/// @param folder where all of them keep what they have
/// @param open closes them
record AgentTrial(Path folder, TestKafka kafka, Path key, ClosedAfterEach open) {
    static AgentTrial start(Path folder, ClosedAfterEach open) throws Exception {
        TestKafka kafka = open.add(TestKafka.prepare(folder.resolve("kafka")));
        kafka.start();
        return new AgentTrial(folder, kafka, newKey(folder), open);
    }

    /// Makes a key for messages to and from agents.
    static Path newKey(Path folder) throws IOException {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return Files.write(folder.resolve("agents.key"), secret);
    }

    /// Starts an agent.
    ///
    /// @param more options as on the command line
    AgentProcess agent(String name, String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--key-file",
                key.toString(),
                "--set",
                "tcn.agents.self.finish=1s",
                "--set",
                "tcn.agent.cancel-grace=2s"));
        options.addAll(List.of(more));
        return open.add(AgentProcess.quick(folder, name, kafka.bootstrap(), options.toArray(String[]::new)));
    }

    /// What a server is started with that gives everything to agents.
    Map<String, String> settings(int minConnections) {
        return Map.of(
                "tcn.agents.enabled",
                "true",
                "tcn.agents.brokers",
                kafka.bootstrap(),
                "tcn.agents.key-file",
                key.toString(),
                "tcn.agents.lost-after",
                "8s",
                "tcn.agents.in-process",
                "never",
                "tcn.agent.cancel-grace",
                "2s",
                "tcn.pipes.min-connections",
                Integer.toString(minConnections),
                "tcn.control.interval",
                "500ms");
    }

    static ConditionFactory soon(String what) {
        return await().alias(what).atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100));
    }

    static String submit(Client server, LoggedStorage from, LoggedStorage to, String path, int bytes)
            throws IOException {
        return submit(server, from, to, path, bytes, "");
    }

    /// @param params more of the job's, each behind a comma
    static String submit(Client server, LoggedStorage from, LoggedStorage to, String path, int bytes, String params)
            throws IOException {
        return server.submit("{\"files\": [{\"sources\": [\"" + from.put(path, bytes) + "\"], \"destinations\": [\""
                + to.url(path) + "\"]}], \"params\": {\"retry\": 0" + params + "}}");
    }

    static boolean isOver(Client server, String job) {
        return !server.get("/jobs/" + job).json().path("job_finished").isNull();
    }

    static void assertFinished(Client server, String job) {
        soon("job " + job + " is over").until(() -> isOver(server, job));
        JsonNode ended = server.get("/jobs/" + job + "?files=file_state,reason").json();
        assertThat(ended.path("job_state").asString()).as(ended.toString()).isEqualTo("FINISHED");
    }

    static void assertWhole(LoggedStorage to, String path, int bytes) throws IOException {
        assertThat(Files.readAllBytes(to.file(path))).isEqualTo(LoggedStorage.content(path, bytes));
    }

    static long begun(LoggedStorage to, String path) {
        return count(to, StorageEvent.Kind.WRITING, path);
    }

    static long count(LoggedStorage to, StorageEvent.Kind kind, String path) {
        return to.events().stream()
                .filter(event -> event.kind() == kind && event.path().equals(path))
                .count();
    }
}
