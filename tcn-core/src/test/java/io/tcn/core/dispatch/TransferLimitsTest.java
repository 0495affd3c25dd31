// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What tokens let transfers have holds at every moment, for connections, and over a minute, for throughput.
class TransferLimitsTest {
    private static final TransferLimit ALICE = connections(1, "the token of alice", 2);

    /// Of so many queued transfers a pipe knows at most.
    private static final int WINDOW = 4;

    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final DispatchLoop loop = new DispatchLoop(
            new TransportControlState(time),
            store,
            dataPlane,
            time,
            time,
            new NoFailures(),
            new DispatchSettings(WINDOW, Duration.ofSeconds(30), Duration.ofSeconds(1)));
    private final Map<PipeId, PipeTuning> tunings = new HashMap<>();
    private final Map<Long, @Nullable TransferLimit> limits = new HashMap<>();
    private final Map<Long, String> pipes = new HashMap<>();
    private long lastId;

    @BeforeEach
    void aUser() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.start();
    }

    @Test
    void connectionsOfATokenAreCountedOverAllPipes() {
        for (String pipe : List.of("p", "q", "r")) {
            declare(pipe, 4);
            for (int i = 0; i < 5; i++) {
                add(pipe, ALICE);
            }
        }
        assertThat(dataPlane.running()).hasSize(2);
        assertThat(inTheWayOfAlice()).contains("the limit of the token of alice, 2 connections");
        assertThat(loop.limitsInUse()).singleElement().satisfies(use -> {
            assertThat(use.limit()).isEqualTo(ALICE);
            assertThat(use.connections()).isEqualTo(2);
        });
        for (int ended = 0; ended < 15; ended++) {
            finishFirst();
            assertThat(dataPlane.running()).hasSize(Math.min(2, 14 - ended));
        }
        assertThat(inTheWayOfAlice()).contains("");
    }

    /// Each of them had a turn of a second, in which nobody else could begin.
    @Test
    void pipesThatAreHeldDoNotKeepOthersFromTheLimit() {
        TransferLimit one = connections(7, "a token", 1);
        declare("good", 4);
        add("good", one);
        for (int i = 0; i < 20; i++) {
            declare("banned" + i, 4);
            add("banned" + i, one);
            loop.pipeHeld(PipeId.of("banned" + i), true);
        }
        for (int i = 0; i < 10; i++) {
            add("good", one);
        }
        time.settle();
        for (int ended = 0; ended < 10; ended++) {
            finishFirst();
            time.advance(Duration.ofSeconds(1));
            assertThat(dataPlane.running()).as("after %s", ended + 1).hasSize(1);
        }
    }

    /// Storages go on for a server that is gone: what it had open under a limit counts until they have stopped.
    @Test
    void whatMayStillBeOpenForAServerThatIsGoneCounts() {
        loop.connectionsLeftUnder(Map.of(ALICE, 1), Duration.ofSeconds(10));
        declare("p", 4);
        for (int i = 0; i < 5; i++) {
            add("p", ALICE);
        }
        assertThat(dataPlane.running()).hasSize(1);
        assertThat(inTheWayOfAlice()).contains("the limit of the token of alice, 2 connections");
        time.advance(Duration.ofMillis(9_999));
        assertThat(dataPlane.running()).hasSize(1);
        time.advance(Duration.ofMillis(1));
        assertThat(dataPlane.running()).hasSize(2);
    }

    @Test
    void whatALostAgentHasLeftCountsUnderItsLimitUntilThatIsOver() {
        declare("p", 4);
        for (int i = 0; i < 5; i++) {
            add("p", ALICE);
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

    private Optional<String> inTheWayOfAlice() {
        return loop.limitInUse(ALICE.id()).map(LimitUse::inTheWay);
    }

    @Test
    void pipesHaveTheirTurnsUnderALimitAsTheyBeganToWait() {
        TransferLimit one = connections(7, "a token", 1);
        for (String pipe : List.of("p", "q", "r")) {
            declare(pipe, 4);
            for (int i = 0; i < 3; i++) {
                add(pipe, one);
            }
        }
        List<String> order = new ArrayList<>();
        while (!dataPlane.running().isEmpty()) {
            order.add(pipes.get(dataPlane.running().getFirst()));
            finishFirst();
        }
        // p began to wait, with its second, before the others were there.
        assertThat(order).containsExactly("p", "p", "q", "r", "p", "q", "r", "q", "r");
    }

    @Test
    void whatIsBehindALimitedJobInTheQueueGoesOnHoweverLongThatIs() {
        declare("p", 4);
        for (int i = 0; i < 10 * WINDOW; i++) {
            add("p", ALICE);
        }
        long firstFree = lastId + 1;
        for (int i = 0; i < 3 * WINDOW; i++) {
            add("p", null);
        }
        // n is 4: two for the token, two for the others.
        assertThat(dataPlane.running()).containsExactly(1L, 2L, firstFree, firstFree + 1);
        for (int i = 0; i < 3 * WINDOW; i++) {
            dataPlane.finish(firstFree + i);
            time.settle();
        }
        assertThat(dataPlane.running()).as("in their order").containsExactly(1L, 2L);
        for (long id = 1; id <= 10L * WINDOW; id++) {
            assertThat(dataPlane.running()).contains(id).hasSizeLessThanOrEqualTo(2);
            dataPlane.finish(id);
            time.settle();
        }
        assertThat(dataPlane.started).hasSize(13 * WINDOW);
    }

    @Test
    void aTransferOfHigherPriorityIsTheNextOfItsTokenAlsoIfOthersAreHeld() {
        declare("p", 4);
        for (int i = 0; i < 4; i++) {
            add("p", ALICE);
        }
        long urgent = add("p", ALICE, Transfer.MAX_PRIORITY);
        time.advance(Duration.ofSeconds(2));
        finishFirst();
        assertThat(dataPlane.running()).contains(urgent);
    }

    @Test
    void aHeldTransferThatIsCancelledDoesNotStart() {
        declare("p", 4);
        for (int i = 0; i < 4; i++) {
            add("p", ALICE);
        }
        store.cancel(TransferId.of(3));
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(3), PipeId.of("p"), TransferState.QUEUED)));
        time.settle();
        finishFirst();
        assertThat(dataPlane.running()).containsExactly(2L, 4L);
    }

    @Test
    void aPipeWithoutAConnectionOfItsOwnDoesNotKeepOthersFromTheLimit() {
        declare("p", 1);
        declare("q", 4);
        TransferLimit one = connections(7, "a token", 1);
        long own = add("p", null);
        add("q", one);
        add("p", one);
        add("q", one);
        // The next turn under the limit is that of p, which has no connection left.
        dataPlane.finish(2);
        time.settle();
        time.advance(Duration.ofSeconds(3));
        assertThat(dataPlane.running()).containsExactly(own, 4L);
        dataPlane.finish(4);
        dataPlane.finish(own);
        time.settle();
        time.advance(Duration.ofSeconds(3));
        assertThat(dataPlane.running()).containsExactly(3L);
    }

    @Test
    void connectionsThatNobodyNeedsAreGivenOnlyAsFarAsTheTokenLets() {
        dataPlane.adjustable = true;
        declare("p", 8);
        add("p", ALICE);
        loop.writer().controlDecided(ControlState.of(9, Map.of(PipeId.of("p"), new PipeTuning(8, 8, 1, 1, 1, 1))));
        time.settle();
        time.advance(Duration.ofSeconds(2));
        assertThat(dataPlane.connections.values())
                .allSatisfy(open -> assertThat(open).isLessThanOrEqualTo(2));
    }

    @Test
    void noLimitIsBrokenAndNothingStaysBehindWhateverHappens() {
        for (int seed = 0; seed < 20; seed++) {
            new TransferLimitsTest().random(seed);
        }
    }

    private void random(int seed) {
        aUser();
        Random random = Random.from(new SplittableRandom(seed));
        List<TransferLimit> tokens = List.of(connections(1, "a", 1), connections(2, "b", 2), connections(3, "c", 5));
        for (int i = 0; i < 5; i++) {
            declare("p" + i, 1 + random.nextInt(5));
        }
        for (int step = 0; step < 300; step++) {
            int dice = random.nextInt(10);
            if (dice < 5 && step < 200) {
                add("p" + random.nextInt(5), dice == 0 ? null : tokens.get(random.nextInt(3)), 1 + random.nextInt(5));
            } else if (dice == 5) {
                declare("p" + random.nextInt(5), 1 + random.nextInt(5));
            } else if (dice == 6 && lastId > 0) {
                cancel(1 + random.nextLong(lastId));
            } else if (!dataPlane.running().isEmpty()) {
                List<Long> running = dataPlane.running();
                dataPlane.finish(running.get(random.nextInt(running.size())));
                time.settle();
            }
            check(seed, tokens);
        }
        for (int i = 0; i < 5; i++) {
            declare("p" + i, 5);
        }
        // A pipe that does not use its turn under a limit gives it on within a second.
        time.advance(Duration.ofSeconds(2));
        while (!dataPlane.running().isEmpty()) {
            finishFirst();
            time.advance(Duration.ofSeconds(2));
            check(seed, tokens);
        }
        for (long id = 1; id <= lastId; id++) {
            assertThat(store.stateOf(TransferId.of(id)).orElseThrow().isTerminal())
                    .as("seed %s, transfer %s", seed, id)
                    .isTrue();
        }
        assertThat(loop.limitsInUse())
                .as("seed %s", seed)
                .allSatisfy(use -> assertThat(use.connections()).isZero());
    }

    /// Its only connection is never free when the token is: both always have work elsewhere.
    @Test
    void aPipeThatIsAtItsNWheneverATokenHasRoomHasItsTurn() {
        for (boolean ownIsLong : List.of(true, false)) {
            String busy = "busy" + ownIsLong;
            String other = "other" + ownIsLong;
            TransferLimit one = connections(ownIsLong ? 8 : 9, "a token", 1);
            declare(busy, 1);
            declare(other, 1);
            add(other, one);
            add(busy, null);
            long waits = add(busy, one);
            int others = 0;
            for (int seconds = 1; seconds <= 1800 && !dataPlane.running().contains(waits); seconds++) {
                time.advance(Duration.ofSeconds(1));
                others += finishEvery(seconds, ownIsLong ? 3 : 97, other, one);
                finishEvery(seconds, ownIsLong ? 97 : 3, busy, null);
            }
            assertThat(dataPlane.running())
                    .as("own files are long: %s", ownIsLong)
                    .contains(waits);
            assertThat(others).isGreaterThan(7);
            dataPlane.finish(waits);
            time.settle();
        }
    }

    /// It is cancelled while the place is kept: the others of the token go on at once.
    @Test
    void noPlaceIsKeptForWhatIsCancelled() {
        TransferLimit one = connections(8, "a token", 1);
        declare("busy", 1);
        declare("other", 1);
        add("other", one);
        long first = add("busy", null);
        long waits = add("busy", one);
        add("busy", null);
        dataPlane.finish(first);
        time.settle();
        int seconds = 0;
        for (int idle = 0; idle < 2; ) {
            seconds++;
            assertThat(seconds).as("a place is kept").isLessThan(600);
            time.advance(Duration.ofSeconds(1));
            finishEvery(seconds, 3, "other", one);
            idle = runs("other") ? 0 : idle + 1;
        }
        cancel(waits);
        for (long id : dataPlane.running()) {
            dataPlane.finish(id);
        }
        time.settle();
        time.advance(Duration.ofSeconds(2));
        assertThat(runs("other")).isTrue();
    }

    private boolean runs(String pipe) {
        return dataPlane.running().stream().anyMatch(id -> pipe.equals(pipes.get(id)));
    }

    /// What is to start later anyway takes nothing from those that may start now.
    @Test
    void noPlaceOfATokenIsKeptForALowerPriority() {
        TransferLimit one = connections(8, "a token", 1);
        declare("busy", 1);
        declare("other", 1);
        add("other", one);
        add("busy", null);
        long waits = add("busy", one, Transfer.DEFAULT_PRIORITY - 1);
        int others = 0;
        for (int seconds = 1; seconds <= 600; seconds++) {
            time.advance(Duration.ofSeconds(1));
            others += finishEvery(seconds, 3, "other", one);
            finishEvery(seconds, 7, "busy", null);
        }
        assertThat(dataPlane.running()).doesNotContain(waits);
        assertThat(others).isEqualTo(200);
    }

    /// Every so often the file of a pipe that runs is over, and there is another one before that.
    ///
    /// @return how many ended
    private int finishEvery(int seconds, int every, String pipe, @Nullable TransferLimit limit) {
        if (seconds % every != 0) {
            return 0;
        }
        add(pipe, limit);
        Optional<Long> running = dataPlane.running().stream()
                .filter(id -> pipe.equals(pipes.get(id)))
                .findFirst();
        running.ifPresent(dataPlane::finish);
        time.settle();
        return running.isPresent() ? 1 : 0;
    }

    private void check(int seed, List<TransferLimit> tokens) {
        for (TransferLimit token : tokens) {
            assertThat(dataPlane.running())
                    .as("seed %s", seed)
                    .filteredOn(id -> token.equals(limits.get(id)))
                    .hasSizeLessThanOrEqualTo(token.maxConnections());
        }
    }

    private void cancel(long id) {
        TransferState before = store.stateOf(TransferId.of(id)).orElseThrow();
        if (before == TransferState.QUEUED) {
            store.cancel(TransferId.of(id));
            loop.transfersCanceled(
                    List.of(new CanceledTransfer(TransferId.of(id), PipeId.of(pipes.getOrDefault(id, "")), before)));
            time.settle();
        }
    }

    // --- throughput

    /// 16 Mbit/s each; with 0.5 s between two files. A file of 12 MB moves for 6 s.
    @Test
    void aLimitOfThroughputIsKeptAndUsedWhateverNIs() {
        for (double megabits : List.of(24.0, 48.0, 200.0)) {
            BoundWorld world = new BoundWorld(BoundWorld.storages(0.3, 1, 0.2), BoundSettings.DEFAULT);
            world.pipes(64, 16, 16, 16, 16);
            world.connections(20);
            TransferLimit limit =
                    new TransferLimit(new LimitId(1), "the token of alice", megabits * 1e6, TransferLimit.UNLIMITED);
            for (int i = 0; i < 4000; i++) {
                world.add(i % 4, 12, Transfer.DEFAULT_PRIORITY, limit);
            }
            world.means(3, 60, null);

            List<Double> means = world.means(10, 60, null);

            double mean =
                    means.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            assertThat(mean).as("%s: %s", megabits, means).isBetween(0.9 * megabits, 1.02 * megabits);
            assertThat(means).allSatisfy(minute -> assertThat(minute).isLessThanOrEqualTo(1.05 * megabits + 2));
        }
    }

    /// A storage that hangs is the first of which anything is asked under the limit: nobody else began until it was
    /// given up.
    @Test
    void aStorageThatHangsDoesNotKeepOthersFromALimitOfThroughput() {
        BoundWorld world = new BoundWorld(BoundWorld.storages(0, 1, 0), BoundSettings.DEFAULT);
        world.pipes(4, 1e-7, 40);
        world.connections(4);
        TransferLimit limit = new TransferLimit(new LimitId(1), "the token of alice", 48e6, TransferLimit.UNLIMITED);
        world.add(0, 10, Transfer.DEFAULT_PRIORITY, limit);
        for (int i = 0; i < 5; i++) {
            world.add(1, 10, Transfer.DEFAULT_PRIORITY, limit);
        }
        world.time.advance(Duration.ofSeconds(25));
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isZero();
        world.time.advance(Duration.ofSeconds(10));
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isPositive();
        world.time.advance(Duration.ofSeconds(60));
        assertThat(world.dataPlane.startsOf(world.pipe(1))).isEqualTo(5);
    }

    // --- the world

    private static TransferLimit connections(long id, String holder, int most) {
        return new TransferLimit(new LimitId(id), holder, Double.POSITIVE_INFINITY, most);
    }

    private void declare(String id, int n) {
        loop.writer()
                .pipeDeclared(new Pipe(
                        PipeId.of(id),
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://" + id),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
        tunings.put(PipeId.of(id), PipeTuning.of(n));
        loop.writer().controlDecided(ControlState.of(tunings.size(), Map.copyOf(tunings)));
        time.settle();
    }

    private long add(String pipe, @Nullable TransferLimit limit) {
        return add(pipe, limit, Transfer.DEFAULT_PRIORITY);
    }

    private long add(String pipe, @Nullable TransferLimit limit, int priority) {
        lastId++;
        limits.put(lastId, limit);
        pipes.put(lastId, pipe);
        store.add(new Transfer(
                TransferId.of(lastId),
                PipeId.of(pipe),
                URI.create("https://a/" + lastId),
                URI.create("https://b/" + lastId),
                10,
                priority,
                Set.of(),
                TransferOptions.DEFAULT.withLimit(limit)));
        loop.transfersAdded(Map.of(PipeId.of(pipe), 1), List.of());
        time.settle();
        return lastId;
    }

    private void finishFirst() {
        dataPlane.finish(dataPlane.running().getFirst());
        time.settle();
    }
}
