// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
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
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The dispatch loop against a world that does everything at the wrong moment. A failure names its seed.
class DispatchLoopRandomTest {
    @Test
    void nothingIsLostDoubledOrOutOfOrderWhateverTheWorldDoes() {
        Map<TransferState, Integer> ends = new TreeMap<>();
        int retried = 0;
        for (long seed = 1; seed <= 300; seed++) {
            World world = new World(seed);
            try {
                world.run();
            } catch (RuntimeException | AssertionError wrong) {
                throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
            }
            for (Transfer transfer : world.transfers.values()) {
                ends.merge(world.stateOf(transfer.id()), 1, Integer::sum);
                retried += world.memory.attemptsOf(transfer.id()) > 1 ? 1 : 0;
            }
        }
        // The test has seen enough of everything.
        assertThat(ends.keySet())
                .containsExactlyInAnyOrder(TransferState.FINISHED, TransferState.FAILED, TransferState.CANCELED);
        assertThat(ends.values()).allMatch(count -> count > 300);
        assertThat(retried).isGreaterThan(300);
    }

    /// One run: a seed, a clock, a store and a data plane that answer when they like, and a loop.
    private static final class World {
        private static final int PIPES = 3;

        private final Random random;
        private final ManualTime time = new ManualTime();
        private final MemoryTransferStore memory = new MemoryTransferStore();
        private final TransportControlState state = new TransportControlState(time);
        private final Map<TransferId, Transfer> transfers = new TreeMap<>();
        private final LateStore store = new LateStore();
        private final ErraticDataPlane dataPlane = new ErraticDataPlane();
        private final DispatchLoop loop;
        private final List<Runnable> unannounced = new ArrayList<>();
        private final Map<PipeId, Integer> connectionsBefore = new HashMap<>();
        private final int[] n = new int[PIPES];

        World(long seed) {
            this.random = new Random(seed);
            this.loop = new DispatchLoop(
                    state,
                    store,
                    dataPlane,
                    time,
                    time,
                    new NoFailures(),
                    new DispatchSettings(1 + random.nextInt(6), Duration.ofSeconds(30), Duration.ofSeconds(1)));
        }

        void run() {
            loop.writer().userDeclared(User.of(UserId.of("cms")));
            for (int p = 0; p < PIPES; p++) {
                loop.writer()
                        .pipeDeclared(new Pipe(
                                pipe(p),
                                Endpoint.parse("https://from" + p),
                                Endpoint.parse("https://to" + p),
                                UserId.of("cms"),
                                new PipeLimits(1, 8)));
                n[p] = 1;
            }
            loop.start();
            settle();
            int left = 10 + random.nextInt(40);
            while (left > 0 || random.nextInt(60) > 0) {
                switch (random.nextInt(10)) {
                    case 0, 1 -> left -= left > 0 ? add(1 + random.nextInt(4)) : 0;
                    case 2 -> cancelOne();
                    case 3 -> decide();
                    case 4 -> advance(Duration.ofMillis(random.nextInt(3000)));
                    case 5 -> announce();
                    case 6 -> store.answerSome();
                    case 7 -> loop.priorityChanged(Set.of(pipe(random.nextInt(PIPES))));
                    default -> dataPlane.doSomething();
                }
                settle();
            }
            finishAll();
            checkEnd();
        }

        private static PipeId pipe(int index) {
            return PipeId.of("p" + index);
        }

        TransferState stateOf(TransferId id) {
            return memory.stateOf(id).orElseThrow();
        }

        /// Stores some transfers; the loop hears of it now or later.
        private int add(int count) {
            Map<PipeId, Integer> queued = new HashMap<>();
            List<WaitingTransfer> waiting = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                TransferId id = TransferId.of(transfers.size() + 1);
                Set<TransferId> after = new TreeSet<>();
                if (!transfers.isEmpty() && random.nextInt(2) == 0) {
                    for (int i = 1 + random.nextInt(2); i > 0; i--) {
                        after.add(TransferId.of(1 + random.nextInt(transfers.size())));
                    }
                }
                PipeId pipe = pipe(random.nextInt(PIPES));
                Transfer transfer = new Transfer(
                        id,
                        pipe,
                        URI.create("https://from/" + id),
                        URI.create("https://to/" + id),
                        10,
                        1 + random.nextInt(5),
                        after,
                        new TransferOptions(
                                false,
                                null,
                                ChecksumMode.WHEN_OBTAINABLE,
                                random.nextInt(3),
                                Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(5000)),
                                null));
                transfers.put(id, transfer);
                if (memory.add(transfer) == TransferState.QUEUED) {
                    queued.merge(pipe, 1, Integer::sum);
                } else {
                    waiting.add(new WaitingTransfer(id, pipe, after));
                }
            }
            later(() -> loop.transfersAdded(queued, waiting));
            return count;
        }

        private void cancelOne() {
            if (transfers.isEmpty()) {
                return;
            }
            TransferId id = TransferId.of(1 + random.nextInt(transfers.size()));
            Optional<TransferState> before = memory.cancel(id);
            before.ifPresent(from -> later(() -> loop.transfersCanceled(List.of(new CanceledTransfer(
                    id, Objects.requireNonNull(transfers.get(id)).pipe(), from)))));
        }

        /// News may reach the loop in another order than things happened in the store.
        private void later(Runnable news) {
            if (random.nextInt(3) == 0) {
                unannounced.add(news);
            } else {
                news.run();
            }
        }

        private void announce() {
            if (!unannounced.isEmpty()) {
                unannounced.remove(random.nextInt(unannounced.size())).run();
            }
        }

        private void decide() {
            Map<PipeId, PipeTuning> tunings = new HashMap<>();
            for (int p = 0; p < PIPES; p++) {
                n[p] = 1 + random.nextInt(8);
                PipeTuning tuning = PipeTuning.of(n[p]);
                tunings.put(pipe(p), tuning);
            }
            loop.writer().controlDecided(ControlState.of(1, tunings));
        }

        private void advance(Duration by) {
            time.advance(by);
        }

        private void settle() {
            time.settle();
            checkNow();
        }

        private void checkNow() {
            assertThat(dataPlane.writingTwice).isNull();
            for (int p = 0; p < PIPES; p++) {
                PipeActivity activity = state.activityOf(pipe(p));
                int allowed = Math.max(
                        Math.max(n[p], activity.activeTransfers()), connectionsBefore.getOrDefault(pipe(p), 0));
                assertThat(activity.activeConnections())
                        .as("connections of %s, n = %d: %s", pipe(p), n[p], activity)
                        .isLessThanOrEqualTo(allowed);
                assertThat(activity.activeConnections()).isGreaterThanOrEqualTo(activity.activeTransfers());
                connectionsBefore.put(pipe(p), activity.activeConnections());
            }
            for (AttemptId started : dataPlane.startedSinceLastCheck) {
                for (TransferId predecessor : Objects.requireNonNull(transfers.get(started.transfer()))
                        .after()) {
                    assertThat(stateOf(predecessor))
                            .as("%s, which must end before %s starts", predecessor, started)
                            .isEqualTo(TransferState.FINISHED);
                }
            }
            dataPlane.startedSinceLastCheck.clear();
        }

        private void finishAll() {
            for (int round = 0; round < 20_000 && !isOver(); round++) {
                announce();
                store.answerAll();
                dataPlane.doSomething();
                if (round % 20 == 19) {
                    advance(Duration.ofSeconds(1));
                }
                settle();
            }
            store.answerAll();
            settle();
            // Retry delays and the sweep have nothing left to do.
            advance(Duration.ofMinutes(2));
            store.answerAll();
            settle();
        }

        private boolean isOver() {
            return unannounced.isEmpty()
                    && store.isQuiet()
                    && dataPlane.attempts.isEmpty()
                    && transfers.keySet().stream().allMatch(id -> stateOf(id).isTerminal());
        }

        private void checkEnd() {
            transfers
                    .keySet()
                    .forEach(id -> assertThat(stateOf(id).isTerminal())
                            .as("transfer %s is %s", id, stateOf(id))
                            .isTrue());
            assertThat(dataPlane.attempts).isEmpty();
            assertThat(state.transfers().waitingCount()).isZero();
            for (int p = 0; p < PIPES; p++) {
                PipeId pipe = pipe(p);
                PipeActivity activity = state.activityOf(pipe);
                assertThat(activity.activeTransfers())
                        .as("active of %s", activity)
                        .isZero();
                assertThat(activity.activeConnections())
                        .as("active of %s", activity)
                        .isZero();
                assertThat(activity.queuedTransfers())
                        .as("queued of %s", activity)
                        .isZero();
                assertThat(activity.waitingTransfers())
                        .as("waiting of %s", activity)
                        .isZero();
                assertThat(activity.finishedTransfers())
                        .as("finished of %s", pipe)
                        .isEqualTo(count(pipe, TransferState.FINISHED));
                assertThat(activity.finishedBytes())
                        .as("bytes of %s", pipe)
                        .isEqualTo(10 * count(pipe, TransferState.FINISHED));
                assertThat(activity.failedTransfers())
                        .as("failed of %s", pipe)
                        .isEqualTo(count(pipe, TransferState.FAILED));
                assertThat(activity.canceledTransfers())
                        .as("cancelled of %s", pipe)
                        .isEqualTo(count(pipe, TransferState.CANCELED));
            }
            transfers.values().forEach(transfer -> {
                boolean allFinished = transfer.after().stream().allMatch(id -> stateOf(id) == TransferState.FINISHED);
                if (!allFinished) {
                    assertThat(stateOf(transfer.id())).isEqualTo(TransferState.CANCELED);
                }
            });
        }

        private long count(PipeId pipe, TransferState what) {
            return transfers.values().stream()
                    .filter(transfer -> transfer.pipe().equals(pipe) && stateOf(transfer.id()) == what)
                    .count();
        }

        /// Does what it is asked in the order asked, but tells so later.
        private final class LateStore implements TransferStore {
            private final List<Runnable> asked = new ArrayList<>();
            private final List<Runnable> answers = new ArrayList<>();
            private boolean answering;

            @Override
            public void loadQueued(
                    PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
                asked.add(() -> memory.loadQueued(
                        pipe, limit, now, order, found -> answers.add(() -> reply.accept(List.copyOf(found)))));
                maybeAnswer();
            }

            @Override
            public void apply(List<Transition> transitions, Consumer<List<Boolean>> reply) {
                asked.add(() -> memory.apply(transitions, made -> answers.add(() -> reply.accept(List.copyOf(made)))));
                maybeAnswer();
            }

            @Override
            public void loadStates(Collection<TransferId> ids, Consumer<Map<TransferId, TransferState>> reply) {
                List<TransferId> copy = List.copyOf(ids);
                asked.add(() -> memory.loadStates(copy, states -> answers.add(() -> reply.accept(states))));
                maybeAnswer();
            }

            private void maybeAnswer() {
                if (!answering && random.nextInt(3) > 0) {
                    answerSome();
                }
            }

            void answerSome() {
                answering = true;
                for (int k = random.nextInt(1 + asked.size()); k > 0; k--) {
                    asked.removeFirst().run();
                }
                for (int k = random.nextInt(1 + answers.size()); k > 0; k--) {
                    answers.removeFirst().run();
                }
                answering = false;
            }

            void answerAll() {
                answering = true;
                while (!asked.isEmpty()) {
                    asked.removeFirst().run();
                }
                while (!answers.isEmpty()) {
                    answers.removeFirst().run();
                }
                answering = false;
            }

            boolean isQuiet() {
                return asked.isEmpty() && answers.isEmpty();
            }
        }

        /// Answers late, twice, wrongly; uses fewer connections than offered; may or may not adjust.
        private final class ErraticDataPlane implements DataPlane {
            private final Map<AttemptId, Run> attempts = new LinkedHashMap<>();
            private final Set<TransferId> writing = new HashSet<>();
            private final List<AttemptId> startedSinceLastCheck = new ArrayList<>();
            private final List<AttemptId> ended = new ArrayList<>();
            private @Nullable AttemptId writingTwice;

            private static final class Run {
                private final Attempt attempt;
                private final AttemptListener listener;
                private int connections;
                private boolean prepared;
                private boolean proceeding;
                private boolean canceled;

                private Run(Attempt attempt, AttemptListener listener) {
                    this.attempt = attempt;
                    this.listener = listener;
                    this.connections = attempt.connections();
                }
            }

            @Override
            public void start(Attempt attempt, AttemptListener listener) {
                if (ended.contains(attempt.id()) || attempts.containsKey(attempt.id())) {
                    throw new AssertionError("attempt " + attempt.id() + " is started twice");
                }
                attempts.put(attempt.id(), new Run(attempt, listener));
                startedSinceLastCheck.add(attempt.id());
            }

            @Override
            public void proceed(AttemptId attempt) {
                Run run = attempts.get(attempt);
                if (run != null) {
                    run.proceeding = true;
                    if (!writing.add(attempt.transfer())) {
                        writingTwice = attempt;
                    }
                }
            }

            @Override
            public void cancel(AttemptId attempt) {
                Run run = attempts.get(attempt);
                if (run != null) {
                    run.canceled = true;
                }
            }

            @Override
            public int adjust(AttemptId attempt, int connections) {
                Run run = attempts.get(attempt);
                if (run == null) {
                    return 0;
                }
                if (random.nextBoolean()) {
                    run.connections = connections;
                }
                return run.connections;
            }

            @Override
            public long movedBytes(PipeId pipe) {
                return 0;
            }

            void doSomething() {
                if (!ended.isEmpty() && random.nextInt(20) == 0) {
                    AttemptId late = ended.get(random.nextInt(ended.size()));
                    loop.answers().finished(late, 10, null);
                    loop.answers().prepared(late, 10, 3);
                    return;
                }
                if (attempts.isEmpty()) {
                    return;
                }
                Run run = List.copyOf(attempts.values()).get(random.nextInt(attempts.size()));
                AttemptId id = run.attempt.id();
                switch (random.nextInt(8)) {
                    case 0 -> {
                        end(run);
                        run.listener.failed(
                                id, new TransferFailure(ErrorCode.TIMEOUT, "too late"), random.nextBoolean());
                    }
                    case 1 -> {
                        end(run);
                        run.listener.failed(id, new TransferFailure(ErrorCode.SOURCE_NOT_FOUND, "not there"), true);
                    }
                    case 2 -> {
                        if (run.canceled || random.nextInt(4) == 0) {
                            end(run);
                            run.listener.canceled(id, random.nextBoolean());
                        }
                    }
                    default -> {
                        if (!run.prepared) {
                            run.prepared = true;
                            run.connections = 1 + random.nextInt(run.connections);
                            run.listener.prepared(id, 10, run.connections);
                        } else if (run.proceeding) {
                            end(run);
                            run.listener.finished(id, 10, Checksum.adler32(1));
                        }
                    }
                }
            }

            private void end(Run run) {
                attempts.remove(run.attempt.id());
                ended.add(run.attempt.id());
                if (run.proceeding) {
                    writing.remove(run.attempt.transfer().id());
                }
            }
        }
    }
}
