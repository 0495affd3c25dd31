// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.loop.Failures;
import io.tcn.api.loop.LoopLoad;
import io.tcn.core.port.TimeSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/// The thread that does everything that changes transfers, in the order asked. A database that is away is tried
/// again, with growing pauses, until it answers; then nothing is lost. Whatever else a request throws, an
/// `Error` too, costs that request alone.
///
/// A failure that says nothing of its cause is taken for the request's own fault if the database does other work
/// meanwhile: then the request is refused after a few tries. So is, after more of them, one that calls itself
/// passing and does not pass: one damaged row must not stop everything.
final class StoreThread {
    private static final Logger LOG = LoggerFactory.getLogger(StoreThread.class);
    private static final int MOST_AT_ONCE = 2000;
    private static final int TRIES_OF_UNKNOWN = 5;
    private static final int TRIES_OF_PASSING = 10;

    /// Causes of a failure are looked at so deep.
    private static final int DEEPEST = 10;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// How long callers wait for a database that fails.
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// How long a request that was refused is told.
    private static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(1);

    /// What is asked.
    interface Request {
        /// Works; what it throws is logged and lost.
        void run();
    }

    /// Requests that can be worked on together, in their order.
    interface Batched extends Request {
        /// Works on all of a stretch.
        void runWith(List<Batched> others);
    }

    /// A question that may be answered after changes that were asked for behind it, and then sees them: it does not
    /// part what can be worked on together.
    interface Question extends Request {}

    /// What is wrong now.
    ///
    /// @param endsNanos when it is forgotten; null while it lasts
    private record Trouble(String reason, @Nullable Long endsNanos) {}

    /// A caller who waits.
    private record Caller(CompletableFuture<?> answer, long sinceNanos) {}

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "tcn-store");
    private final TimeSource time;
    private final Runnable probe;
    private final LongConsumer pauses;
    private final LoopLoad load = new LoopLoad();
    private volatile boolean stopping;
    private volatile boolean answers = true;
    private volatile @Nullable Trouble trouble;
    /// When the try that is under way began; null between tries.
    private volatile @Nullable Long tryBegan;

    /// @param probe works if and only if the database does
    StoreThread(TimeSource time, Runnable probe) {
        this(time, probe, LockSupport::parkNanos);
    }

    /// @param pauses lets so many nanoseconds pass before the next try
    StoreThread(TimeSource time, Runnable probe, LongConsumer pauses) {
        this.time = time;
        this.probe = probe;
        this.pauses = pauses;
        load.countsWaiting(requests::size);
    }

    /// How much it works: an event is one try of a request, mostly a transaction.
    LoopLoad load() {
        return load;
    }

    void start() {
        thread.start();
    }

    /// Does what was asked so far, then ends; waits for that, but not for ever: after that what fails is not tried
    /// again.
    void stop(Duration patience) throws InterruptedException {
        requests.add(() -> stopping = true);
        try {
            thread.join(patience.toMillis());
        } finally {
            stopping = true;
        }
    }

    void add(Request request) {
        requests.add(request);
    }

    boolean isStopping() {
        return stopping;
    }

    /// Whether the database answered the last request.
    boolean answers() {
        return answers && (thread.isAlive() || stopping || thread.getState() == Thread.State.NEW);
    }

    /// What is wrong now, in words for everybody.
    Optional<String> trouble() {
        Trouble last = trouble;
        if (last == null || (last.endsNanos() != null && last.endsNanos() - time.nanoTime() < 0)) {
            Duration waited = atWork();
            return waited.toNanos() < PATIENCE_NANOS
                    ? Optional.empty()
                    : Optional.of("the database has worked on one request for " + waited.toSeconds()
                            + " s: it may wait for a lock of somebody else");
        }
        return Optional.of(last.reason());
    }

    /// The answer for a caller who does not wait for long while the database fails: it then fails, though the
    /// work may still be done.
    <T> CompletableFuture<T> forCaller(CompletableFuture<T> answer) {
        CompletableFuture<T> forCaller = answer.copy();
        Caller caller = new Caller(forCaller, time.nanoTime());
        callers.add(caller);
        var _ = forCaller.whenComplete((done, failure) -> callers.remove(caller));
        return forCaller;
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
            } catch (Throwable defect) {
                refused("requests to the store were lost", defect);
            }
        }
    }

    private void work(List<Request> taken) {
        List<Batched> together = new ArrayList<>();
        List<Question> questions = new ArrayList<>();
        for (Request request : taken) {
            switch (request) {
                case Batched batched -> together.add(batched);
                case Question question -> questions.add(question);
                default -> {
                    runAll(together, questions);
                    fenced(request);
                }
            }
        }
        runAll(together, questions);
    }

    private void runAll(List<Batched> together, List<Question> questions) {
        runTogether(together);
        questions.forEach(this::fenced);
        questions.clear();
    }

    private void runTogether(List<Batched> together) {
        if (!together.isEmpty()) {
            List<Batched> all = List.copyOf(together);
            together.clear();
            fenced(() -> all.getFirst().runWith(all));
        }
    }

    private void fenced(Request request) {
        try {
            request.run();
        } catch (Throwable defect) {
            refused("a request to the store failed", defect);
        }
    }

    /// Notes that a request was refused.
    void refused(String what, Throwable failure) {
        try {
            trouble = new Trouble(
                    what + ": a defect of TCN, the log has it: "
                            + failure.getClass().getSimpleName(),
                    time.nanoTime() + MEMORY_NANOS);
            LOG.error("{}: a defect of TCN", what, failure);
        } catch (Throwable even) {
            // No memory for words: the thread goes on all the same.
            trouble = null;
        }
    }

    /// Tries until it works, or until the server stops; what can never work is thrown.
    <T> T trying(Supplier<T> work) {
        long pause = FIRST_PAUSE_NANOS;
        int tries = 0;
        while (true) {
            try {
                T result = oneTry(work);
                worked();
                return result;
            } catch (RuntimeException failure) {
                if (stopping || Thread.currentThread().isInterrupted() || isFinal(failure)) {
                    throw failure;
                }
                tries++;
                if (tries >= (isAway(failure) ? TRIES_OF_PASSING : TRIES_OF_UNKNOWN) && probeWorks()) {
                    throw failure;
                }
                failed(failure);
                pauses.accept(pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
            }
        }
    }

    private <T> T oneTry(Supplier<T> work) {
        long began = time.nanoTime();
        tryBegan = began;
        try {
            return work.get();
        } finally {
            tryBegan = null;
            load.ran(began, time.nanoTime());
        }
    }

    /// How long the try that is under way has lasted; zero between tries.
    Duration atWork() {
        Long began = tryBegan;
        return began == null ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - began);
    }

    /// Where the thread is now, for people: the first frame that is not the JDK's.
    String place() {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return frame.getClassName() + "." + frame.getMethodName();
            }
        }
        return "nowhere";
    }

    /// The database does not come back from a try: callers are told, as if the try had failed.
    void hangs() {
        if (answers) {
            LOG.warn("The database does not come back from a request");
            answers = false;
        }
        tell(new DataAccessResourceFailureException("no answer for " + atWork().toSeconds() + " s"));
        if (tryBegan == null) {
            // It came back meanwhile; nobody might ask for a long time, and then tell that it answers.
            worked();
        }
    }

    private boolean probeWorks() {
        try {
            probe.run();
            worked();
            return true;
        } catch (RuntimeException alsoFails) {
            return false;
        }
    }

    private void worked() {
        if (!answers) {
            LOG.info("The database answers again");
            answers = true;
            trouble = null;
        }
    }

    private void failed(RuntimeException failure) {
        // Whoever sees that it does not answer finds the reason.
        tell(failure);
        if (answers) {
            answers = false;
            LOG.warn("The database failed, trying on: {}", Failures.cause(failure));
            LOG.debug("The failure of the database", failure);
        }
    }

    private void tell(RuntimeException failure) {
        trouble = new Trouble("the database does not answer", null);
        long now = time.nanoTime();
        for (Caller caller : callers) {
            if (now - caller.sinceNanos() >= PATIENCE_NANOS) {
                caller.answer()
                        .completeExceptionally(new DataAccessResourceFailureException(
                                "the database does not answer; what was asked may still be done", failure));
            }
        }
    }

    /// Whether what was refused for this may work at another time.
    static boolean mayWorkLater(Throwable refused) {
        return refused instanceof Error || (refused instanceof RuntimeException failure && !isFinal(failure));
    }

    /// The request can never work, whatever becomes of the database.
    private static boolean isFinal(RuntimeException failure) {
        return failure instanceof DataIntegrityViolationException
                || failure instanceof InvalidDataAccessApiUsageException
                || failure instanceof InvalidDataAccessResourceUsageException
                || failure instanceof LeadLostException
                || !(failure instanceof DataAccessException || failure instanceof TransactionException);
    }

    /// The database is away, or too busy.
    private static boolean isAway(RuntimeException failure) {
        return failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof DataAccessResourceFailureException
                || failure instanceof TransactionException
                || isClosed(failure);
    }

    /// H2 has closed its database, as after a full disk: new connections open it again.
    private static boolean isClosed(RuntimeException failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof SQLException sql && ClosedDatabase.isClosed(sql)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
