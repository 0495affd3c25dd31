// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Limits of connections hold at every moment, whatever n is.
class ConnectionAdmissionTest {
    private static final Endpoint B = Endpoint.parse("https://b");
    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final TransportControlState state = new TransportControlState(time);
    private final DispatchLoop loop = new DispatchLoop(
            state,
            store,
            dataPlane,
            time,
            time,
            new NoFailures(),
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));
    private long lastId;

    @BeforeEach
    void aUser() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.start();
    }

    @Test
    void fiveHundredNewPipesToOneEndpointDoNotPassItsLimit() {
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 10));
        for (int i = 0; i < 500; i++) {
            declare("p" + i, "https://a" + i, "https://b");
            add("p" + i);
        }
        assertThat(dataPlane.running()).hasSize(10);
        assertThat(loop.limitOf(PipeId.of("p499"))).contains("the inbound limit of https://b, 10");
        for (int ended = 0; ended < 500; ended++) {
            finishFirst();
            assertThat(dataPlane.running()).hasSizeLessThanOrEqualTo(10);
        }
        assertThat(dataPlane.started).hasSize(500);
        assertThat(loop.limitOf(PipeId.of("p499"))).isEmpty();
    }

    /// Two spellings of one storage have one limit together, that of a, b, the pair or the total.
    @Test
    void aLimitHoldsWhateverTheSpellingOfAStorage() {
        List<Runnable> limits = List.of(
                () -> loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 2)),
                () -> loop.writer()
                        .endpointLimitSet(
                                new EndpointLimit(Endpoint.parse("davs://B:443"), EndpointLimit.UNLIMITED, 2)),
                () -> loop.writer()
                        .endpointLimitSet(new EndpointLimit(Endpoint.parse("davs://a"), 2, EndpointLimit.UNLIMITED)),
                () -> loop.writer().pairLimitSet(new PairLimit(new EndpointPair(Endpoint.parse("https://a"), B), 2)));
        declare("p", "davs://a", "davs://b");
        declare("q", "https://a.", "https://b:443");
        connections("p", 4);
        connections("q", 4);
        for (Runnable limit : limits) {
            limit.run();
            for (int i = 0; i < 4; i++) {
                addTo("p", "davs://b/p" + lastId);
                addTo("q", "https://b/q" + lastId);
            }
            int before = dataPlane.started.size();
            for (int ended = 0; ended < 8; ended++) {
                assertThat(dataPlane.running()).hasSize(Math.min(2, 8 - ended));
                finishFirst();
            }
            assertThat(dataPlane.started).hasSize(before + 6);
            loop.writer().endpointLimitRemoved(B);
            loop.writer().endpointLimitRemoved(Endpoint.parse("davs://b"));
            loop.writer().endpointLimitRemoved(Endpoint.parse("davs://a"));
            time.settle();
        }
    }

    @Test
    void ofTwoLimitsOfOneStorageTheStricterHoldsEachWay() {
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 5));
        loop.writer().endpointLimitSet(new EndpointLimit(Endpoint.parse("davs://b"), 1, 3));
        declare("p", "https://a", "https://b");
        connections("p", 9);
        for (int i = 0; i < 9; i++) {
            add("p");
        }
        assertThat(dataPlane.running()).hasSize(3);
        assertThat(loop.limitOf(PipeId.of("p"))).contains("the inbound limit of davs://b, 3");
        assertThat(state.activityOf(PipeId.of("p")).blockedConnections()).isEqualTo(6);

        loop.writer().endpointLimitRemoved(Endpoint.parse("davs://b"));
        time.settle();
        assertThat(dataPlane.running()).hasSize(5);
        assertThat(loop.limitOf(PipeId.of("p"))).contains("the inbound limit of https://b, 5");
        assertThat(state.activityOf(PipeId.of("p")).blockedConnections()).isEqualTo(4);
    }

    @Test
    void aFreeConnectionGoesToThePipeThatHasWaitedLongest() {
        loop.writer().totalLimitSet(1);
        for (String pipe : List.of("p", "q", "r")) {
            declare(pipe, "https://a", "https://b");
            add(pipe);
        }
        add("p");
        finishFirst();
        finishFirst();
        finishFirst();
        finishFirst();
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aLimitThatIsLoweredLetsNothingStartUntilEnoughHasEnded() {
        declare("p", "https://a", "https://b");
        connections("p", 5);
        for (int i = 0; i < 9; i++) {
            add("p");
        }
        assertThat(dataPlane.running()).hasSize(5);
        loop.writer().pairLimitSet(new PairLimit(new EndpointPair(Endpoint.parse("https://a"), B), 2));
        finishFirst();
        finishFirst();
        finishFirst();
        assertThat(dataPlane.running()).hasSize(2);
        finishFirst();
        assertThat(dataPlane.running()).hasSize(2);

        loop.writer().pairLimitRemoved(new EndpointPair(Endpoint.parse("https://a"), B));
        time.settle();
        assertThat(dataPlane.running()).hasSize(5);
    }

    @Test
    void whoWaitsKeepsHisPlaceWhereTheLimitIsRaisedAndAnotherIsLifted() {
        loop.writer().totalLimitSet(1);
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 5));
        for (String pipe : List.of("r", "q", "p")) {
            declare(pipe, "https://a", "https://b");
        }
        for (String pipe : List.of("p", "q", "r")) {
            connections(pipe, 2);
            add(pipe);
            add(pipe);
        }
        // 1 and 2 are of p, which has its one; q with 3 and 4 waits longer than r with 5 and 6.
        loop.writer().endpointLimitRemoved(B);
        loop.writer().totalLimitSet(2);
        time.settle();
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).containsExactly(1L, 3L);
        for (int ended = 0; ended < 6; ended++) {
            finishFirst();
        }
        assertThat(dataPlane.started).hasSize(6);
    }

    @Test
    void whoWaitedAtALimitThatWasLiftedIsInNobodysWayWhenItComesBack() {
        declare("a", "https://a", "https://b");
        declare("x", "https://x", "https://b");
        connections("a", 2);
        loop.writer().totalLimitSet(1);
        add("a");
        add("a");
        // 2 waits at the total.
        loop.writer().totalLimitSet(EndpointLimit.UNLIMITED);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(1L, 2L);
        addTo("x", "https://b/1");
        loop.writer().totalLimitSet(2);
        time.settle();
        dataPlane.finish(2);
        dataPlane.finish(1);
        time.settle();
        assertThat(loop.limitOf(PipeId.of("x"))).isEmpty();
        assertThat(dataPlane.running()).containsExactly(3L);
    }

    @Test
    void oneTransferOnSeveralConnectionsIsWidenedWithinTheLimitOnly() {
        dataPlane.adjustable = true;
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 3));
        declare("p", "https://a", "https://b");
        connections("p", 8);
        add("p");
        assertThat(dataPlane.connections).containsValue(3);
    }

    /// A file that began while a limit was full, and has nothing behind it, waits nowhere.
    @Test
    void whoHasNothingQueuedGetsWhatOthersLeaveUnderALimit() {
        dataPlane.adjustable = true;
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 4));
        declare("p", "https://a", "https://b");
        declare("q", "https://a2", "https://b");
        connections("q", 3);
        for (int i = 0; i < 3; i++) {
            add("q");
        }
        connections("p", 8);
        add("p");
        AttemptId lone = dataPlane.started.getLast();
        assertThat(dataPlane.connections.getOrDefault(lone, 1)).isEqualTo(1);
        for (int i = 0; i < 3; i++) {
            finishFirst();
        }
        time.advance(Duration.ofSeconds(2));
        assertThat(dataPlane.connections).containsEntry(lone, 4);
    }

    /// A transfer gives seven of its eight connections back, whose requests are still under way.
    @Test
    void whatStillGivesConnectionsBackLeavesNoRoomForOthers() {
        dataPlane.adjustable = true;
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 8));
        declare("p", "https://a", "https://b");
        declare("q", "https://a2", "https://b");
        connections("p", 8);
        connections("q", 8);
        add("p");
        AttemptId first = dataPlane.started.getFirst();
        assertThat(dataPlane.connections).containsEntry(first, 8);

        dataPlane.underWay.put(first, 8);
        connections("p", 1);
        for (int i = 0; i < 10; i++) {
            addTo("q", "https://b/q" + i);
        }
        assertThat(dataPlane.running()).hasSize(1);

        for (int left = 7; left >= 1; left--) {
            dataPlane.underWay.put(first, left);
            loop.answers().uses(first, left);
            time.settle();
            assertThat(dataPlane.asked).containsEntry(first, 1);
            assertThat(dataPlane.running()).hasSize(9 - left);
        }
        assertThat(dataPlane.running()).hasSize(8);
    }

    /// A server before this one was killed while storages copied three files for it.
    @Test
    void whatStoragesMayStillCopyForAServerBeforeCountsUntilThatIsOver() {
        declare("p", "https://a", "https://b");
        declare("q", "https://a2", "https://b");
        loop.connectionsLeft(Map.of(PipeId.of("p"), 3), Duration.ofSeconds(10));
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 4));
        connections("q", 8);
        for (int i = 0; i < 8; i++) {
            add("q");
        }
        assertThat(dataPlane.running()).hasSize(1);
        assertThat(loop.limitOf(PipeId.of("q"))).contains("the inbound limit of https://b, 4");
        time.advance(Duration.ofSeconds(9));
        assertThat(dataPlane.running()).hasSize(1);
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 5));
        time.settle();
        assertThat(dataPlane.running()).hasSize(2);
        time.advance(Duration.ofSeconds(1));
        assertThat(dataPlane.running()).hasSize(5);
    }

    @Test
    void theMostOfAPipeCountsWhatMayStillBeOpen() {
        declare("p", "https://a", "https://b");
        connections("p", 10);
        loop.connectionsLeft(Map.of(PipeId.of("p"), 8), Duration.ofSeconds(10));
        for (int i = 0; i < 12; i++) {
            add("p");
        }
        assertThat(dataPlane.running()).hasSize(2);
        assertThat(loop.limitOf(PipeId.of("p")).orElse(""))
                .startsWith("the most connections of the pipe, 10: storages may still use 8");
        time.advance(Duration.ofSeconds(10));
        assertThat(dataPlane.running()).hasSize(10);
        assertThat(loop.limitOf(PipeId.of("p"))).isEmpty();
    }

    /// Two limits that are fought for, and a pipe whose own most is reached by what is left.
    @Test
    void aPipeWhoseMostIsReachedByWhatIsLeftKeepsNobodyOut() {
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 12));
        loop.writer().totalLimitSet(12);
        declare("p", "https://a", "https://b");
        declare("q", "https://a2", "https://b");
        declare("r", "https://a3", "https://b");
        loop.connectionsLeft(Map.of(PipeId.of("p"), 10), Duration.ofSeconds(30));
        for (String pipe : List.of("p", "q", "r")) {
            connections(pipe, 10);
        }
        for (int i = 0; i < 60; i++) {
            add(List.of("p", "q", "r").get(i % 3));
        }
        int before = dataPlane.started.size();
        for (int ended = 0; ended < 30; ended++) {
            assertThat(dataPlane.running()).hasSize(2);
            add("p");
            finishFirst();
        }
        assertThat(dataPlane.started).hasSizeGreaterThanOrEqualTo(before + 28);
    }

    @Test
    void aPipeOfWhichSomethingMayStillBeOpenIsNotForgotten() {
        List<Boolean> answers = new ArrayList<>();
        declare("p", "https://a", "https://b");
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 4));
        loop.connectionsLeft(Map.of(PipeId.of("p"), 3), Duration.ofSeconds(10));
        loop.writer().pipeRemoved(PipeId.of("p"), answers::add);
        time.advance(Duration.ofSeconds(10));
        loop.writer().pipeRemoved(PipeId.of("p"), answers::add);
        time.settle();
        assertThat(answers).containsExactly(false, true);
    }

    /// What an agent moves that is lost, storages may go on with: the next transfers do not begin in its place.
    @Test
    void whatALostAgentHasLeftCountsUntilThatIsOver() {
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 2));
        declare("p", "https://a", "https://b");
        connections("p", 8);
        for (int i = 0; i < 6; i++) {
            add("p");
        }
        List<AttemptId> lost = List.copyOf(dataPlane.started);
        assertThat(lost).hasSize(2);
        lost.forEach(each -> loop.answers().prepared(each, 10, 1));
        time.settle();
        TransferFailure gone = new TransferFailure(ErrorCode.SERVER_RESTARTED, "agent lost: a");
        dataPlane.fail(lost.get(0).transfer().value(), gone.withPause(Duration.ofSeconds(10)), false);
        dataPlane.fail(lost.get(1).transfer().value(), gone);
        time.settle();
        assertThat(dataPlane.running()).as("only one is surely over").hasSize(1);
        time.advance(Duration.ofSeconds(10));
        assertThat(dataPlane.running()).hasSize(2);
    }

    /// A pipe between two full storages has had its turn in vain again and again: a place is kept for it wherever
    /// it waits. Kept was all the room there is, and a file of hours at one of them stopped the whole server.
    @Test
    void whatIsKeptForOneThatWaitsForTwoLimitsIsOnePlace() {
        loop.writer().endpointLimitSet(new EndpointLimit(Endpoint.parse("https://a"), 1, EndpointLimit.UNLIMITED));
        loop.writer().endpointLimitSet(new EndpointLimit(B, EndpointLimit.UNLIMITED, 1));
        loop.writer().totalLimitSet(100);
        declare("x", "https://a", "https://c");
        declare("y", "https://d", "https://b");
        declare("between", "https://a", "https://b");
        declare("z", "https://e", "https://f");
        for (int i = 0; i < 60; i++) {
            addTo("x", "https://c/x" + i);
            addTo("y", "https://b/y" + i);
        }
        add("between");
        long waiting = lastId;
        boolean ofX = true;
        int alone = 0;
        for (int round = 0; round < 60 && !dataPlane.running().contains(waiting); round++) {
            List<Long> before = dataPlane.running();
            alone = before.size() == 1 ? alone + 1 : 0;
            if (alone == 1) {
                // It is overdue: what had been free at one of the two storages is left to it.
                addTo("z", "https://f/z");
                assertThat(dataPlane.running()).contains(lastId);
                dataPlane.finish(lastId);
                time.settle();
                alone = 2;
                continue;
            }
            boolean first = ofX;
            dataPlane.finish(before.stream()
                    .filter(id -> before.size() == 1 || isOf(id, "https://c") == first)
                    .findFirst()
                    .orElseThrow());
            time.settle();
            ofX = !ofX;
        }
        assertThat(dataPlane.running()).contains(waiting);
        assertThat(alone).as("it was overdue").isPositive();
    }

    private boolean isOf(long transfer, String destination) {
        return dataPlane.attempt(transfer).transfer().destination().toString().startsWith(destination);
    }

    /// Random limits, pipes and ends: no limit is ever passed, and all that was added runs in the end.
    @Test
    void randomWorkUnderRandomLimitsPassesNoneAndFinishes() {
        for (int seed = 1; seed <= 20; seed++) {
            new ConnectionAdmissionTest().runRandom(seed);
        }
    }

    private void runRandom(int seed) {
        Random random = Random.from(new SplittableRandom(seed));
        aUser();
        Map<String, Integer> inbound = new HashMap<>();
        Map<String, Integer> outbound = new HashMap<>();
        for (int e = 0; e < 3; e++) {
            int in = 1 + random.nextInt(6);
            int out = 1 + random.nextInt(6);
            inbound.put("https://b" + e, in);
            outbound.put("https://a" + e, out);
            loop.writer().endpointLimitSet(new EndpointLimit(Endpoint.parse("https://b" + e), 9, in));
            loop.writer().endpointLimitSet(new EndpointLimit(Endpoint.parse("https://a" + e), out, 9));
        }
        int total = 2 + random.nextInt(9);
        loop.writer().totalLimitSet(total);
        Map<Long, String> pipeOf = new HashMap<>();
        for (int i = 0; i < 9; i++) {
            declare("p" + i, "https://a" + i % 3, "https://b" + i / 3);
            connections("p" + i, 1 + random.nextInt(5));
        }
        Set<Long> added = new HashSet<>();
        for (int step = 0; step < 300; step++) {
            if (step < 150) {
                String pipe = "p" + random.nextInt(9);
                add(pipe);
                added.add(lastId);
                pipeOf.put(lastId, pipe);
            } else if (dataPlane.running().isEmpty()) {
                break;
            }
            if (random.nextBoolean() && !dataPlane.running().isEmpty()) {
                List<Long> running = dataPlane.running();
                dataPlane.finish(running.get(random.nextInt(running.size())));
                time.settle();
            }
            checkLimits(seed, total, inbound, outbound, pipeOf);
        }
        while (!dataPlane.running().isEmpty()) {
            finishFirst();
        }
        assertThat(dataPlane.started).as("seed %s", seed).hasSize(added.size());
    }

    private void checkLimits(
            int seed,
            int total,
            Map<String, Integer> inbound,
            Map<String, Integer> outbound,
            Map<Long, String> pipeOf) {
        Map<String, Integer> open = new HashMap<>();
        for (long id : dataPlane.running()) {
            int pipe = Integer.parseInt(pipeOf.getOrDefault(id, "p0").substring(1));
            open.merge("https://b" + pipe / 3, 1, Integer::sum);
            open.merge("https://a" + pipe % 3, 1, Integer::sum);
        }
        assertThat(dataPlane.running().size()).as("seed %s", seed).isLessThanOrEqualTo(total);
        inbound.forEach((endpoint, limit) ->
                assertThat(open.getOrDefault(endpoint, 0)).as("seed %s", seed).isLessThanOrEqualTo(limit));
        outbound.forEach((endpoint, limit) ->
                assertThat(open.getOrDefault(endpoint, 0)).as("seed %s", seed).isLessThanOrEqualTo(limit));
    }

    private final Map<PipeId, PipeTuning> tunings = new HashMap<>();

    private void connections(String pipe, int n) {
        tunings.put(PipeId.of(pipe), PipeTuning.of(n));
        loop.writer().controlDecided(ControlState.of(tunings.size(), Map.copyOf(tunings)));
        time.settle();
    }

    private void declare(String id, String from, String to) {
        loop.writer()
                .pipeDeclared(new Pipe(
                        PipeId.of(id),
                        Endpoint.parse(from),
                        Endpoint.parse(to),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
        time.settle();
    }

    private void add(String pipe) {
        addTo(pipe, "https://b/" + (lastId + 1));
    }

    private void addTo(String pipe, String destination) {
        lastId++;
        store.add(new Transfer(
                TransferId.of(lastId),
                PipeId.of(pipe),
                URI.create("https://a/" + lastId),
                URI.create(destination),
                10,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT));
        loop.transfersAdded(Map.of(PipeId.of(pipe), 1), List.of());
        time.settle();
    }

    private void finishFirst() {
        dataPlane.finish(dataPlane.running().getFirst());
        time.settle();
    }
}
