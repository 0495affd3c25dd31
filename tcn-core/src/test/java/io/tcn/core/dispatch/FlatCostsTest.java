// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the dispatch loop asks of the store follows what moves, not what is there.
class FlatCostsTest {
    private static final PipeId PIPE = PipeId.of("p");
    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore memory = new MemoryTransferStore();
    private final WatchedStore store = new WatchedStore(memory);
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final List<Throwable> defects = new ArrayList<>();
    private final DispatchLoop loop = new DispatchLoop(
            new TransportControlState(time),
            store,
            dataPlane,
            time,
            time,
            new ControlEvents() {
                @Override
                public void stepFailed(String name, Throwable defect) {
                    defects.add(defect);
                }
            },
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

    @BeforeEach
    void onePipe() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.writer()
                .pipeDeclared(new Pipe(
                        PIPE,
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 200)));
        loop.start();
        time.settle();
    }

    @Test
    void aLongQueueBehindOneThatRunsForHoursIsNotLoadedAgain() {
        connections(1);
        for (int i = 1; i <= 50; i++) {
            add(transfer(i));
        }
        time.advance(Duration.ofSeconds(10));
        int before = store.loads;
        time.advance(Duration.ofHours(1));
        assertThat(store.loads).isEqualTo(before);
    }

    @Test
    void aHundredRetriesOfOneMinuteWakeThePipeFewTimes() {
        connections(100);
        for (int i = 1; i <= 100; i++) {
            add(transfer(i));
        }
        for (int i = 1; i <= 100; i++) {
            dataPlane.fail(i, ErrorCode.DESTINATION_UNAVAILABLE);
            time.settle();
        }
        int before = store.loads;
        time.advance(Duration.ofSeconds(119));
        assertThat(dataPlane.running()).isEmpty();
        time.advance(Duration.ofSeconds(3));
        assertThat(dataPlane.running()).hasSize(100);
        // 100 in windows of 4: 25 loads and a few that find the end; the sweep adds one each half minute.
        assertThat(store.loads - before).isLessThan(60);
    }

    @Test
    void whileTheWindowIsLoadedAgainTheOldOneGoesOn() {
        connections(1);
        for (int i = 1; i <= 6; i++) {
            add(transfer(i));
        }
        store.keepsLoadsBack = true;
        add(transfer(7));
        time.advance(Duration.ofSeconds(5));
        dataPlane.finish(1);
        time.settle();
        assertThat(dataPlane.running()).containsExactly(2L);
        store.answerLoads();
        time.settle();
        for (int i = 2; i <= 7; i++) {
            assertThat(dataPlane.running()).containsExactly((long) i);
            dataPlane.finish(i);
            time.settle();
        }
    }

    @Test
    void thousandsThatWaitForOneAreReleasedInBlocks() {
        add(transfer(1));
        List<WaitingTransfer> waiting = new ArrayList<>();
        for (int i = 2; i <= 12_001; i++) {
            memory.add(transfer(i, Set.of(TransferId.of(1))));
            waiting.add(new WaitingTransfer(TransferId.of(i), PIPE, Set.of(TransferId.of(1))));
        }
        loop.transfersAdded(Map.of(), waiting);
        time.settle();
        dataPlane.finish(1);
        time.settle();
        assertThat(memory.stateOf(TransferId.of(12_001))).contains(TransferState.QUEUED);
        assertThat(store.batches).allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(5002));
        assertThat(store.batches).filteredOn(size -> size > 1000).hasSize(3);
    }

    @Test
    void aStorageInTroubleIsLeftAloneAndBurnsNoTries() {
        connections(1);
        for (int i = 1; i <= 20; i++) {
            add(transfer(i));
        }
        TransferFailure pause =
                new TransferFailure(ErrorCode.ENDPOINT_PAUSED, "b is down").withPause(Duration.ofMinutes(5));
        dataPlane.fail(1, pause);
        time.settle();
        assertThat(dataPlane.running()).isEmpty();
        assertThat(loop.holdOf(PIPE)).contains(Hold.STORAGE_PAUSED);
        time.advance(Duration.ofSeconds(299));
        assertThat(dataPlane.started).as("one look per pipe").hasSize(1);

        time.advance(Duration.ofSeconds(60));
        assertThat(loop.holdOf(PIPE)).isEmpty();
        for (int i = 0; i < 20; i++) {
            dataPlane.finish(dataPlane.running().getFirst());
            time.advance(Duration.ofSeconds(31));
        }
        assertThat(memory.stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
        assertThat(memory.attemptsOf(TransferId.of(1))).isEqualTo(2);
    }

    /// Files that nobody can move wait; the reason is told, and no try is used up.
    @ParameterizedTest
    @CsvSource({"NO_AGENT, NO_AGENT", "NO_CREDENTIAL, NO_CREDENTIAL", "ENDPOINT_PAUSED, STORAGE_PAUSED"})
    void aPipeThatIsLeftAloneSaysWhyAndBurnsNoTries(ErrorCode code, Hold hold) {
        connections(1);
        add(transfer(1));
        for (int i = 0; i < 5; i++) {
            dataPlane.fail(1, new TransferFailure(code, "nobody is there").withPause(Duration.ofSeconds(5)));
            time.settle();
            assertThat(loop.holdOf(PIPE)).contains(hold);
            assertThat(loop.holdInWords(PIPE)).contains("nobody is there");
            time.advance(Duration.ofSeconds(6));
            assertThat(loop.holdOf(PIPE)).isEmpty();
            assertThat(loop.holdInWords(PIPE)).isEmpty();
        }
        dataPlane.finish(1);
        time.settle();
        assertThat(memory.stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
    }

    /// Each time somebody is looked for again the reason would be another for a moment.
    @ParameterizedTest
    @CsvSource({"NO_AGENT, NO_AGENT", "NO_CREDENTIAL, NO_CREDENTIAL"})
    void whoWaitsForSomebodySaysSoWhileThatOneIsLookedFor(ErrorCode code, Hold hold) {
        connections(1);
        dataPlane.refusal = new TransferFailure(code, "nobody is there").withPause(Duration.ofSeconds(5));
        add(transfer(1));
        assertThat(loop.holdOf(PIPE)).contains(hold);
        List<Hold> looked = new ArrayList<>();
        dataPlane.atStart = () -> {
            assertThat(loop.holdInWords(PIPE)).contains("nobody is there");
            loop.holdOf(PIPE).ifPresent(looked::add);
        };
        for (int second = 0; second < 60; second++) {
            time.advance(Duration.ofSeconds(1));
            assertThat(loop.holdOf(PIPE)).contains(hold);
        }
        assertThat(looked).hasSizeGreaterThan(5).containsOnly(hold);

        dataPlane.refusal = null;
        dataPlane.slowToPrepare = true;
        time.advance(Duration.ofSeconds(6));
        assertThat(loop.holdOf(PIPE)).as("it was taken").isEmpty();
        assertThat(defects).isEmpty();
    }

    /// What it waited for was cancelled, or other limits are in the way: then that is told.
    @Test
    void whoIsNotTriedAgainWaitsForSomebodyNoLonger() {
        connections(1);
        dataPlane.refusal = new TransferFailure(ErrorCode.NO_AGENT, "nobody is there").withPause(Duration.ofSeconds(5));
        add(transfer(1));
        connections(0);
        time.advance(Duration.ofSeconds(8));
        assertThat(loop.holdOf(PIPE)).isEmpty();
    }

    @Test
    void whatAStorageAsksToBeLeftAloneIsTheLeastDelayOfARetry() {
        connections(1);
        add(transfer(1));
        dataPlane.fail(
                1, new TransferFailure(ErrorCode.DESTINATION_UNAVAILABLE, "503").withPause(Duration.ofMinutes(9)));
        time.advance(Duration.ofMinutes(8));
        assertThat(dataPlane.running()).isEmpty();
        time.advance(Duration.ofMinutes(2));
        assertThat(dataPlane.running()).containsExactly(1L);
    }

    @Test
    void anErrorCostsTheEventAndNotTheLoop() {
        dataPlane.runsOutOfMemoryAt = 1;
        connections(1);
        add(transfer(1), transfer(2));
        assertThat(defects).singleElement().isInstanceOf(OutOfMemoryError.class);
        time.advance(Duration.ofMinutes(3));
        assertThat(dataPlane.running()).hasSize(1);
    }

    private void connections(int n) {
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, PipeTuning.of(n))));
        time.settle();
    }

    private void add(Transfer... transfers) {
        for (Transfer transfer : transfers) {
            memory.add(transfer);
            loop.transfersAdded(Map.of(PIPE, 1), List.of());
        }
        time.settle();
    }

    private static Transfer transfer(long id) {
        return transfer(id, Set.of());
    }

    private static Transfer transfer(long id, Set<TransferId> after) {
        return new Transfer(
                TransferId.of(id),
                PIPE,
                URI.create("https://a/" + id),
                URI.create("https://b/" + id),
                10,
                Transfer.DEFAULT_PRIORITY,
                after,
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, 5, Duration.ofMinutes(2), null));
    }
}
