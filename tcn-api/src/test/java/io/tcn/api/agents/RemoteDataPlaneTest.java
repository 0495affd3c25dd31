// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static io.tcn.api.harness.TestAttempts.PIPE;
import static io.tcn.api.harness.TestAttempts.first;
import static io.tcn.api.harness.TestAttempts.firstOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.Side;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Heartbeat;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.remote.OrderNumber;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.AttemptTrace;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.ShapedBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteDataPlaneTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);

    private final BeatsClock clock = new BeatsClock();
    private final RecordedCommands post = new RecordedCommands();
    private final RecordingPlane local = new RecordingPlane();
    private final Answers answers = new Answers();
    private final RecordingTrace traces = new RecordingTrace();
    /// That of the server, which knows storages: two failures in a row are trouble.
    private final AgentDataPlane storages = new AgentDataPlane(AgentSettings.builder()
            .pauses(new AgentSettings.Pauses(2, Duration.ofMinutes(10), Duration.ofMinutes(10)))
            .build());

    private RemoteDataPlane plane = opened(true);

    @AfterEach
    void end() {
        storages.close();
    }

    /// What is wrong with a storage is known of it, whichever process has met it.
    @Test
    void aStorageThatFailsAtAnAgentFailsAndIsLeftAlone() {
        heard(Beats.of("a"));
        start(1);
        start(2);
        start(3);
        plane.inbox()
                .heard(new Message.Failed(
                        of(1),
                        ErrorCode.DESTINATION_UNAVAILABLE,
                        "it says 503",
                        null,
                        null,
                        null,
                        true,
                        Side.DESTINATION,
                        false));
        assertThat(storages.pauses()).isEmpty();
        plane.inbox()
                .heard(new Message.Failed(
                        of(2),
                        ErrorCode.DESTINATION_UNAVAILABLE,
                        "it says 503",
                        null,
                        null,
                        null,
                        true,
                        Side.DESTINATION,
                        false));

        assertThat(storages.pauses())
                .extracting(pause -> pause.endpoint().host())
                .containsExactly("b.example.org");
        assertThat(storages.health())
                .filteredOn(health -> health.endpoint().host().equals("b.example.org"))
                .singleElement()
                .satisfies(health -> {
                    assertThat(health.attempts()).isEqualTo(2);
                    assertThat(health.failures()).isEqualTo(2);
                    assertThat(health.failingSince()).isNotNull();
                });
        int given = post.sent.size();
        start(4);
        assertThat(post.sent).hasSize(given);
        assertThat(answers.failures.getLast().code()).isEqualTo(ErrorCode.ENDPOINT_PAUSED);
        assertThat(answers.failures.getLast().message())
                .contains("b.example.org", "DESTINATION_UNAVAILABLE")
                .doesNotContain("it says 503");

        // One that was under way gets through: the trouble is over.
        plane.proceed(firstOf(3));
        plane.inbox().heard(new Message.Prepared(of(3), 10, 1, null));
        plane.inbox().heard(new Message.Finished(of(3), 10, null));
        assertThat(storages.pauses()).isEmpty();
        start(5);
        assertThat(post.sent.size()).isGreaterThan(given + 1);
    }

    @Test
    void aFailureOfASingleFileIsCountedAndPausesNobody() {
        heard(Beats.of("a"));
        for (int i = 1; i <= 5; i++) {
            start(i);
            plane.inbox()
                    .heard(new Message.Failed(
                            of(i), ErrorCode.SOURCE_NOT_FOUND, "no such file", null, null, null, true, null, null));
        }
        assertThat(storages.pauses()).isEmpty();
        assertThat(storages.health())
                .filteredOn(health -> health.endpoint().host().equals("a.example.org"))
                .singleElement()
                .satisfies(health -> assertThat(health.failures()).isEqualTo(5));
    }

    @Test
    void theTraceOfAnAttemptGoesWithItsOrderAndEndsWithItsReport() {
        heard(Beats.of("a"));
        start(1);
        RemoteOrder order = post.orders.getFirst();
        Message.Start sent = order.complete((Message.Start) post.sent.getFirst(), (transfer, side) -> Optional.empty());
        Message.Start again =
                order.complete((Message.Start) post.sent.getFirst(), (transfer, side) -> Optional.empty());
        assertThat(sent.traceparent()).isEqualTo("parent of 1").isEqualTo(again.traceparent());
        plane.inbox().heard(new Message.Prepared(of(1), 10, 1, null));
        plane.proceed(firstOf(1));
        plane.inbox().heard(new Message.Finished(of(1), 10, null));
        plane.inbox().heard(new Message.Finished(of(1), 10, null));

        assertThat(traces.heard).containsExactly("look", "copy", "ended");
    }

    @Test
    void aTraceEndsWithItsAgentAndOneThatBeginsAfterwardsAtOnce() {
        heard(Beats.of("a"));
        start(1);
        start(2);
        assertThat(post.orders.getFirst().trace.parent()).isNotNull();
        clock.pass(LOST_AFTER.plusSeconds(1));
        plane.inbox().readUpTo(clock.nanoTime());
        assertThat(traces.heard).containsExactly("look", "SERVER_RESTARTED");
        assertThat(post.orders.getLast().trace.parent()).isNotNull();

        assertThat(traces.heard).containsExactly("look", "SERVER_RESTARTED", "SERVER_RESTARTED");
    }

    @Test
    void aRemovalHasNoTrace() {
        heard(Beats.of("a"));
        plane.cleanUp(first(1), answers);

        assertThat(post.orders.getFirst().trace.parent()).isNull();
    }

    /// Remembers what it is told, of all attempts.
    private static final class RecordingTrace implements AttemptTrace {
        private final List<String> heard = new ArrayList<>();
        private int asked;

        @Override
        public Optional<String> parent() {
            return Optional.of("parent of " + ++asked);
        }

        @Override
        public void part(String name) {
            heard.add(name);
        }

        @Override
        public void ended(@Nullable TransferFailure failure) {
            heard.add(failure == null ? "ended" : failure.code().name());
        }
    }

    private RemoteDataPlane opened(boolean fallback) {
        RemoteDataPlane made = new RemoteDataPlane(
                local,
                () -> {},
                storages.elsewhere(),
                attempt -> traces,
                itself -> {},
                clock,
                new AgentRules(LOST_AFTER, Duration.ofSeconds(10), fallback, true),
                new CutOffNews.InLog());
        made.open(1, new AgentRegistry(1, LOST_AFTER), post);
        made.inbox().announced(clock.nanoTime());
        return made;
    }

    private List<String> kinds() {
        return post.sent.stream()
                .map(command ->
                        command.getClass().getSimpleName() + " " + (command.to().order() - number(0)))
                .toList();
    }

    private static final class RecordingPlane implements DataPlane {
        private final List<String> done = new CopyOnWriteArrayList<>();
        private final AtomicReference<@Nullable Runnable> beforeShape = new AtomicReference<>();
        private boolean refuses;

        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            if (refuses) {
                throw new IllegalStateException("no thread left");
            }
            done.add("start " + attempt.id());
        }

        @Override
        public void proceed(AttemptId attempt) {
            done.add("proceed " + attempt);
        }

        @Override
        public void cancel(AttemptId attempt) {
            done.add("cancel " + attempt);
        }

        @Override
        public int adjust(AttemptId attempt, int connections) {
            return connections;
        }

        @Override
        public void shape(PipeId pipe, List<ShapedBound> bounds) {
            Runnable before = beforeShape.getAndSet(null);
            if (before != null) {
                before.run();
            }
            done.add("shape " + bounds.stream().map(ShapedBound::maxBps).toList());
        }

        @Override
        public long movedBytes(PipeId pipe) {
            return 1000;
        }
    }

    /// Of the first, second, ... order of this server.
    private static long number(long count) {
        return OrderNumber.of(1, count);
    }

    private static Origin of(long order) {
        return new Origin(1, "i-a", number(order));
    }

    private void heard(Beats beats) {
        Heartbeat heartbeat = beats.at(clock.now());
        plane.inbox().heard(heartbeat);
    }

    private void start(long transfer) {
        plane.start(first(transfer), answers);
    }

    @Test
    void anAttemptGoesToAnAgentAndItsAnswersComeBack() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().heard(new Message.Prepared(of(1), 10, 1, null));
        plane.proceed(firstOf(7));
        plane.inbox().heard(new Message.Finished(of(1), 10, "ADLER32:00000001"));

        assertThat(kinds()).containsExactly("Start 1", "Proceed 1");
        assertThat(answers.given).containsExactly("prepared 7/1", "finished 7/1 10 ADLER32:00000001");
        assertThat(plane.open()).isZero();
        assertThat(local.done).isEmpty();
    }

    @Test
    void withoutAgentsItIsDoneHereOrWaits() {
        start(7);
        assertThat(local.done).containsExactly("start 7/1");
        plane = opened(false);
        start(8);
        assertThat(answers.given).containsExactly("failed 8/1 clean");
        assertThat(answers.failures.getFirst().code()).isEqualTo(ErrorCode.NO_AGENT);
        assertThat(answers.failures.getFirst().pause()).isPositive();
    }

    @Test
    void whileKafkaIsAwayNothingNewGoesToAgents() {
        heard(Beats.of("a"));
        post.isUp = false;
        start(7);
        assertThat(post.sent).isEmpty();
        assertThat(local.done).containsExactly("start 7/1");
    }

    @Test
    void whatCouldNotBeginHereHasNoShareOfABound() {
        local.refuses = true;
        assertThatThrownBy(() -> start(7)).hasMessage("no thread left");
        heard(Beats.of("a"));
        plane.shape(PIPE, List.of(new ShapedBound(UserId.of("u"), ResourceId.of("r"), 100)));
        start(8);

        assertThat(((Message.Start) post.sent.getFirst()).bounds())
                .extracting(Message.BoundOf::maxBps)
                .containsExactly(100.0);
    }

    /// One thread has divided, and is about to tell this process its half, when another one gives an agent one more
    /// transfer.
    @Test
    void anOlderShareOfABoundDoesNotOvertakeANewerOne() throws InterruptedException {
        heard(Beats.of("a"));
        plane.shape(PIPE, List.of(new ShapedBound(UserId.of("u"), ResourceId.of("r"), 120)));
        post.isUp = false;
        start(7);
        post.isUp = true;
        start(8);
        CountDownLatch divided = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        local.beforeShape.set(() -> {
            divided.countDown();
            await(goOn);
        });
        Thread older = Thread.ofPlatform().start(plane::share);
        assertThat(divided.await(10, TimeUnit.SECONDS)).isTrue();
        start(9);
        Thread newer = Thread.ofPlatform().start(plane::share);
        for (int i = 0; i < 2000 && newer.isAlive() && newer.getState() != Thread.State.BLOCKED; i++) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        goOn.countDown();
        older.join();
        newer.join();

        assertThat(local.done).filteredOn(one -> one.startsWith("shape")).last().isEqualTo("shape [40.0]");
    }

    /// Both come before the bounds are divided anew, and the share is the same as it was.
    @Test
    void aBoundThatIsTakenAwayAndPutBackHoldsHere() {
        List<ShapedBound> bound = List.of(new ShapedBound(UserId.of("u"), ResourceId.of("r"), 120));
        heard(Beats.of("a"));
        plane.shape(PIPE, bound);
        post.isUp = false;
        start(7);
        post.isUp = true;
        start(8);
        plane.share();
        plane.shape(PIPE, List.of());
        plane.shape(PIPE, bound);
        plane.share();

        assertThat(local.done).filteredOn(one -> one.startsWith("shape")).last().isEqualTo("shape [60.0]");
    }

    private static void await(CountDownLatch latch) {
        try {
            var _ = latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatALostAgentHadIsTriedAgainAndSaysWhetherSomethingMayBeLeft() {
        heard(Beats.of("a"));
        start(7);
        start(8);
        plane.inbox().heard(new Message.Prepared(of(1), 10, 1, null));
        plane.proceed(firstOf(7));
        clock.pass(LOST_AFTER);
        plane.inbox().readUpTo(clock.nanoTime());
        plane.inbox().heard(new Message.Finished(of(1), 10, null));

        assertThat(answers.given).containsExactlyInAnyOrder("prepared 7/1", "failed 7/1 dirty", "failed 8/1 clean");
        assertThat(answers.failures)
                .allSatisfy(failure -> assertThat(failure.code().isRetryable()).isTrue())
                .allSatisfy(failure -> assertThat(failure.message()).contains("agent lost"));
        start(9);
        assertThat(local.done).containsExactly("start 9/1");
    }

    @Test
    void whatItsAgentDoesNotNameForTenSecondsIsNotThere() {
        plane.inbox().readUpTo(clock.nanoTime());
        heard(Beats.of("a"));
        start(7);
        heard(Beats.of("a").sequence(2));
        clock.pass(Duration.ofSeconds(9));
        heard(Beats.of("a").sequence(3));
        assertThat(answers.given).isEmpty();
        clock.pass(Duration.ofSeconds(1));
        heard(Beats.of("a").sequence(4));
        assertThat(answers.given).containsExactly("failed 7/1 clean");
    }

    @Test
    void whatItsAgentNamesGoesOn() {
        heard(Beats.of("a"));
        start(7);
        for (int sequence = 2; sequence < 20; sequence++) {
            clock.pass(Duration.ofSeconds(3));
            heard(Beats.of("a").sequence(sequence).orders(number(1)));
        }
        assertThat(answers.given).isEmpty();
    }

    @Test
    void aDestinationThatAnAgentOfTheServerBeforeMayWriteIsLeftAloneUntilThatMustHaveStopped() {
        heard(Beats.of("a"));
        clock.pass(Duration.ofSeconds(12));
        plane.start(first(7, EarlierWrite.UNKNOWN), answers);
        assertThat(answers.given).containsExactly("failed 7/1 dirty");
        assertThat(answers.failures.getFirst().pause()).isEqualTo(Duration.ofSeconds(28));
        clock.pass(Duration.ofSeconds(28));
        plane.start(first(7, EarlierWrite.UNKNOWN), answers);
        assertThat(kinds()).containsExactly("Start 1");
    }

    @Test
    void anOrderThatCanNeverBeSentEnds() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().cannotBeSent(post.orders.getFirst(), "too large");
        plane.inbox().cannotBeSent(post.orders.getFirst(), "too large");
        assertThat(answers.given).containsExactly("failed 7/1 clean");
        assertThat(plane.open()).isZero();
    }

    @Test
    void anEndBeforeTheBeginIsNotBelieved() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().heard(new Message.Finished(of(1), 10, null));
        assertThat(answers.given).containsExactly("failed 7/1 clean");
    }

    @Test
    void bytesOfAgentsCountOnceHoweverOftenTheyAreTold() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().heard(new Message.Moved("i-a", "p", 1, 500, List.of()));
        plane.inbox().heard(new Message.Moved("i-a", "p", 3, 900, List.of()));
        plane.inbox().heard(new Message.Moved("i-a", "p", 2, 700, List.of()));
        plane.inbox().heard(new Message.Moved("i-a", "p", 3, 900, List.of()));
        assertThat(plane.movedBytes(PIPE)).isEqualTo(1900);
    }

    @Test
    void whatAnAgentHadMovedBeforeThisServerBeganIsNotCounted() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().heard(new Message.Moved("i-a", "p", 57, 5_000, List.of()));
        plane.inbox().heard(new Message.Moved("i-a", "p", 58, 5_100, List.of()));
        assertThat(plane.movedBytes(PIPE)).isEqualTo(1100);
    }

    /// The last word of a pipe may come when nothing is open on it any more.
    @Test
    void whatMovedIsForgottenWithThePipeAndALateWordBeginsNothing() {
        heard(Beats.of("a"));
        start(7);
        plane.inbox().heard(new Message.Moved("i-a", "p", 1, 500, List.of()));
        plane.forget(PIPE);
        plane.inbox().heard(new Message.Moved("i-a", "p", 2, 700, List.of()));
        assertThat(plane.movedBytes(PIPE)).isEqualTo(1000);
        start(8);
        plane.inbox().heard(new Message.Moved("i-a", "p", 3, 800, List.of()));
        plane.inbox().heard(new Message.Moved("i-a", "p", 4, 950, List.of()));
        assertThat(plane.movedBytes(PIPE)).isEqualTo(1150);
    }

    /// Each report of twenty orders several times and in any order, with heartbeats and copies of older
    /// epochs between: each attempt is prepared at most once, answered exactly once, and never prepared after
    /// its answer.
    @Test
    void reportsInAnyOrderAndManyTimesAnswerEachAttemptOnce() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            plane = opened(false);
            answers.given.clear();
            heard(Beats.of("a").slots(100));
            List<Runnable> events = new ArrayList<>();
            for (long order = 1; order <= 20; order++) {
                start(order);
                AttemptId id = firstOf(order);
                List<Report> reports = List.of(
                        new Message.Prepared(of(order), 10, 1, null),
                        new Message.Finished(of(order), 10, null),
                        new Message.Failed(of(order), ErrorCode.TIMEOUT, "late", null, null, null, false, null, null),
                        new Message.Canceled(of(order), true),
                        new Message.Finished(new Origin(2, "i-a", number(order)), 10, null),
                        new Message.Finished(new Origin(1, "i-b", number(order)), 10, null));
                events.add(() -> plane.inbox().heard(reports.get(1 + random.nextInt(3))));
                for (int copies = random.nextInt(6); copies >= 0; copies--) {
                    Report report = reports.get(random.nextInt(reports.size()));
                    events.add(() -> plane.inbox().heard(report));
                }
                events.add(() -> plane.proceed(id));
                events.add(() -> plane.cancel(id));
            }
            Collections.shuffle(events, random);
            events.forEach(Runnable::run);

            Map<String, List<String>> byAttempt = new TreeMap<>();
            answers.given.forEach(given -> byAttempt
                    .computeIfAbsent(given.split(" ")[1], first -> new ArrayList<>())
                    .add(given.split(" ")[0]));
            assertThat(byAttempt).as("seed %d", seed).hasSize(20);
            int number = seed;
            byAttempt.forEach((attempt, given) -> {
                assertThat(given).as("seed %d: %s", number, attempt).doesNotHaveDuplicates();
                assertThat(given.stream().filter(each -> !each.equals("prepared")))
                        .as("seed %d: %s", number, attempt)
                        .hasSize(1);
                assertThat(given.getLast()).as("seed %d: %s", number, attempt).isNotEqualTo("prepared");
            });
            assertThat(plane.open()).isZero();
        }
    }
}
