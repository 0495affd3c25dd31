// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// One large file that an agent in a process of its own reads by as many requests as it has connections, with a real
/// broker and real bytes. One test, because each process costs seconds: its stages follow each other.
@Tag("it")
class StreamsOfAgentsTest {
    /// Forty seconds and more by one request that reads.
    private static final int LARGE = 42_000_000;

    private static final int SMALL = 1_000_000;

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void nothingIsOpen() {
        open.clear();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private static ConditionFactory soon(String what) {
        return await().alias(what).atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100));
    }

    private AgentProcess agent(TestKafka kafka, Path key, String name) throws IOException {
        AgentProcess agent = AgentProcess.quick(
                folder,
                name,
                kafka.bootstrap(),
                "--key-file",
                key.toString(),
                "--set",
                "tcn.agents.self.finish=1s",
                "--set",
                "tcn.agent.cancel-grace=2s",
                "--set",
                "tcn.agent.streams=4");
        open.add(agent);
        return agent;
    }

    private static Map<String, String> settings(TestKafka kafka, Path key) {
        return Map.of(
                "tcn.agents.enabled", "true",
                "tcn.agents.brokers", kafka.bootstrap(),
                "tcn.agents.key-file", key.toString(),
                "tcn.agents.lost-after", "8s",
                "tcn.agents.in-process", "never",
                "tcn.agent.cancel-grace", "2s",
                "tcn.pipes.min-connections", "6",
                "tcn.control.interval", "500ms");
    }

    private static String submit(
            Client server, LoggedStorage from, LoggedStorage to, String path, int bytes, String params)
            throws IOException {
        return server.submit("{\"files\": [{\"sources\": [\"" + from.put(path, bytes) + "\"], \"destinations\": [\""
                + to.url(path) + "\"]}], \"params\": {\"retry\": 0" + params + "}}");
    }

    private static boolean isOver(Client server, String job) {
        return !server.get("/jobs/" + job).json().path("job_finished").isNull();
    }

    private static void assertFinished(Client server, String job, LoggedStorage to, String path, int bytes)
            throws IOException {
        soon("job " + job + " is over").until(() -> isOver(server, job));
        JsonNode ended = server.get("/jobs/" + job + "?files=file_state,reason").json();
        assertThat(ended.path("job_state").asString()).as(ended.toString()).isEqualTo("FINISHED");
        assertThat(Files.readAllBytes(to.file(path))).isEqualTo(LoggedStorage.content(path, bytes));
    }

    private static long begun(LoggedStorage to, String path) {
        return to.events().stream()
                .filter(event -> event.kind() == StorageEvent.Kind.WRITING
                        && event.path().equals(path))
                .count();
    }

    /// Those that count, and those that have moved bytes as the agents tell.
    private static List<Integer> connections(Client server) {
        JsonNode pipe = server.get("/tcn/v1/pipes").json().path(0);
        return List.of(
                pipe.path("activeConnections").asInt(-2),
                pipe.path("movingConnections").asInt(-2));
    }

    private static String holder(Client server) {
        for (JsonNode agent : server.get("/tcn/v1/agents").json().path("agents")) {
            if (agent.path("running").asInt() == 1) {
                return agent.path("name").asString();
            }
        }
        return "";
    }

    @Test
    void aLargeFileHasTheConnectionsThatOthersLeaveWhateverBecomesOfItsAgentOrServer() throws Exception {
        TestKafka kafka = TestKafka.prepare(folder.resolve("kafka"));
        open.add(kafka);
        kafka.start();
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        Path key = Files.write(folder.resolve("agents.key"), secret);
        // 1 MB/s for each request that reads.
        LoggedStorage from = LoggedStorage.start(folder.resolve("from"), builder -> builder.connectionBps(8e6));
        open.add(from);
        LoggedStorage to = LoggedStorage.start(folder.resolve("to"));
        open.add(to);
        Map<String, AgentProcess> agents = Map.of("a", agent(kafka, key, "a"), "b", agent(kafka, key, "b"));
        RunningServer first = RunningServer.start(folder, settings(kafka, key));
        open.add(first);
        Client server = first.demo();
        soon("both agents are ready").until(() -> {
            int ready = 0;
            for (JsonNode agent : server.get("/tcn/v1/agents").json().path("agents")) {
                ready += agent.path("state").asString().equals("READY") ? 1 : 0;
            }
            return ready == 2;
        });

        // n is 6, and the agent's own setting is 4.
        String killed = submit(server, from, to, "/killed", LARGE, "");
        soon("four connections move").until(() -> connections(server).equals(List.of(4, 4)));
        // Others need them: they are given back, and come again.
        List<String> small = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            small.add(submit(server, from, to, "/small-" + i, SMALL, ""));
        }
        soon("all six run").until(() -> to.beingWritten() == 6 || small.stream().allMatch(job -> isOver(server, job)));
        for (int i = 0; i < 5; i++) {
            assertFinished(server, small.get(i), to, "/small-" + i, SMALL);
        }
        soon("four connections move again")
                .until(() -> isOver(server, killed) || connections(server).equals(List.of(4, 4)));
        assertThat(isOver(server, killed)).isFalse();
        Objects.requireNonNull(agents.get(holder(server))).kill();
        soon("the other agent has four")
                .until(() -> begun(to, "/killed") == 2 && connections(server).equals(List.of(4, 4)));
        assertFinished(server, killed, to, "/killed", LARGE);
        soon("nothing counts").until(() -> connections(server).getFirst() == 0);

        // The job says how many streams a file may have.
        String two = submit(server, from, to, "/two", LARGE, ", \"nostreams\": 2");
        soon("two connections move").until(() -> connections(server).equals(List.of(2, 2)));
        assertThat(server.delete("/jobs/" + two).status()).isEqualTo(200);
        soon("nothing counts").until(() -> connections(server).getFirst() == 0);

        String led = submit(server, from, to, "/led", LARGE, "");
        soon("four connections move").until(() -> connections(server).equals(List.of(4, 4)));
        first.close();
        open.remove(first);
        RunningServer next = RunningServer.start(folder, settings(kafka, key));
        open.add(next);
        Client heir = next.demo();
        soon("the next server counts what the agent uses")
                .until(() -> isOver(heir, led) || connections(heir).equals(List.of(4, 4)));
        assertThat(isOver(heir, led)).isFalse();
        assertFinished(heir, led, to, "/led", LARGE);
        assertThat(begun(to, "/led")).isEqualTo(1);
    }
}
