// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.agents.AgentTrial.assertFinished;
import static io.tcn.api.agents.AgentTrial.assertWhole;
import static io.tcn.api.agents.AgentTrial.begun;
import static io.tcn.api.agents.AgentTrial.count;
import static io.tcn.api.agents.AgentTrial.soon;
import static io.tcn.api.agents.AgentTrial.submit;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.HeaderStorage;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.ServerProcess;
import io.tcn.api.harness.TestCollector;
import io.tcn.api.harness.TestKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server, agents in processes of their own, a real broker and real bytes. One test, because each process
/// costs seconds: its stages follow each other.
@Tag("it")
class RemoteAgentsTest {
    private static final int CONNECTIONS = 4;

    private static final int SMALL = 100_000;
    /// Some eight seconds at the rate of the slow storage.
    private static final int LARGE = 8_000_000;

    @TempDir
    private Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    private ServerProcess serverProcess(AgentTrial trial, TestCollector collector) throws IOException {
        List<String> options = new ArrayList<>(List.of("--set", "tcn.otlp.collector=" + collector.url()));
        trial.settings(CONNECTIONS).forEach((name, value) -> options.addAll(List.of("--set", name + "=" + value)));
        return open.add(ServerProcess.start(
                folder.resolve("data"), folder.resolve("server.txt"), options.toArray(String[]::new)));
    }

    private static JsonNode agents(Client server) {
        return server.get("/tcn/v1/agents").json();
    }

    /// The state of the last process of a name.
    private static Set<String> states(Client server, String name) {
        Set<String> states = new TreeSet<>();
        agents(server).path("agents").forEach(agent -> {
            if (agent.path("name").asString().equals(name)) {
                states.add(agent.path("state").asString());
            }
        });
        return states;
    }

    private static int running(Client server, String name) {
        int running = 0;
        for (JsonNode agent : agents(server).path("agents")) {
            running += agent.path("name").asString().equals(name)
                    ? agent.path("running").asInt()
                    : 0;
        }
        return running;
    }

    private static long unreadable(Client server, String name) {
        long count = 0;
        for (JsonNode agent : agents(server).path("agents")) {
            count += agent.path("name").asString().equals(name)
                    ? agent.path("unreadable").asLong()
                    : 0;
        }
        return count;
    }

    private static long written(LoggedStorage to, String path) {
        return count(to, StorageEvent.Kind.WRITTEN, path);
    }

    @Test
    void agentsMoveFilesWhateverBecomesOfThem() throws Exception {
        AgentTrial trial = AgentTrial.start(folder, open);
        LoggedStorage from = open.add(LoggedStorage.start(folder.resolve("from")));
        LoggedStorage to = open.add(LoggedStorage.start(folder.resolve("to"), builder -> builder.connectionBps(8e6)));
        AgentProcess a = trial.agent("a", "--near", "127.0.0.1:" + to.port());
        AgentProcess b = trial.agent("b");
        TestCollector collector = open.add(TestCollector.start());
        ServerProcess process = serverProcess(trial, collector);
        Client server = open.add(Client.demo(process.port(), folder.resolve("data")));

        soon("both agents are ready")
                .until(() -> states(server, "a").contains("READY")
                        && states(server, "b").contains("READY"));
        assertFinished(server, submit(server, from, to, "/first", SMALL));
        assertWhole(to, "/first", SMALL);

        anAttemptIsInTheTraceOfItsJob(server, collector);
        whatIsCancelledLeavesNothing(server, from, to);
        copiesOfCommandsAndRogueMessagesDoNothing(trial.kafka(), server, to);
        anotherFinishesWhatAKilledAgentHad(server, from, to, a);
        AgentProcess c = anAgentThatWakesUpPublishesNothing(server, from, to, b, () -> trial.agent("c"));

        String crashed = submit(server, from, to, "/crash", LARGE);
        soon("c copies").until(() -> running(server, "c") == 1 && to.beingWritten() == 1);
        process.kill();
        RunningServer next = open.add(RunningServer.start(folder, trial.settings(CONNECTIONS)));
        assertFinished(next.demo(), crashed);
        assertWhole(to, "/crash", LARGE);
        assertThat(begun(to, "/crash")).isEqualTo(1);

        aBrokerThatIsAwayIsToldAndComesBack(trial.kafka(), next.demo(), from, to);
        String left = aServerThatStopsLeavesItsTransfersToAgents(next, from, to);
        open.forget(next);
        RunningServer last = open.add(RunningServer.start(folder, trial.settings(CONNECTIONS)));
        assertFinished(last.demo(), left);
        assertWhole(to, "/restart", LARGE);
        assertThat(begun(to, "/restart")).isEqualTo(1);
        assertThat(c.stop()).isZero();
        assertThat(to.beingWritten()).isZero();
    }

    /// The server keeps the spans; the agent sends the header on.
    private static void anAttemptIsInTheTraceOfItsJob(Client server, TestCollector collector) throws IOException {
        try (HeaderStorage from = HeaderStorage.start();
                HeaderStorage to = HeaderStorage.start()) {
            String job = server.submit("{\"files\": [{\"sources\": [\"" + from.put("/f", 1000)
                    + "\"], \"destinations\": [\"" + to.url("/g") + "\"]}], \"params\": {\"retry\": 0}}");
            assertFinished(server, job);
            String trace = job.replace("-", "");
            soon("the spans are collected").until(() -> names(collector, trace).contains("attempt"));

            assertThat(names(collector, trace)).containsExactly("attempt", "copy", "look", "submission");
            String attempt = collector.spans().stream()
                    .filter(span -> span.getName().equals("attempt") && trace.equals(hex(span.getTraceId())))
                    .map(span -> hex(span.getSpanId()))
                    .findFirst()
                    .orElseThrow();
            List<HeaderStorage.Seen> seen = new ArrayList<>(from.seen("/f"));
            seen.addAll(to.seen("/g"));
            assertThat(seen)
                    .hasSizeGreaterThan(2)
                    .extracting(each -> each.headers().getFirst("traceparent"))
                    .containsOnly("00-" + trace + "-" + attempt + "-01");
        }
    }

    private static List<String> names(TestCollector collector, String trace) {
        return collector.spans().stream()
                .filter(span -> trace.equals(hex(span.getTraceId())))
                .map(Span::getName)
                .sorted()
                .toList();
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static void copiesOfCommandsAndRogueMessagesDoNothing(TestKafka kafka, Client server, LoggedStorage to)
            throws InterruptedException {
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrap(), "max.request.size", 2_000_000);
        int events = to.events().size();
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", kafka.bootstrap(), "auto.offset.reset", "earliest"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            TopicPartition commands = new TopicPartition("tcn.agents.commands.a", 0);
            consumer.assign(List.of(commands));
            consumer.seekToBeginning(List.of(commands));
            List<ConsumerRecord<byte[], byte[]>> sent = new ArrayList<>();
            long end = consumer.endOffsets(List.of(commands)).getOrDefault(commands, 0L);
            while (consumer.position(commands) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(sent::add);
            }
            assertThat(sent).hasSizeGreaterThanOrEqualTo(2);
            for (int copy = 0; copy < 3; copy++) {
                for (ConsumerRecord<byte[], byte[]> record : sent.reversed()) {
                    var _ = producer.send(
                            new ProducerRecord<>(record.topic(), 0, record.key(), record.value(), record.headers()));
                }
            }
            for (String topic : List.of(
                    "tcn.agents.commands.a", "tcn.agents.heartbeats", "tcn.agents.progress", "tcn.agents.servers")) {
                byte[] unsigned = "{\"kind\":\"start\"}".getBytes(StandardCharsets.US_ASCII);
                for (byte[] rogue : new byte[][] {unsigned, null, new byte[905_000]}) {
                    var _ = producer.send(new ProducerRecord<>(topic, 0, null, rogue));
                }
            }
            producer.flush();
        }
        soon("rogue messages are counted")
                .until(() -> unreadable(server, "a") >= 6
                        && agents(server).path("unreadable").asLong() >= 6);
        assertThat(states(server, "a")).containsExactly("READY");
        assertThat(to.events()).as("copies of commands did something").hasSize(events);
    }

    private static void whatIsCancelledLeavesNothing(Client server, LoggedStorage from, LoggedStorage to)
            throws IOException {
        String job = submit(server, from, to, "/cancelled", LARGE);
        soon("a copies").until(() -> running(server, "a") == 1 && to.beingWritten() == 1);
        assertThat(server.delete("/jobs/" + job).status()).isEqualTo(200);
        soon("a has stopped").until(() -> running(server, "a") == 0 && to.beingWritten() == 0);
        assertThat(to.has("/cancelled")).isFalse();
    }

    private static void anotherFinishesWhatAKilledAgentHad(
            Client server, LoggedStorage from, LoggedStorage to, AgentProcess a) throws Exception {
        String job = submit(server, from, to, "/killed", LARGE);
        soon("a copies").until(() -> running(server, "a") == 1 && to.beingWritten() == 1);
        a.kill();
        assertFinished(server, job);
        assertWhole(to, "/killed", LARGE);
        assertThat(written(to, "/killed")).isEqualTo(1);
        assertThat(states(server, "a")).containsExactly("LOST");
    }

    /// @return the agent that has taken over
    private static AgentProcess anAgentThatWakesUpPublishesNothing(
            Client server, LoggedStorage from, LoggedStorage to, AgentProcess b, Callable<AgentProcess> third)
            throws Exception {
        String job = submit(server, from, to, "/frozen", LARGE);
        soon("b copies").until(() -> running(server, "b") == 1 && to.beingWritten() == 1);
        b.freeze();
        AgentProcess c = third.call();
        c.awaitOutput("may work");
        assertFinished(server, job);
        assertThat(states(server, "b")).containsExactly("LOST");
        assertWhole(to, "/frozen", LARGE);
        b.wake();
        b.awaitOutput("The lease is lost");
        soon("b is ready again").until(() -> states(server, "b").contains("READY"));
        soon("b has given up its upload").until(() -> to.beingWritten() == 0);
        assertThat(written(to, "/frozen"))
                .as("who was taken for dead published")
                .isEqualTo(1);
        assertThat(to.events().stream()
                        .filter(event -> event.kind() == StorageEvent.Kind.REMOVED
                                && event.path().equals("/frozen")))
                .isEmpty();
        assertWhole(to, "/frozen", LARGE);
        assertThat(b.stop()).isZero();
        return c;
    }

    private static String aServerThatStopsLeavesItsTransfersToAgents(
            RunningServer server, LoggedStorage from, LoggedStorage to) throws Exception {
        String job = submit(server.demo(), from, to, "/restart", LARGE);
        soon("c copies").until(() -> running(server.demo(), "c") == 1 && to.beingWritten() == 1);
        server.close();
        soon("c has finished its upload").until(() -> written(to, "/restart") == 1);
        return job;
    }

    private static void aBrokerThatIsAwayIsToldAndComesBack(
            TestKafka kafka, Client server, LoggedStorage from, LoggedStorage to) throws Exception {
        kafka.stop();
        soon("health tells")
                .until(() -> server.get("/tcn/v1/health").json().toString().contains("Kafka does not answer"));
        assertThat(server.get("/tcn/v1/health").json().path("status").asString())
                .isEqualTo("DEGRADED");
        String job = submit(server, from, to, "/away", SMALL);
        kafka.start();
        assertFinished(server, job);
        assertWhole(to, "/away", SMALL);
    }
}
