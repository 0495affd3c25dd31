// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.loop.LoopLoad;
import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.QueueOrder;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// The transfer store on a database. One thread does everything that changes transfers, in the order asked, so
/// that no two changes contend; transitions that have queued up meanwhile share one transaction. Whether a
/// change was made is known also when the answer to its commit was lost ([NumberedTransactions]).
///
/// The loops wait for a database that is away: nothing is lost. Callers wait for ten seconds. Every question is
/// answered, whatever becomes of it. The queue is bounded by what the dispatch loop has under way.
@Component
public class JpaTransferStore implements TransferStore, WatchedStore {
    private static final Duration PATIENCE_AT_STOP = Duration.ofSeconds(20);
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(30);

    private final QueueReader queues;
    private final Cancellations cancellations;
    private final JobChanges changes;
    private final NumberedTransactions numbered;
    private final StoreThread thread;
    private final PatientQuestions patientQuestions;
    private final PatientTransitions patientTransitions;
    private volatile Consumer<List<CanceledTransfer>> givenUp = nobody -> {};

    JpaTransferStore(
            TransitionWriter transitions,
            QueueReader queues,
            Cancellations cancellations,
            JobChanges changes,
            NumberedTransactions numbered,
            TimeSource time) {
        this.queues = queues;
        this.cancellations = cancellations;
        this.changes = changes;
        this.numbered = numbered;
        this.thread = new StoreThread(time, numbered::probe);
        this.patientQuestions = new PatientQuestions(thread, ASKED_AGAIN);
        this.patientTransitions =
                new PatientTransitions(batch -> numbered.once(() -> transitions.apply(batch)), thread, ASKED_AGAIN);
    }

    /// Begins to work.
    public void start() {
        thread.start();
    }

    /// Does what was asked so far, then ends; waits for that, but not for ever.
    public void stop() throws InterruptedException {
        thread.stop(PATIENCE_AT_STOP);
    }

    /// Whether the database answered the last request; false while it does not.
    public boolean isHealthy() {
        return thread.answers();
    }

    /// What is wrong now, in words for everybody; also a request that was refused in the last minute.
    public Optional<String> trouble() {
        return thread.trouble();
    }

    /// How much the thread works that does everything that changes transfers.
    public LoopLoad load() {
        return thread.load();
    }

    @Override
    public Duration atWork() {
        return thread.atWork();
    }

    @Override
    public String place() {
        return thread.place();
    }

    @Override
    public void hangs() {
        thread.hangs();
    }

    @Override
    public void loadQueued(
            PipeId pipe, int limit, Instant now, QueueOrder order, Consumer<List<QueuedTransfer>> reply) {
        StoreThread.Question question =
                () -> answer(() -> queues.queued(pipe, limit, now, order), QueueReader.Read.NOTHING, read -> {
                    if (!read.failed().isEmpty()) {
                        givenUp.accept(read.failed().stream()
                                .map(transfer -> new CanceledTransfer(transfer, pipe, TransferState.QUEUED))
                                .toList());
                    }
                    reply.accept(read.transfers());
                });
        thread.add(question);
    }

    /// @param listener hears of queued transfers that the store has failed by itself, because nobody can read them;
    ///     on the store's thread
    public void onGivenUp(Consumer<List<CanceledTransfer>> listener) {
        givenUp = listener;
    }

    /// Those of some transfers that are queued now.
    public CompletableFuture<List<QueuedTransfer>> queuedOf(Collection<TransferId> transfers) {
        List<TransferId> copy = List.copyOf(transfers);
        return thread.forCaller(ask(() -> queues.queuedOf(copy)));
    }

    @Override
    public void apply(List<Transition> batch, Consumer<List<Boolean>> reply) {
        patientTransitions.ask(batch, reply);
    }

    /// The states of some transfers now.
    public CompletableFuture<Map<TransferId, TransferState>> statesOf(Collection<TransferId> transfers) {
        List<TransferId> copy = List.copyOf(transfers);
        return thread.forCaller(ask(() -> queues.states(copy)));
    }

    /// Those that are not there are given up with all that waits for them: so a question that the
    /// database refuses is not answered before it is.
    @Override
    public void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply) {
        List<TransferId> copy = List.copyOf(transfers);
        patientQuestions.ask(() -> queues.states(copy), reply);
    }

    /// Answers a question of a loop; one that the database refuses as if there were nothing, so that the loop
    /// goes on and asks again later.
    private <T> void answer(Supplier<T> question, T otherwise, Consumer<T> reply) {
        T answer = otherwise;
        try {
            answer = thread.trying(question);
        } catch (RuntimeException | Error refused) {
            thread.refused("the database refuses a question", refused);
            if (thread.isStopping()) {
                return;
            }
        }
        reply.accept(answer);
    }

    /// Cancels transfers, block by block, so that memory does not grow with them and others get their turn between.
    /// While the database does not answer this fails after a while, and the transfers are cancelled later.
    ///
    /// @param each gets every block once it is durable
    public CompletableFuture<Canceled> cancel(
            CancelScope scope, String reason, Instant now, Consumer<List<CanceledTransfer>> each) {
        CompletableFuture<Canceled> answer = new CompletableFuture<>();
        cancelNext(scope, CancelCursor.START, reason, now, each, new CancelTally(), answer);
        return thread.forCaller(answer);
    }

    private void cancelNext(
            CancelScope scope,
            CancelCursor at,
            String reason,
            Instant now,
            Consumer<List<CanceledTransfer>> each,
            CancelTally tally,
            CompletableFuture<Canceled> answer) {
        var _ = ask(numbered.once(() -> cancellations.cancelBlock(scope, at, reason, now)))
                .whenComplete((block, failure) -> {
                    if (block == null) {
                        answer.completeExceptionally(failure);
                        return;
                    }
                    each.accept(block.transfers());
                    tally.add(block);
                    if (block.next() == null) {
                        answer.complete(tally.total());
                    } else {
                        cancelNext(scope, block.next(), reason, now, each, tally, answer);
                    }
                });
    }

    /// Adds up blocks.
    private static final class CancelTally {
        private final SortedSet<String> jobs = new TreeSet<>();
        private long transfers;

        void add(Cancellations.Block block) {
            jobs.addAll(block.jobs());
            transfers += block.transfers().size();
        }

        Canceled total() {
            return new Canceled(transfers, jobs);
        }
    }

    /// Changes the priority of a job and of its open transfers; a job that is over stays as it is.
    ///
    /// @return pipes whose queue has another order now, once it is durable
    public CompletableFuture<Set<PipeId>> setPriority(String job, int priority) {
        return thread.forCaller(ask(numbered.once(() -> changes.setPriority(job, priority))));
    }

    /// Does any work on the database between two requests, in one transaction, so that it contends with none.
    ///
    /// @param work has a result that is not null
    public <T> CompletableFuture<T> inTurn(Supplier<T> work) {
        return ask(numbered.once(work));
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        thread.add(() -> {
            try {
                answer.complete(thread.trying(question));
            } catch (RuntimeException | Error refused) {
                answer.completeExceptionally(refused);
            }
        });
        return answer;
    }

    /// Asks after all that was asked before; while the database does not answer the answer comes late.
    public <T> CompletableFuture<T> question(Supplier<T> question) {
        return ask(question);
    }

    /// The answer for a caller: while the database fails he waits for ten seconds, then it fails.
    public <T> CompletableFuture<T> forCaller(CompletableFuture<T> answer) {
        return thread.forCaller(answer);
    }
}
