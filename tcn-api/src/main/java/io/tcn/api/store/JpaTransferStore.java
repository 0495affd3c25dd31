// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// The transfer store on a database. One thread does everything that changes transfers, in the order asked, so
/// that no two changes contend; transitions that have queued up meanwhile share one transaction.
///
/// A database that is away is tried again, with growing pauses, until it answers: callers wait, nothing is lost. The
/// queue is bounded by what the dispatch loop has under way.
@Component
public class JpaTransferStore implements TransferStore {
    private static final Logger LOG = LoggerFactory.getLogger(JpaTransferStore.class);
    private static final int MOST_AT_ONCE = 2000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private sealed interface Request {
        /// Any work of its own.
        record Work(Runnable body) implements Request {}

        /// Transitions, which may share a transaction with others.
        record Apply(List<Transition> transitions, Consumer<List<Boolean>> reply) implements Request {}
    }

    private final TransitionWriter transitions;
    private final QueueReader queues;
    private final Cancellations cancellations;
    private final JobChanges changes;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "tcn-store");
    private volatile boolean stopping;
    private volatile boolean healthy = true;

    JpaTransferStore(
            TransitionWriter transitions, QueueReader queues, Cancellations cancellations, JobChanges changes) {
        this.transitions = transitions;
        this.queues = queues;
        this.cancellations = cancellations;
        this.changes = changes;
    }

    /// Begins to work.
    public void start() {
        thread.start();
    }

    /// Does what was asked so far, then ends; waits for that, but not for ever.
    public void stop() throws InterruptedException {
        requests.add(new Request.Work(() -> stopping = true));
        thread.join(TimeUnit.SECONDS.toMillis(20));
    }

    /// Whether the last request worked at its first try or a later one; false while the database does not answer.
    public boolean isHealthy() {
        return healthy;
    }

    @Override
    public void loadQueued(PipeId pipe, int limit, Instant now, Consumer<List<QueuedTransfer>> reply) {
        requests.add(new Request.Work(() -> reply.accept(tryingOr(() -> queues.queued(pipe, limit, now), List.of()))));
    }

    @Override
    public void loadQueued(
            PipeId pipe, int limit, Instant now, ActivityWeights weights, Consumer<List<QueuedTransfer>> reply) {
        requests.add(
                new Request.Work(() -> reply.accept(trying(() -> queues.queuedInTurn(pipe, limit, now, weights)))));
    }

    /// Those of some transfers that are queued now.
    public CompletableFuture<List<QueuedTransfer>> queuedOf(Collection<TransferId> transfers) {
        List<TransferId> copy = List.copyOf(transfers);
        return ask(() -> queues.queuedOf(copy));
    }

    @Override
    public void apply(List<Transition> batch, Consumer<List<Boolean>> reply) {
        requests.add(new Request.Apply(List.copyOf(batch), reply));
    }

    @Override
    public void loadStates(Collection<TransferId> transfers, Consumer<Map<TransferId, TransferState>> reply) {
        List<TransferId> copy = List.copyOf(transfers);
        requests.add(new Request.Work(() -> reply.accept(tryingOr(() -> queues.states(copy), Map.of()))));
    }

    /// Cancels transfers, block by block, so that memory does not grow with them and others get their turn between.
    ///
    /// @param each gets every block once it is durable
    public CompletableFuture<Canceled> cancel(
            CancelScope scope, String reason, Instant now, Consumer<List<CanceledTransfer>> each) {
        CompletableFuture<Canceled> answer = new CompletableFuture<>();
        cancelNext(scope, reason, now, each, new CancelTally(), answer);
        return answer;
    }

    private void cancelNext(
            CancelScope scope,
            String reason,
            Instant now,
            Consumer<List<CanceledTransfer>> each,
            CancelTally tally,
            CompletableFuture<Canceled> answer) {
        var _ = ask(() -> cancellations.cancelBlock(scope, reason, now)).whenComplete((block, failure) -> {
            if (block == null) {
                answer.completeExceptionally(failure);
                return;
            }
            each.accept(block.transfers());
            tally.add(block);
            if (block.isLast()) {
                answer.complete(tally.total());
            } else {
                cancelNext(scope, reason, now, each, tally, answer);
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
        return ask(() -> changes.setPriority(job, priority));
    }

    /// Does any work between two requests, so that it contends with none.
    public <T> CompletableFuture<T> inTurn(Supplier<T> work) {
        return ask(work);
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        requests.add(new Request.Work(() -> {
            try {
                answer.complete(trying(question));
            } catch (RuntimeException failure) {
                answer.completeExceptionally(failure);
            }
        }));
        return answer;
    }

    private void run() {
        List<Request> taken = new ArrayList<>();
        while (!stopping) {
            try {
                taken.clear();
                taken.add(requests.take());
                requests.drainTo(taken, MOST_AT_ONCE);
                work(taken);
            } catch (InterruptedException stop) {
                return;
            } catch (RuntimeException defect) {
                LOG.error("A request to the store failed: a defect of TCN", defect);
            }
        }
    }

    private void work(List<Request> taken) {
        List<Request.Apply> together = new ArrayList<>();
        for (Request request : taken) {
            switch (request) {
                case Request.Apply apply -> together.add(apply);
                case Request.Work work -> {
                    applyTogether(together);
                    work.body().run();
                }
            }
        }
        applyTogether(together);
    }

    private void applyTogether(List<Request.Apply> together) {
        if (together.isEmpty()) {
            return;
        }
        List<Transition> all = new ArrayList<>();
        together.forEach(apply -> all.addAll(apply.transitions()));
        List<Boolean> made = applyAll(all);
        int from = 0;
        for (Request.Apply apply : together) {
            int to = from + apply.transitions().size();
            apply.reply().accept(List.copyOf(made.subList(from, to)));
            from = to;
        }
        together.clear();
    }

    /// Makes transitions; if the database refuses the batch as a whole, each by itself, so that one that it will never
    /// take does not hold up the others. That one counts as not made.
    private List<Boolean> applyAll(List<Transition> all) {
        try {
            return trying(() -> transitions.apply(all));
        } catch (RuntimeException refused) {
            if (stopping) {
                throw refused;
            }
            LOG.error("The database refuses a batch of {} transitions: a defect of TCN", all.size(), refused);
        }
        List<Boolean> made = new ArrayList<>();
        for (Transition transition : all) {
            try {
                made.addAll(trying(() -> transitions.apply(List.of(transition))));
            } catch (RuntimeException refused) {
                LOG.error("The database refuses {}", transition, refused);
                made.add(false);
            }
        }
        return made;
    }

    /// Whether the same request may work later: the database is away, or too busy. Anything else is a defect.
    private static boolean mayPass(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof DataAccessResourceFailureException
                || failure instanceof TransactionException
                || failure instanceof UncategorizedDataAccessException;
    }

    /// Tries; what can never work is logged, and answered so that the asker goes on and asks again later.
    private <T> T tryingOr(Supplier<T> work, T otherwise) {
        try {
            return trying(work);
        } catch (RuntimeException refused) {
            if (stopping) {
                throw refused;
            }
            LOG.error("The database refuses a question: a defect of TCN", refused);
            return otherwise;
        }
    }

    /// Tries until it works, or until the server stops; what can never work is thrown at once.
    private <T> T trying(Supplier<T> work) {
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            try {
                T result = work.get();
                if (!healthy) {
                    LOG.info("The database answers again");
                    healthy = true;
                }
                return result;
            } catch (RuntimeException failure) {
                if (stopping || Thread.currentThread().isInterrupted() || !mayPass(failure)) {
                    throw failure;
                }
                if (healthy) {
                    LOG.warn("The database failed, trying on: {}", failure.getMessage(), failure);
                    healthy = false;
                }
                LockSupport.parkNanos(pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
            }
        }
    }
}
