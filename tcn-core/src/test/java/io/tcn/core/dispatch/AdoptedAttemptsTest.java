// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
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
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.Transition;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A dispatch loop that begins while attempts of the one before go on.
class AdoptedAttemptsTest {
    private static final PipeId PIPE = PipeId.of("p");
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
            new DispatchSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(1)));

    @BeforeEach
    void twoConnections() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.writer()
                .pipeDeclared(new Pipe(
                        PIPE,
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
        loop.writer().controlDecided(ControlState.of(1, Map.of(PIPE, PipeTuning.of(2))));
        dataPlane.slowToStop = true;
    }

    private static Transfer transfer(long id, String destination) {
        return new Transfer(
                TransferId.of(id),
                PIPE,
                URI.create("https://a/" + id),
                URI.create("https://b/" + destination),
                10,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
    }

    private static AttemptId first(long transfer) {
        return new AttemptId(TransferId.of(transfer), 1);
    }

    /// What the loop before has begun, and the loop takes over.
    private void adopt(Transfer transfer, boolean writes, boolean canceled) {
        store.add(transfer);
        List<Transition> made = new ArrayList<>();
        made.add(new Transition.Claim(first(transfer.id().value()), time.now()));
        if (writes) {
            made.add(new Transition.Activate(first(transfer.id().value()), time.now(), 10));
        }
        store.apply(made, answers -> assertThat(answers).containsOnly(true));
        Instant since = writes ? time.now() : null;
        dataPlane.connections.put(first(transfer.id().value()), 1);
        loop.attemptsAdopted(List.of(new AdoptedAttempt(new QueuedTransfer(transfer, 1, 0, null), 1, since, canceled)));
        time.settle();
    }

    private void queue(Transfer... transfers) {
        for (Transfer transfer : transfers) {
            store.add(transfer);
        }
        loop.transfersAdded(Map.of(PIPE, transfers.length), List.of());
        loop.start();
        time.settle();
    }

    @Test
    void whatGoesOnCountsAndIsNotBegunAgain() {
        adopt(transfer(1, "1"), true, false);
        queue(transfer(2, "2"), transfer(3, "3"));
        assertThat(dataPlane.started).containsExactly(first(2));

        loop.answers().finished(first(1), 10, null);
        loop.answers().finished(first(1), 10, null);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
        assertThat(store.attemptsOf(TransferId.of(1))).isEqualTo(1);
        assertThat(dataPlane.started).containsExactly(first(2), first(3));
    }

    @Test
    void whatWasBeingPreparedMayWriteWhenTheStoreKnows() {
        adopt(transfer(1, "1"), false, false);
        loop.answers().prepared(first(1), 10, 1);
        loop.answers().prepared(first(1), 10, 1);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.ACTIVE);
        // Twice would fail.
        loop.answers().finished(first(1), 10, null);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.FINISHED);
    }

    @Test
    void answersOfOtherAttemptsChangeNothing() {
        adopt(transfer(1, "1"), true, false);
        loop.answers().finished(new AttemptId(TransferId.of(1), 2), 10, null);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.ACTIVE);
    }

    @Test
    void nobodyElseBeginsAtItsDestination() {
        adopt(transfer(1, "same"), true, false);
        queue(transfer(2, "same"));
        assertThat(dataPlane.started).isEmpty();
        loop.answers().finished(first(1), 10, null);
        time.settle();
        assertThat(dataPlane.started).containsExactly(first(2));
    }

    @Test
    void whatItsAgentDoesNotHaveAnyMoreIsTriedAgainWithTheEvidence() {
        adopt(transfer(1, "1"), true, false);
        loop.start();
        loop.answers().failed(first(1), new TransferFailure(ErrorCode.SERVER_RESTARTED, "the agent is lost"), false);
        time.advance(Duration.ofSeconds(2));
        assertThat(dataPlane.started).containsExactly(new AttemptId(TransferId.of(1), 2));
        assertThat(store.attemptsOf(TransferId.of(1))).isEqualTo(2);
    }

    @Test
    void itIsCancelledAsAnyOther() {
        adopt(transfer(1, "1"), true, false);
        store.cancel(TransferId.of(1));
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(1), PIPE, TransferState.ACTIVE)));
        time.settle();
        assertThat(dataPlane.canceled).containsExactly(first(1));
        loop.answers().canceled(first(1), true);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.CANCELED);
    }

    /// The data plane was told with the adoption.
    @Test
    void oneThatWasCancelledMeanwhileEndsCancelled() {
        Transfer transfer = transfer(1, "1");
        adopt(transfer, true, true);
        store.cancel(TransferId.of(1));
        loop.answers().finished(first(1), 10, null);
        time.settle();
        assertThat(store.stateOf(TransferId.of(1))).contains(TransferState.CANCELED);
    }
}
