// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.store.outbox.MessageKind;
import io.tcn.api.store.outbox.OutboxRow;
import io.tcn.api.store.outbox.OutboxStore;
import io.tcn.api.text.StorageUrl;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// What a running server writes into the outbox while its broker is away. One server for all, its outbox empty
/// before each test.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class OutboxContract {
    private Path folder = Path.of("");
    private @Nullable RunningServer server;
    private @Nullable LoggedStorage storage;

    /// JDBC address of an empty database, null for H2 in the server's folder.
    abstract @Nullable String url() throws Exception;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Map<String, String> settings = new HashMap<>(Map.of(
                "tcn.events.kafka.bootstrap-servers", "127.0.0.1:9",
                "tcn.events.kafka.endpnt", "fts.example.org",
                "tcn.events.kafka.properties[max.block.ms]", "500"));
        String url = url();
        if (url != null) {
            settings.put("spring.datasource.url", url);
        }
        storage = LoggedStorage.start(folder.resolve("storage"));
        server = RunningServer.start(folder, settings);
    }

    @BeforeEach
    void emptyOutbox() {
        server().server().bean(JdbcTemplate.class).update("delete from outbox");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        if (storage != null) {
            storage.close();
        }
    }

    private RunningServer server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    private LoggedStorage storage() {
        if (storage == null) {
            throw new IllegalStateException("not started");
        }
        return storage;
    }

    private OutboxStore outbox() {
        return server().server().bean(OutboxStore.class);
    }

    private String submit(URI source, URI destination, String params) {
        return server().demo()
                .submit("{\"files\": [{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + destination
                        + "\"]}], \"params\": " + params + "}");
    }

    private List<String> told(String job) {
        List<String> told = new ArrayList<>();
        for (OutboxRow row : outbox().next(1000)) {
            OutboxRow.FileFacts file = row.file();
            if (file != null && file.job().id().equals(job)) {
                String job1 = row.kind() == MessageKind.STATE ? " " + row.then().jobState() : "";
                told.add(row.kind() + " " + row.then().state() + job1);
            }
        }
        return told;
    }

    @Test
    void everyChangeIsWrittenInOrder() throws Exception {
        String job = submit(storage().put("/in/a", 1000), storage().url("/out/a"), "{}");
        server().awaitEnd(server().demo(), job);

        assertThat(told(job))
                .containsExactly(
                        "STATE QUEUED SUBMITTED",
                        "STATE CLAIMED SUBMITTED",
                        "START ACTIVE",
                        "STATE ACTIVE ACTIVE",
                        "COMPLETE FINISHED",
                        "STATE FINISHED FINISHED");
        OutboxRow complete = outbox().next(1000).stream()
                .filter(row -> row.kind() == MessageKind.COMPLETE)
                .findFirst()
                .orElseThrow();
        Instant started = complete.then().started();
        assertThat(started).isNotNull().isBeforeOrEqualTo(complete.happened());
        assertThat(complete.then().sizeBytes()).isEqualTo(1000);
        assertThat(complete.then().attempt()).isEqualTo(1);
    }

    @Test
    void aRetriedAttemptHasItsEndWithTheTimeOfItsStart() throws Exception {
        URI gone = URI.create("http://127.0.0.1:9/f");
        String job = submit(gone, storage().url("/out/b"), "{\"retry\": 1, \"retry_delay\": 1}");
        server().awaitEnd(server().demo(), job);

        assertThat(told(job))
                .filteredOn(row -> row.startsWith("COMPLETE"))
                .containsExactly("COMPLETE QUEUED", "COMPLETE FAILED");
        assertThat(outbox().next(1000).stream()
                        .filter(row -> row.kind() == MessageKind.COMPLETE)
                        .toList())
                .allSatisfy(row -> {
                    assertThat(row.then().recoverable()).isTrue();
                    assertThat(row.then().reason()).startsWith("SOURCE [112] ");
                });
    }

    @Test
    void aCancelledTransferEndsOnceAndUnusedHopsDoNot() throws Exception {
        URI gone = URI.create("http://127.0.0.1:9/f");
        String job = submit(gone, storage().url("/out/c"), "{\"retry\": 3, \"retry_delay\": 600}");
        await().atMost(Duration.ofSeconds(30)).until(() -> told(job).contains("COMPLETE QUEUED"));
        server().demo().delete("/jobs/" + job);
        assertThat(told(job)).endsWith("COMPLETE CANCELED", "STATE CANCELED CANCELED");

        URI middle = storage().url("/hop");
        String hops = server().demo()
                .submit("{\"files\": [{\"sources\": [\"" + gone + "\"], \"destinations\": [\"" + middle
                        + "\"]}, {\"sources\": [\"" + middle + "\"], \"destinations\": [\""
                        + storage().url("/end")
                        + "\"]}], \"params\": {\"multihop\": true}}");
        server().awaitEnd(server().demo(), hops);
        assertThat(told(hops)).filteredOn(row -> row.startsWith("COMPLETE")).containsExactly("COMPLETE FAILED");
        assertThat(outbox().next(1000).stream()
                        .map(OutboxRow::file)
                        .filter(file -> file != null && file.job().id().equals(hops) && file.index() == 0)
                        .toList())
                .allSatisfy(file -> assertThat(file)
                        .extracting(
                                hop -> hop.ends().finalDestination(),
                                hop -> hop.ends().isLastHop())
                        .containsExactly(new StorageUrl(storage().url("/end").toString()), false));
    }

    @Test
    void whatIsDeletedOrBuriedIsNotReadAgain() throws Exception {
        String job = submit(storage().put("/in/d", 10), storage().url("/out/d"), "{}");
        server().awaitEnd(server().demo(), job);
        List<Long> seqs = outbox().next(2).stream().map(OutboxRow::seq).toList();

        outbox().delete(seqs.subList(0, 1));
        // Not so long ago that the server itself would forget it.
        Instant buried = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        outbox().bury(seqs.get(1), "x".repeat(1000), buried);
        assertThat(outbox().next(100)).hasSize(4).extracting(OutboxRow::seq).doesNotContainAnyElementsOf(seqs);
        assertThat(outbox().waiting()).isEqualTo(4);
        assertThat(outbox().buried()).isEqualTo(1);
        assertThat(outbox().deleteBuried(buried)).isZero();
        assertThat(outbox().deleteBuried(buried.plusSeconds(1))).isEqualTo(1);
        assertThat(outbox().origin()).hasSize(36).isEqualTo(outbox().origin());
    }

    @Test
    @Order(Integer.MAX_VALUE) // the publisher does not start again
    void theServerStopsWithinSecondsWhileTheBrokerIsAwayAndSaysWhatIsWrong() throws Exception {
        String job = submit(storage().put("/in/e", 10), storage().url("/out/e"), "{}");
        server().awaitEnd(server().demo(), job);
        EventBacklog backlog = server().server().bean(EventBacklog.class);
        await().atMost(Duration.ofSeconds(30)).until(() -> backlog.lastError() != null);

        assertThat(backlog.sent()).isZero();
        assertThat(backlog.waiting()).isPositive();
        EventPublisher publisher = server().server().bean(EventPublisher.class);
        publisher.stop();
        assertThat(publisher.isRunning()).isFalse();
    }

    @Test
    void withoutABrokerNothingIsWritten() throws Exception {
        try (RunningServer silent = RunningServer.start(folder.resolve("silent"), Map.of())) {
            String job = silent.demo()
                    .submit("{\"files\": [{\"sources\": [\"" + storage().put("/in/f", 10) + "\"], \"destinations\": [\""
                            + storage().url("/out/f") + "\"]}]}");
            silent.awaitEnd(silent.demo(), job);
            Long rows =
                    silent.server().bean(JdbcTemplate.class).queryForObject("select count(*) from outbox", Long.class);
            assertThat(rows).isZero();
        }
    }
}
