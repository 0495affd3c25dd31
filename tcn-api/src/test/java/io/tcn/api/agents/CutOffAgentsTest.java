// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Side;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Agents that reach some storages and not others, and transfers that have no try to lose.
class CutOffAgentsTest {
    private static final Duration LOST_AFTER = Duration.ofSeconds(30);
    private static final String A = "https://a.example.org";
    private static final String B = "https://b.example.org";

    private final BeatsClock clock = new BeatsClock();
    private final RecordedCutOffs news = new RecordedCutOffs();
    private AgentDataPlane storages = storages();
    private RemoteDataPlane plane = opened();

    /// What is sent to agents and not answered yet.
    private final List<Given> given = new ArrayList<>();
    /// Storages that an agent does not reach.
    private final Map<String, Set<String>> cut = new HashMap<>();

    /// Agents without a free slot.
    private final Set<String> full = new HashSet<>();

    /// Transfers whose files get no answer anywhere.
    private final Set<TransferId> unanswered = new HashSet<>();

    private final Core core = new Core();
    private long sequence;

    private record Given(RemoteOrder order, Command command) {}

    @AfterEach
    void end() {
        storages.close();
    }

    /// That of the server, which knows storages: two failures in a row are trouble.
    private AgentDataPlane storages() {
        return new AgentDataPlane(
                AgentSettings.builder()
                        .pauses(new AgentSettings.Pauses(2, Duration.ofSeconds(10), Duration.ofMinutes(1)))
                        .build(),
                new AgentClock() {
                    @Override
                    public long nanoTime() {
                        return clock.nanoTime();
                    }

                    @Override
                    public Instant now() {
                        return clock.now();
                    }

                    @Override
                    public void pause(Duration duration) {
                        throw new AssertionError("nothing is moved here");
                    }
                });
    }

    private RemoteDataPlane opened() {
        AgentRules rules = new AgentRules(LOST_AFTER, Duration.ofSeconds(10), false, true);
        return TestPlanes.open(storages, clock, rules, news, (order, command, then) -> {
            given.add(new Given(order, command));
            then.accept(true);
        });
    }

    private void beat(String... agents) {
        sequence++;
        for (String agent : agents) {
            Long[] own = given.stream()
                    .filter(each -> each.order().agent.equals(agent))
                    .map(each -> each.order().number)
                    .distinct()
                    .toArray(Long[]::new);
            plane.inbox()
                    .heard(Beats.of(agent)
                            .slots(full.contains(agent) ? 0 : 100)
                            .sequence(sequence)
                            .orders(own)
                            .at(clock.now()));
        }
    }

    private static Transfer transfer(long number, String source, String destination) {
        return new Transfer(
                TransferId.of(number),
                PipeId.of(source + ">" + destination),
                URI.create(source + "/" + number),
                URI.create(destination + "/" + number),
                -1,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
    }

    /// Lets the agents do what they were told so far.
    private void work() {
        List<Given> now = List.copyOf(given);
        given.clear();
        for (Given each : now) {
            RemoteOrder order = each.order();
            Report report = switch (each.command()) {
                case Message.Start _ -> look(order);
                case Message.Proceed _ -> new Message.Finished(origin(order), 10, null);
                default -> throw new AssertionError(each.command());
            };
            plane.inbox().heard(report);
        }
    }

    private static Origin origin(RemoteOrder order) {
        return new Origin(1, order.instance, order.number);
    }

    private Report look(RemoteOrder order) {
        Set<String> away = cut.getOrDefault(order.agent, Set.of());
        Transfer transfer = order.attempt.transfer();
        if (unanswered.contains(transfer.id())
                || away.contains(Endpoint.of(transfer.source()).toString())) {
            return failed(order, Side.SOURCE, "no connection", true);
        }
        if (away.contains(Endpoint.of(transfer.destination()).toString())) {
            return failed(order, Side.DESTINATION, "no connection", true);
        }
        return new Message.Prepared(origin(order), 10, 1, null);
    }

    private static Report failed(RemoteOrder order, Side side, String why, boolean unreached) {
        return new Message.Failed(origin(order), side.unavailable(), why, null, null, null, true, side, unreached);
    }

    /// A stand-in for the dispatch loop: what fails without costing a try begins anew.
    private final class Core implements AttemptListener {
        private final Map<TransferId, Transfer> waiting = new TreeMap<>();
        private final Map<TransferId, Attempt> running = new HashMap<>();
        private final Map<TransferId, Integer> numbers = new HashMap<>();
        private final Map<TransferId, TransferFailure> failed = new TreeMap<>();
        private final List<String> reasons = new ArrayList<>();
        private final Set<TransferId> finished = new HashSet<>();

        private void submit(Transfer transfer) {
            waiting.put(transfer.id(), transfer);
        }

        private void start() {
            List<Transfer> all = List.copyOf(waiting.values());
            waiting.clear();
            for (Transfer transfer : all) {
                AttemptId id = new AttemptId(transfer.id(), numbers.merge(transfer.id(), 1, Integer::sum));
                Attempt attempt = new Attempt(id, transfer, 1, PipeTuning.of(1), null);
                running.put(transfer.id(), attempt);
                plane.start(attempt, this);
            }
        }

        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {
            plane.proceed(attempt);
        }

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
            running.remove(attempt.transfer());
            finished.add(attempt.transfer());
        }

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            Attempt over = Objects.requireNonNull(running.remove(attempt.transfer()));
            reasons.add(failure.message());
            if (failure.code() == ErrorCode.SERVER_RESTARTED || failure.code().isWait()) {
                waiting.put(attempt.transfer(), over.transfer());
            } else {
                failed.put(attempt.transfer(), failure);
            }
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {
            throw new AssertionError("nothing is cancelled");
        }
    }

    /// One round of all that can be done now.
    private void round(String... agents) {
        beat(agents);
        core.start();
        work();
        work();
        clock.pass(Duration.ofSeconds(1));
    }

    private List<String> agentsOf() {
        return given.stream().map(each -> each.order().agent).toList();
    }

    @Test
    void whatAnAgentDoesNotReachIsMovedByAnotherAndTheStorageIsLeftAloneByNobody() {
        cut.put("one", Set.of(B));
        beat("one", "two");
        for (int number = 1; number <= 20; number++) {
            core.submit(transfer(number, A, B));
        }
        core.start();
        // Ten each, by load.
        assertThat(agentsOf()).containsOnly("one", "two");
        work();
        work();
        assertThat(core.finished).hasSize(10);
        assertThat(core.reasons).hasSize(10).allMatch("agent one: no connection; another agent tries"::equals);
        core.start();
        assertThat(agentsOf())
                .as("the others go to the one that reaches both")
                .hasSize(10)
                .containsOnly("two");
        work();
        work();

        assertThat(core.failed).isEmpty();
        assertThat(core.finished).hasSize(20);
        assertThat(storages.pauses()).isEmpty();
        assertThat(storages.health()).allSatisfy(each -> {
            assertThat(each.failures()).isZero();
            assertThat(each.failingSince()).isNull();
        });
        assertThat(news.told).containsExactly("one does not reach https://b.example.org");
        assertThat(plane.unreached()).singleElement().satisfies(each -> {
            assertThat(each.agent()).isEqualTo("one");
            assertThat(each.endpoint()).hasToString(B);
            assertThat(each.failures()).isEqualTo(10);
        });
        assertThat(plane.view())
                .filteredOn(agent -> agent.name().equals("one"))
                .singleElement()
                .satisfies(agent -> assertThat(agent.unreached()).hasSize(1));
    }

    @Test
    void itGetsWorkOfOtherStoragesAndOfThisOneAgainWhenItReachesIt() {
        cut.put("one", Set.of(B));
        for (int number = 1; number <= 4; number++) {
            core.submit(transfer(number, A, B));
        }
        round("one", "two");
        core.submit(transfer(10, B, A));
        core.submit(transfer(11, A, "https://c.example.org"));
        beat("one", "two");
        core.start();
        assertThat(given)
                .filteredOn(each -> each.order().attempt.transfer().id().value() == 11)
                .singleElement()
                .satisfies(each -> assertThat(each.order().agent).isEqualTo("one"));
        work();
        work();

        cut.clear();
        clock.pass(CutOff.FIRST);
        for (int number = 20; number < 24; number++) {
            core.submit(transfer(number, A, B));
        }
        beat("one", "two");
        core.start();
        assertThat(agentsOf()).as("one tries").containsExactlyInAnyOrder("one", "two", "two", "two");
        work();
        work();
        assertThat(news.told).hasSize(2).last().asString().startsWith("one reaches https://b.example.org");
        assertThat(plane.unreached()).isEmpty();
        assertThat(core.failed).isEmpty();
    }

    @Test
    void whereTheOnlyAgentFailsItIsTheStorageAsEver() {
        cut.put("one", Set.of(B));
        for (int number = 1; number <= 3; number++) {
            core.submit(transfer(number, A, B));
        }
        round("one");
        assertThat(core.failed).hasSize(3);
        assertThat(core.failed.values())
                .extracting(TransferFailure::code)
                .containsOnly(ErrorCode.DESTINATION_UNAVAILABLE);
        assertThat(storages.pauses()).hasSize(1);
        core.submit(transfer(4, A, B));
        round("one");
        assertThat(core.reasons.getLast()).contains("left alone");
    }

    @Test
    void whereAllAgentsFailItIsTheStorage() {
        cut.put("one", Set.of(B));
        cut.put("two", Set.of(B));
        for (int number = 1; number <= 6; number++) {
            core.submit(transfer(number, A, B));
        }
        round("one", "two");
        round("one", "two");
        assertThat(storages.pauses()).hasSize(1);
        assertThat(storages.health())
                .filteredOn(each -> each.endpoint().toString().equals(B))
                .singleElement()
                .extracting(EndpointHealth::failingSince)
                .isNotNull();

        // It is back: all wait for one that tries, and both agents are used again at once.
        cut.clear();
        core.failed.clear();
        for (int number = 11; number <= 16; number++) {
            core.submit(transfer(number, A, B));
        }
        for (int seconds = 0; seconds < 15; seconds++) {
            round("one", "two");
        }
        assertThat(core.failed).isEmpty();
        for (int number = 21; number <= 30; number++) {
            core.submit(transfer(number, A, B));
        }
        round("one", "two");
        assertThat(plane.unreached()).isEmpty();
        assertThat(core.failed).isEmpty();
    }

    @Test
    void whereSeveralAgentsFailAtOnceAndNobodyGetsAnAnswerTheStorageIsLeftAloneAndNoTryIsLost() {
        String[] agents = {"1", "2", "3", "4", "5"};
        for (String agent : List.of("1", "2", "3", "4")) {
            cut.put(agent, Set.of(B));
        }
        for (int number = 1; number <= 40; number++) {
            core.submit(transfer(number, A, B));
        }
        beat(agents);
        core.start();
        // Those of the fifth have not ended yet.
        List<Given> late =
                given.stream().filter(each -> each.order().agent.equals("5")).toList();
        given.removeAll(late);
        work();
        assertThat(storages.pauses()).hasSize(1);
        given.addAll(late);
        work();
        work();
        assertThat(storages.pauses()).as("it has answered").isEmpty();
        for (int seconds = 0; seconds < 5; seconds++) {
            round(agents);
        }
        assertThat(core.failed).isEmpty();
        assertThat(core.finished).hasSize(40);
    }

    @Test
    void aStorageThatAnswersThatItIsInTroubleIsSoForAll() {
        beat("one", "two");
        core.submit(transfer(1, A, B));
        core.submit(transfer(2, A, B));
        core.start();
        List<Given> now = List.copyOf(given);
        given.clear();
        now.forEach(each -> plane.inbox().heard(failed(each.order(), Side.DESTINATION, "it says 503", false)));
        assertThat(storages.pauses()).hasSize(1);
        assertThat(core.failed).hasSize(2);
        assertThat(plane.unreached()).isEmpty();
    }

    /// Only its own attempts get no answer, whoever makes them: it must not go round for ever.
    @Test
    void aFileThatFailsAtEveryAgentFails() {
        unanswered.add(TransferId.of(1));
        core.submit(transfer(1, A, B));
        int tries = 0;
        while (core.failed.isEmpty() && tries < 10) {
            // All others go well.
            for (int i = 0; i < 6; i++) {
                core.submit(transfer(100 + 10L * tries + i, A, B));
            }
            round("1", "2", "3");
            tries++;
        }
        assertThat(tries).isEqualTo(3);
        assertThat(core.failed).containsOnlyKeys(TransferId.of(1));
        assertThat(storages.pauses()).isEmpty();
        assertThat(plane.unreached()).isEmpty();
    }

    /// The one with a free slot gets it again and again: the other is ready, and never free.
    @Test
    void aFileThatFailsAtTheOneAgentThatHasAFreeSlotFails() {
        full.add("two");
        unanswered.add(TransferId.of(1));
        core.submit(transfer(1, A, B));
        int tries = 0;
        while (core.failed.isEmpty() && tries < 100) {
            core.submit(transfer(100 + tries, A, B));
            round("one", "two");
            tries++;
        }
        assertThat(tries).isEqualTo(TriedAgents.MOST_OF_TRANSFER);
        assertThat(core.failed).containsOnlyKeys(TransferId.of(1));
    }

    /// One of before may not reach it either, and does not say so: that is no answer of the storage.
    @Test
    void whatAnOlderAgentSaysOfAStorageInTroubleIsNoAnswer() {
        beat("1", "2", "3", "older");
        for (int number = 1; number <= 8; number++) {
            core.submit(transfer(number, A, B));
        }
        core.start();
        List<RemoteOrder> orders = given.stream().map(Given::order).toList();
        given.clear();
        List<RemoteOrder> ofOlder =
                orders.stream().filter(each -> each.agent.equals("older")).toList();
        List<RemoteOrder> ofOthers =
                orders.stream().filter(each -> !each.agent.equals("older")).toList();
        assertThat(ofOthers).hasSize(6);
        ofOthers.subList(0, 3)
                .forEach(order -> plane.inbox().heard(failed(order, Side.DESTINATION, "no connection", true)));
        plane.inbox()
                .heard(new Message.Failed(
                        origin(ofOlder.getFirst()),
                        ErrorCode.DESTINATION_UNAVAILABLE,
                        "no connection",
                        null,
                        null,
                        null,
                        true,
                        Side.DESTINATION,
                        null));
        ofOthers.subList(3, 6)
                .forEach(order -> plane.inbox().heard(failed(order, Side.DESTINATION, "no connection", true)));
        assertThat(plane.unreached()).hasSize(3);
        assertThat(storages.pauses()).as("nobody has had an answer").hasSize(1);
    }

    /// An agent that leaves a storage alone, because it has said that it is too busy, has not asked it anew.
    @Test
    void aRefusalOfAnAgentIsNoAnswerOfTheStorage() {
        beat("one", "two");
        for (int number = 1; number <= 6; number++) {
            core.submit(transfer(number, A, B));
        }
        core.start();
        List<RemoteOrder> orders = given.stream().map(Given::order).toList();
        given.clear();
        List<RemoteOrder> ofOne =
                orders.stream().filter(each -> each.agent.equals("one")).toList();
        RemoteOrder ofTwo = orders.stream()
                .filter(each -> each.agent.equals("two"))
                .findFirst()
                .orElseThrow();
        plane.inbox().heard(failed(ofOne.get(0), Side.DESTINATION, "no connection", true));
        plane.inbox().heard(failed(ofOne.get(1), Side.DESTINATION, "no connection", true));
        plane.inbox()
                .heard(new Message.Failed(
                        origin(ofTwo),
                        ErrorCode.ENDPOINT_PAUSED,
                        "left alone",
                        null,
                        null,
                        60_000L,
                        true,
                        Side.DESTINATION,
                        false));
        core.submit(transfer(20, A, B));
        core.submit(transfer(21, A, B));
        beat("one", "two");
        clock.pass(Duration.ofSeconds(1));
        core.start();
        assertThat(agentsOf()).as("one is not let try before its time").containsOnly("two");
    }

    /// A server that has just begun hears of it from the agent itself.
    @Test
    void whatAnAgentLeavesAloneByItselfGoesToAnother() {
        beat("one", "two");
        core.submit(transfer(1, A, B));
        core.start();
        RemoteOrder order = given.getFirst().order();
        given.clear();
        assertThat(order.agent).isEqualTo("one");
        plane.inbox()
                .heard(new Message.Failed(
                        origin(order),
                        ErrorCode.ENDPOINT_PAUSED,
                        "left alone",
                        null,
                        null,
                        60_000L,
                        true,
                        Side.DESTINATION,
                        true));
        core.submit(transfer(2, A, B));
        beat("one", "two");
        core.start();
        assertThat(agentsOf()).containsExactly("two", "two");
        assertThat(plane.unreached().getFirst().nextTry()).isEqualTo(clock.now().plusSeconds(60));
    }

    /// Copies that were under way end in many ways.
    @Test
    void aCopyThatBreaksOffAtAnAgentThatIsCutOffCostsNoTry() {
        beat("one", "two");
        for (int number = 1; number <= 6; number++) {
            core.submit(transfer(number, A, B));
        }
        core.start();
        List<RemoteOrder> ofOne = given.stream()
                .map(Given::order)
                .filter(order -> order.agent.equals("one"))
                .toList();
        given.clear();
        assertThat(ofOne).hasSize(3);
        plane.inbox().heard(failed(ofOne.get(0), Side.DESTINATION, "no connection", true));
        plane.inbox().heard(failed(ofOne.get(1), Side.DESTINATION, "no connection", true));
        plane.inbox()
                .heard(new Message.Failed(
                        origin(ofOne.get(2)), ErrorCode.TIMEOUT, "no bytes", null, null, null, true, null, null));
        assertThat(core.failed).isEmpty();
        assertThat(core.waiting).hasSize(3);
    }

    /// Agents are cut off from storages and reach them again at random, but for one of them: no transfer fails, though
    /// none has a try to lose, and in the end all are moved.
    @Test
    void noTransferFailsForGoodWhileAnAgentThatReachesBothEndsIsAlive() {
        for (int seed = 0; seed < 20; seed++) {
            storages.close();
            storages = storages();
            given.clear();
            cut.clear();
            core.finished.clear();
            core.waiting.clear();
            plane = opened();
            Random random = new Random(seed);
            String[] agents = new String[2 + random.nextInt(6)];
            for (int agent = 0; agent < agents.length; agent++) {
                agents[agent] = "a" + agent;
            }
            int good = random.nextInt(agents.length);
            List<String> hosts = List.of(A, B, "https://c.example.org");
            int submitted = 0;
            for (int second = 0; second < 200; second++) {
                for (int agent = 0; agent < agents.length; agent++) {
                    if (agent != good && random.nextInt(30) == 0) {
                        Set<String> away = new HashSet<>();
                        hosts.forEach(host -> {
                            if (random.nextBoolean()) {
                                away.add(host);
                            }
                        });
                        cut.put(agents[agent], away);
                    }
                }
                for (int more = second < 120 ? random.nextInt(4) : 0; more > 0; more--) {
                    String source = hosts.get(random.nextInt(3));
                    String destination = hosts.get(random.nextInt(3));
                    core.submit(transfer(1000L * seed + ++submitted, source, destination));
                }
                round(agents);
                assertThat(core.failed).as("seed %d, second %d", seed, second).isEmpty();
            }
            assertThat(core.finished).as("seed %d: %s", seed, core.waiting).hasSize(submitted);
            assertThat(plane.open()).isZero();

            // All is well again: all of them are used again.
            cut.clear();
            Set<String> used = new HashSet<>();
            for (int round = 0; round < 70; round++) {
                for (int more = 0; more < 2 * agents.length; more++) {
                    core.submit(transfer(1000L * seed + ++submitted, A, B));
                }
                beat(agents);
                core.start();
                if (round > 62) {
                    used.addAll(agentsOf());
                }
                work();
                work();
                clock.pass(Duration.ofSeconds(5));
            }
            assertThat(used).as("seed %d", seed).containsExactlyInAnyOrder(agents);
            assertThat(core.failed).isEmpty();
        }
    }
}
