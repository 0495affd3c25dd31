// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.EarlierWrite;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What comes to the loop is older than what the store has recorded meanwhile, and its answers are late.
class StaleNewsTest {
    private static final PipeId A = PipeId.of("a");
    private final ManualTime time = new ManualTime();
    private final MemoryTransferStore memory = new MemoryTransferStore();
    private final FakeDataPlane dataPlane = new FakeDataPlane();
    private final List<Runnable> late = new ArrayList<>();
    private boolean keepsBack;
    private final TransferStore store = new TransferStore() {
        @Override
        public void loadQueued(
                PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
            memory.loadQueued(pipe, limit, now, order, found -> give(() -> reply.accept(found)));
        }

        @Override
        public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
            memory.apply(transitions, made -> give(() -> reply.accept(made)));
        }

        @Override
        public void loadStates(Collection<TransferId> ids, Consumer<Map<TransferId, TransferState>> reply) {
            memory.loadStates(ids, found -> give(() -> reply.accept(found)));
        }
    };
    private DispatchLoop loop = loop(100);

    private DispatchLoop loop(int window) {
        return new DispatchLoop(
                new TransportControlState(time),
                store,
                dataPlane,
                time,
                time,
                new NoFailures(),
                new DispatchSettings(window, Duration.ofSeconds(30), Duration.ofSeconds(1)));
    }

    private void give(Runnable answer) {
        if (keepsBack) {
            late.add(answer);
        } else {
            answer.run();
        }
    }

    @Test
    void aWholeFileIsNoLeftoverAfterAForcedStartThatComesTooLate() {
        start();
        add(1, "f", 3, 0);
        dataPlane.fail(1, ErrorCode.DESTINATION_PERMISSION, false);
        time.settle();
        Transfer two = add(2, "f", 3, 0);
        QueuedTransfer stale = new QueuedTransfer(two, 0, 0, null);
        assertThat(dataPlane.attempt(2).earlier()).isNotNull();
        keepsBack = true;
        dataPlane.finish(2);
        time.settle();
        loop.forceStart(stale, ok -> {});
        time.settle();
        keepsBack = false;
        late.forEach(Runnable::run);
        time.settle();
        assertThat(memory.stateOf(TransferId.of(2))).contains(TransferState.FINISHED);
        add(3, "f", 3, 0);
        assertThat(dataPlane.attempt(3).earlier())
                .as("the whole file of 2 is nobody's remains")
                .isNull();
    }

    @Test
    void aTransferThatGoesOnIsFoundBehindAWindowFullOfThoseThatWaitForIt() {
        loop = loop(4);
        start();
        add(1, "f", 1, 5);
        for (int i = 2; i <= 5; i++) {
            add(i, "f", 5, 0);
        }
        add(6, "g", 1, 0);
        dataPlane.fail(1, ErrorCode.DESTINATION_UNAVAILABLE, false);
        time.settle();
        time.advance(Duration.ofSeconds(2));
        assertThat(dataPlane.running()).containsExactly(6L);
        dataPlane.finish(6);
        time.settle();
        time.advance(Duration.ofSeconds(10));
        assertThat(dataPlane.started.getLast()).isEqualTo(new AttemptId(TransferId.of(1), 2));
    }

    @Test
    void nobodyStartsWhereACleanUpIsUnderWay() {
        start();
        add(1, "f", 3, 5);
        dataPlane.fail(1, ErrorCode.DESTINATION_UNAVAILABLE, false);
        time.settle();
        QueuedTransfer left = new QueuedTransfer(
                new Transfer(
                        TransferId.of(1),
                        A,
                        URI.create("https://a/1"),
                        URI.create("https://b/f"),
                        10,
                        3,
                        Set.of(),
                        TransferOptions.DEFAULT),
                1,
                1,
                EarlierWrite.UNKNOWN);
        TransferState from = memory.cancel(TransferId.of(1)).orElseThrow();
        // The loop, which has not heard of that, claims it again: refused, but the answer is on its way.
        keepsBack = true;
        loop.forceStart(left, ok -> assertThat(ok).isTrue());
        time.settle();
        loop.transfersCanceled(List.of(new CanceledTransfer(TransferId.of(1), A, from)));
        time.settle();
        List<CleanUpResult> results = new ArrayList<>();
        loop.cleanUp(left, results::add);
        time.settle();
        assertThat(results).containsExactly(CleanUpResult.OWNED_BY_ANOTHER);
        assertThat(dataPlane.cleaned).isEmpty();
        keepsBack = false;
        List.copyOf(late).forEach(Runnable::run);
        time.settle();
        loop.cleanUp(left, results::add);
        time.settle();
        assertThat(dataPlane.cleaned).hasSize(1);
        add(2, "f", 3, 0);
        assertThat(dataPlane.started.stream().map(id -> id.transfer().value())).doesNotContain(2L);
    }

    private void start() {
        loop.writer().userDeclared(User.of(UserId.of("cms")));
        loop.start();
        loop.writer()
                .pipeDeclared(new Pipe(
                        A,
                        Endpoint.parse("https://a"),
                        Endpoint.parse("https://b"),
                        UserId.of("cms"),
                        new PipeLimits(1, 10)));
        loop.writer().controlDecided(ControlState.of(1, Map.of(A, PipeTuning.of(1))));
        time.settle();
    }

    private Transfer add(long number, String file, int priority, int retries) {
        Transfer transfer = new Transfer(
                TransferId.of(number),
                A,
                URI.create("https://a/" + number),
                URI.create("https://b/" + file),
                10,
                priority,
                Set.of(),
                new TransferOptions(false, null, ChecksumMode.WHEN_OBTAINABLE, retries, Duration.ofSeconds(5), null));
        memory.add(transfer);
        loop.transfersAdded(Map.of(A, 1), Set.of());
        time.settle();
        return transfer;
    }
}
