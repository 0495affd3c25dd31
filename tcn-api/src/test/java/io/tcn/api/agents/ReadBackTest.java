// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.agents.FormerOrders.goneOn;
import static io.tcn.api.agents.FormerOrders.origin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.remote.KafkaAccess;
import io.tcn.agent.remote.KafkaLink;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Seal;
import io.tcn.agent.remote.Topics;
import io.tcn.agent.remote.Wire;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.api.harness.TestKafka;
import io.tcn.api.loop.Loops;
import io.tcn.api.runtime.SystemTime;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents told while no server led, and are not there any more to tell again; with a real broker.
@Tag("it")
class ReadBackTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(4);

    /// One broker for all, each with topics of its own.
    @TempDir
    private static Path folder;

    private static TestKafka kafka;
    private static KafkaAccess access;

    private final SystemTime time = new SystemTime();
    private final AgentDataPlane local =
            new AgentDataPlane(AgentSettings.builder().build());
    private final List<Instant> noted = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        kafka = TestKafka.prepare(folder.resolve("kafka"));
        kafka.start();
        access = new KafkaAccess(kafka.bootstrap(), Map.of());
    }

    @AfterEach
    void closePlane() {
        local.close();
    }

    @AfterAll
    static void stop() throws Exception {
        kafka.close();
    }

    /// A server that leads; its data plane has begun.
    private final class Server implements AutoCloseable {
        private final Answers answers = new Answers();
        private final RemoteDataPlane plane;
        private final KafkaAgents way;

        /// @param since until when servers before it have noted that they heard agents
        private Server(long epoch, Topics topics, @Nullable Instant since, GoneOn... attempts) {
            plane = TestPlanes.of(
                    local, time, new AgentRules(LOST_AFTER, Duration.ZERO, false, true), new CutOffNews.InLog());
            plane.adopt(List.of(attempts), answers);
            way = new KafkaAgents(
                    access,
                    topics,
                    Seal.none(),
                    epoch,
                    plane,
                    (transfer, side) -> Optional.empty(),
                    true,
                    new RecordedOrders.Notes(orders -> {}, numbers -> {}),
                    new HeardMark(since, noted::add),
                    time,
                    new Loops(time));
            plane.open(epoch, new AgentRegistry(epoch, LOST_AFTER), way);
            way.start();
        }

        private void awaitAnswers(String... expected) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(List.copyOf(answers.given)).containsExactlyInAnyOrder(expected));
        }

        @Override
        public void close() {
            plane.close();
        }
    }

    private void tell(Topics topics, Message... messages) throws Exception {
        try (KafkaLink agent = new KafkaLink(access, new Wire(Seal.none()), "a")) {
            assertThat(agent.makeTopics(topics, List.of("a"))).isNull();
            for (Message message : messages) {
                CompletableFuture<Boolean> there = new CompletableFuture<>();
                agent.send(topics.progress(), null, "p", message, failure -> there.complete(failure == null));
                assertThat(there.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void endsOfAgentsThatAreGoneAreKnownAndWhatNobodyHasEndedIsTriedAgain() throws Exception {
        Topics topics = new Topics("tcn.one.");
        Instant began = time.now();
        tell(
                topics,
                new Message.Prepared(origin(4), 10, 1, null),
                new Message.Moved("i-a", "p", 7, 5_000, List.of()),
                new Message.Finished(origin(1), 10, null),
                new Message.Finished(origin(1), 10, null),
                new Message.Failed(
                        origin(2), ErrorCode.SOURCE_NOT_FOUND, "no such file", null, null, null, true, null, null),
                new Message.Canceled(origin(3), true));

        // It dies before it has written any of it down; the next one hears the same.
        for (long epoch = 5; epoch <= 6; epoch++) {
            try (Server server = new Server(
                    epoch,
                    topics,
                    began,
                    goneOn(1, true, false),
                    goneOn(2, true, false),
                    goneOn(3, true, true),
                    goneOn(4, false, false),
                    goneOn(5, true, false))) {
                server.awaitAnswers(
                        "finished 1/2 10 null",
                        "failed 2/2 clean",
                        "canceled 3/2 clean",
                        "failed 4/2 clean",
                        "failed 5/2 dirty");
                assertThat(server.answers.failures)
                        .extracting(failure -> failure.code())
                        .startsWith(ErrorCode.SOURCE_NOT_FOUND)
                        .endsWith(ErrorCode.SERVER_RESTARTED, ErrorCode.SERVER_RESTARTED);
            }
        }
        assertThat(noted)
                .isNotEmpty()
                .allSatisfy(mark -> assertThat(mark)
                        .isBetween(began.minus(HeardMark.BEHIND), time.now().minus(HeardMark.BEHIND)));
    }

    @Test
    void whatWasHeardBeforeIsNotReadAgain() throws Exception {
        Topics topics = new Topics("tcn.two.");
        tell(topics, new Message.Finished(origin(1), 10, null));
        Instant heard = time.now().plusMillis(1);
        try (Server server = new Server(5, topics, heard, goneOn(1, true, false))) {
            server.awaitAnswers("failed 1/2 dirty");
        }
        try (Server server = new Server(6, topics, null, goneOn(1, true, false))) {
            server.awaitAnswers("failed 1/2 dirty");
        }
    }
}
