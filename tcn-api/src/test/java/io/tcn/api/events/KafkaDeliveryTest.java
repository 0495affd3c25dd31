// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.ClosedAfterEach;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.ServerProcess;
import io.tcn.api.harness.TestKafka;
import io.tcn.api.harness.TestKafka.Received;
import io.tcn.api.store.outbox.OutboxStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Messages that reach a real broker, whatever happens on the way.
@Tag("it")
class KafkaDeliveryTest {
    /// Six messages each: more than two batches of the publisher.
    private static final int TRANSFERS = 200;

    private static final int PER_JOB = 40;

    @TempDir
    private Path folder = Path.of("");

    @RegisterExtension
    final ClosedAfterEach open = new ClosedAfterEach();

    private TestKafka kafka() throws IOException {
        return open.add(TestKafka.prepare(folder.resolve("kafka")));
    }

    private LoggedStorage storage(String name, double connectionBps) throws IOException {
        return open.add(LoggedStorage.start(
                folder.resolve(name), builder -> connectionBps > 0 ? builder.connectionBps(connectionBps) : builder));
    }

    private static String json(List<String> files) {
        return "{\"files\": [" + String.join(",", files)
                + "], \"params\": {\"retry\": 1, \"retry_delay\": 1, \"job_metadata\": {\"issuer\": \"rucio\"}}}";
    }

    private static String file(URI source, URI destination, int i) {
        return "{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + destination
                + "\"], \"metadata\": {\"request_id\": \"r-" + i + "\"}}";
    }

    /// Messages by transfer, each id once, in the order in which they first arrived; a message that came twice was the
    /// same twice.
    private static Map<String, List<Received>> byTransfer(List<Received> messages) {
        Map<String, Received> firsts = new LinkedHashMap<>();
        for (Received message : messages) {
            Received first = firsts.putIfAbsent(message.id(), message);
            assertThat(first == null || first.json().equals(message.json()))
                    .as("%s came twice and differs", message.id())
                    .isTrue();
        }
        Map<String, List<Received>> byTransfer = new TreeMap<>();
        firsts.values().forEach(message -> {
            assertThat(message.json().path("file_id").asString()).isEqualTo(message.key());
            byTransfer.computeIfAbsent(message.key(), key -> new ArrayList<>()).add(message);
        });
        return byTransfer;
    }

    private static List<String> of(List<Received> messages, String topic, String field) {
        return messages.stream()
                .filter(message -> message.topic().equals(topic))
                .map(message -> message.json().path(field).asString())
                .toList();
    }

    private static void assertInOrder(List<Received> messages) {
        for (String topic : List.of("start", "complete", "state")) {
            assertThat(messages.stream()
                            .filter(message -> message.topic().equals(topic))
                            .map(Received::seq)
                            .toList())
                    .isSorted();
        }
    }

    @Test
    void aBrokerThatIsAwayForAWholeRunGetsEverythingAfterwards() throws Exception {
        TestKafka kafka = kafka();
        LoggedStorage from = storage("from", 0);
        LoggedStorage to = storage("to", 0);
        try (RunningServer server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.events.kafka.bootstrap-servers", kafka.bootstrap(),
                        "tcn.pipes.min-connections", "16",
                        "tcn.control.interval", "500ms"))) {
            List<String> jobs = new ArrayList<>();
            for (int job = 0; job < TRANSFERS / PER_JOB; job++) {
                List<String> files = new ArrayList<>();
                for (int i = job * PER_JOB; i < (job + 1) * PER_JOB; i++) {
                    files.add(file(from.put("/in/" + i, 100), to.url("/out/" + i), i));
                }
                jobs.add(server.demo().submit(json(files)));
            }
            for (String job : jobs) {
                assertThat(server.awaitEnd(server.demo(), job).path("job_state").stringValue())
                        .isEqualTo("FINISHED");
            }
            EventBacklog backlog = server.server().bean(EventBacklog.class);
            assertThat(backlog.sent()).isZero();
            assertThat(backlog.waiting()).isEqualTo(6L * TRANSFERS);
            await().atMost(Duration.ofSeconds(30)).until(() -> backlog.lastError() != null);

            kafka.start();
            // The database is told first that they are sent, the counter next.
            await().atMost(Duration.ofMinutes(2)).until(() -> backlog.sent() == 6L * TRANSFERS);
            assertThat(backlog.waiting()).isZero();
            await().atMost(Duration.ofSeconds(30)).until(() -> backlog.lastError() == null);
            Map<String, List<Received>> arrived = byTransfer(kafka.messages());
            assertThat(arrived).hasSize(TRANSFERS);
            arrived.values().forEach(messages -> {
                assertThat(of(messages, "state", "file_state"))
                        .containsExactly("SUBMITTED", "READY", "ACTIVE", "FINISHED");
                assertThat(of(messages, "start", "transfer_id")).isEqualTo(of(messages, "complete", "tr_id"));
                assertThat(of(messages, "complete", "t_final_transfer_state")).containsExactly("Ok");
                assertInOrder(messages);
            });

            // It goes away once more and comes back: what happened in between follows.
            kafka.stop();
            String late = server.demo().submit(json(List.of(file(from.put("/in/late", 10), to.url("/out/late"), -1))));
            server.awaitEnd(server.demo(), late);
            assertThat(backlog.waiting()).isPositive();
            kafka.start();
            await().atMost(Duration.ofMinutes(2)).until(() -> backlog.waiting() == 0);
            assertThat(byTransfer(kafka.messages())).hasSize(TRANSFERS + 1);
        }
    }

    @Test
    void aMessageThatIsTooLongIsPutAsideAndOthersGoOn() throws Exception {
        TestKafka kafka = kafka();
        kafka.start();
        LoggedStorage storage = storage("one", 0);
        try (RunningServer server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.events.kafka.bootstrap-servers",
                        kafka.bootstrap(),
                        // The client refuses what is longer than this; a message has 3 kB and its metadata.
                        "tcn.events.kafka.properties[max.request.size]",
                        "5500"))) {
            List<String> files = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String text = i == 1 ? "x".repeat(3900) : "y";
                files.add("{\"sources\": [\"" + storage.put("/in/" + i, 10) + "\"], \"destinations\": [\""
                        + storage.url("/out/" + i) + "\"], \"metadata\": {\"text\": \"" + text + "\"}}");
            }
            server.awaitEnd(server.demo(), server.demo().submit(json(files)));
            EventBacklog backlog = server.server().bean(EventBacklog.class);
            await().atMost(Duration.ofMinutes(1)).until(() -> backlog.waiting() == 0);

            assertThat(backlog.unsendable()).isPositive().isEqualTo(backlog.keptUnsendable());
            assertThat(server.server().bean(OutboxStore.class).buried()).isEqualTo(backlog.unsendable());
            Map<String, List<Received>> arrived = byTransfer(kafka.messages());
            assertThat(arrived.values().stream().filter(messages -> messages.size() == 6))
                    .hasSize(2);
        }
    }

    @Test
    void aServerThatIsKilledWithMessagesPendingSendsThemAfterItsNextStart() throws Exception {
        TestKafka kafka = kafka();
        Path data = folder.resolve("data");
        String[] settings = {
            "--set", "tcn.events.kafka.bootstrap-servers=" + kafka.bootstrap(),
            "--set", "tcn.agent.cancel-grace=1s",
            "--set", "tcn.pipes.min-connections=4",
            "--set", "tcn.pipes.max-connections=4",
            "--interval", "1s"
        };
        // 100 kB in about 0.8 s
        LoggedStorage from = storage("from", 1e6);
        LoggedStorage to = storage("to", 0);
        int files = 40;
        String job;
        try (ServerProcess server = ServerProcess.start(data, folder.resolve("first"), settings)) {
            try (Client client = Client.demo(server.port(), data)) {
                List<String> all = new ArrayList<>();
                for (int i = 0; i < files; i++) {
                    all.add(file(from.put("/in/" + i, 100_000), to.url("/out/" + i), i));
                }
                job = client.submit(json(all));
                await().atMost(Duration.ofMinutes(1))
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> to.files().stream()
                                                .filter(name -> name.startsWith("/out/"))
                                                .count()
                                        >= 5
                                && to.beingWritten() > 0);
            }
            server.kill();
        }
        kafka.start();
        try (ServerProcess server = ServerProcess.start(data, folder.resolve("second"), settings);
                Client client = Client.demo(server.port(), data)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> client.get("/jobs/" + job).text("job_state").equals("FINISHED"));
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(ends(kafka.messages()))
                            .hasSize(files)
                            .containsValue("FINISHED")
                            .values()
                            .containsOnly("FINISHED"));
            Map<String, List<Received>> arrived = byTransfer(kafka.messages());
            arrived.values().forEach(messages -> {
                // Every attempt that began has ended, those that died with the server too.
                assertThat(of(messages, "complete", "tr_id")).containsAll(of(messages, "start", "transfer_id"));
                assertThat(of(messages, "complete", "t_final_transfer_state")).endsWith("Ok");
                assertInOrder(messages);
            });
            assertThat(arrived.values().stream()
                            .flatMap(messages -> of(messages, "complete", "t_final_transfer_state").stream())
                            .filter("Error"::equals))
                    .as("attempts that died with the server")
                    .isNotEmpty();
            assertThat(server.stop()).as("exit code after SIGTERM").isZero();
        }
    }

    /// The last state told of each transfer.
    private static Map<String, String> ends(List<Received> messages) {
        Map<String, String> ends = new HashMap<>();
        byTransfer(messages).forEach((transfer, own) -> {
            List<String> states = of(own, "state", "file_state");
            ends.put(transfer, states.isEmpty() ? "" : states.getLast());
        });
        return ends;
    }
}
