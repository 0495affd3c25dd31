// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.loop.LoopFence;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The attempts under way, from the wish to claim a transfer until the data plane has answered for the last time: which
/// there are, what the data plane is told of them, and what its answers ask of the store.
///
/// Invariant: of a transfer at most one attempt is here, and its connections count on its pipe exactly as long. The
/// answers of the data plane may come on any thread and become events; late and double ones are told by the attempt's
/// number, counted, and otherwise ignored. All else is for the dispatch loop, which owns this.
final class Attempts implements AttemptListener {
    private final DataPlane dataPlane;
    private final Destinations destinations;
    private final Gates gates;
    private final ConnectionSpread spread;
    private final FailedAttempts failures;
    private final PipeQueues pipes;
    private final Outbox outbox;
    private final TimeSource time;
    private final ControlEvents told;
    private final LoopFence fence;
    private final Consumer<Runnable> events;
    private final Map<TransferId, RunningAttempt> running = new HashMap<>();
    /// Since when both ends are looked at; any thread may ask.
    private final Map<TransferId, Instant> preparing = new ConcurrentHashMap<>();

    /// @param told hears of late answers
    /// @param events runs something as an event of the dispatch loop
    Attempts(
            DataPlane dataPlane,
            Destinations destinations,
            Gates gates,
            ConnectionSpread spread,
            FailedAttempts failures,
            PipeQueues pipes,
            Outbox outbox,
            TimeSource time,
            ControlEvents told,
            LoopFence fence,
            Consumer<Runnable> events) {
        this.dataPlane = dataPlane;
        this.destinations = destinations;
        this.gates = gates;
        this.spread = spread;
        this.failures = failures;
        this.pipes = pipes;
        this.outbox = outbox;
        this.time = time;
        this.told = told;
        this.fence = fence;
        this.events = events;
    }

    boolean isRunning(TransferId transfer) {
        return running.containsKey(transfer);
    }

    /// The attempt at a transfer; null if none is under way.
    @Nullable
    RunningAttempt of(TransferId transfer) {
        return running.get(transfer);
    }

    /// Since when an attempt looks at both ends, of which nothing may write yet; empty if none does, or if a loop
    /// before this one has begun it. Any thread may ask.
    Optional<Instant> preparingSince(TransferId transfer) {
        return Optional.ofNullable(preparing.get(transfer));
    }

    private @Nullable RunningAttempt find(AttemptId id) {
        RunningAttempt attempt = running.get(id.transfer());
        return attempt != null && attempt.id().equals(id) ? attempt : null;
    }

    /// Claims a transfer with one connection: it gets more, where others leave them, once its bytes move.
    void begin(PipeQueue pipe, QueuedTransfer queued) {
        OwnedDestination destination = destinations.begin(queued.transfer(), queued.earlier());
        QueuedTransfer first = queued.withEarlier(destination.earlier());
        AttemptId id = new AttemptId(first.transfer().id(), first.attempts() + 1);
        pipe.counters().addQueued(-1);
        RunningAttempt attempt =
                new RunningAttempt(id, first, pipe, destination, gates.limits().of(first.transfer()));
        running.put(first.transfer().id(), attempt);
        pipe.add(attempt, time.nanoTime());
        gates.opened(pipe);
        gates.limits().opened(attempt);
        Instant now = time.now();
        preparing.put(first.transfer().id(), now);
        outbox.add(attempt, new Transition.Claim(id, now));
    }

    /// Counts an attempt that a loop before this one has begun, and whose data plane goes on and answers here.
    void adopt(AdoptedAttempt found) {
        QueuedTransfer queued = found.queued();
        PipeQueue pipe = pipes.get(queued.transfer().pipe());
        Instant writingFrom = found.writingFrom();
        OwnedDestination destination =
                destinations.adopt(queued.transfer(), writingFrom == null ? queued.earlier() : null);
        QueuedTransfer first = queued.withEarlier(destination.earlier());
        RunningAttempt attempt = new RunningAttempt(
                found.id(), first, pipe, destination, gates.limits().of(first.transfer()));
        long now = time.nanoTime();
        running.put(first.transfer().id(), attempt);
        pipe.add(attempt, now);
        gates.opened(pipe);
        gates.limits().opened(attempt);
        pipe.resize(attempt, found.connections(), now);
        if (found.isCanceled()) {
            attempt.requestCancel();
        }
        if (writingFrom == null) {
            attempt.enter(RunningAttempt.Phase.PREPARING);
        } else {
            destination.writing(writingFrom, first.transfer().sizeBytes());
            pipe.activate(attempt, now);
        }
        pipes.touch(pipe);
    }

    /// The claim is durable: the data plane looks at both ends. Without a credential that is still good it does not.
    void start(RunningAttempt attempt) {
        boolean clean = !attempt.queued().destinationMayBeOurs();
        Instant ends = attempt.transfer().options().credentials().ends();
        if (ends != null && !ends.isAfter(time.now())) {
            failed(
                    attempt.id(),
                    new TransferFailure(
                            ErrorCode.CREDENTIALS_EXPIRED,
                            "a credential ended at " + ends + " before the transfer could begin: submit it again"),
                    clean);
            return;
        }
        attempt.enter(RunningAttempt.Phase.PREPARING);
        try {
            dataPlane.start(
                    new Attempt(
                            attempt.id(),
                            attempt.transfer(),
                            attempt.connections(),
                            attempt.pipe().tuning(),
                            attempt.queued().earlier()),
                    this);
            if (attempt.pipe().pausedFor() != null) {
                // A refusal that is known by now comes before.
                events.accept(() -> taken(attempt.id()));
            }
        } catch (Throwable defect) {
            // Nothing was written. Without an answer the attempt would hold its connections for ever.
            fence.note(defect);
            failed(
                    attempt.id(),
                    new TransferFailure(ErrorCode.INTERNAL, "the data plane could not begin the transfer: " + defect),
                    clean);
        }
    }

    private void taken(AttemptId id) {
        RunningAttempt attempt = find(id);
        if (attempt != null) {
            failures.taken(attempt);
        }
    }

    /// The store has answered whether writing may begin: the data plane goes on, or stops.
    void proceed(RunningAttempt attempt) {
        preparing.remove(attempt.transfer().id());
        long now = time.nanoTime();
        attempt.pipe().activate(attempt, now);
        if (attempt.isCancelRequested()) {
            dataPlane.cancel(attempt.id());
        } else {
            spread.begin(attempt, gates.admits(attempt.pipe()), now);
            dataPlane.proceed(attempt.id());
        }
    }

    /// A caller has cancelled a transfer that runs, and that is durable.
    void cancel(RunningAttempt attempt) {
        if (attempt.isCancelRequested()) {
            return;
        }
        attempt.requestCancel();
        switch (attempt.phase()) {
            case CLAIMING, ACTIVATING -> {
                // The store's answer shows whether the cancellation came first; it is acted on there.
            }
            case PREPARING, ACTIVE -> dataPlane.cancel(attempt.id());
        }
    }

    /// An attempt is over: its connections are free.
    void remove(RunningAttempt attempt) {
        running.remove(attempt.transfer().id());
        preparing.remove(attempt.transfer().id());
        attempt.end();
        double movingSeconds = attempt.movingSeconds(time.nanoTime());
        gates.ending(attempt.pipe());
        attempt.pipe().remove(attempt, time.nanoTime());
        gates.limits().ended(attempt, movingSeconds);
        pipes.touch(attempt.pipe());
    }

    // --- answers of the data plane

    @Override
    public void prepared(AttemptId id, long sizeBytes, int connections) {
        events.accept(() -> {
            RunningAttempt attempt = find(id);
            if (attempt == null || attempt.phase() != RunningAttempt.Phase.PREPARING) {
                told.lateAnswer(id);
                return;
            }
            attempt.setUseful(connections);
            int used = Math.clamp(connections, 1, attempt.connections());
            if (used != attempt.connections() || !attempt.pipe().isSettled()) {
                attempt.pipe().resize(attempt, used, time.nanoTime());
                pipes.touch(attempt.pipe());
            }
            attempt.enter(RunningAttempt.Phase.ACTIVATING);
            outbox.add(attempt, new Transition.Activate(id, time.now(), sizeBytes));
        });
    }

    @Override
    public void uses(AttemptId id, int connections) {
        events.accept(() -> {
            RunningAttempt attempt = find(id);
            if (attempt == null
                    || attempt.phase() != RunningAttempt.Phase.ACTIVE
                    || attempt.connections() == connections) {
                return;
            }
            spread.uses(attempt, connections, time.nanoTime());
            pipes.touch(attempt.pipe());
        });
    }

    @Override
    public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
        events.accept(() -> {
            RunningAttempt attempt = end(id);
            if (attempt == null) {
                return;
            }
            if (attempt.isCancelRequested()) {
                // Too late to stop it: the whole file is there, although nobody wants it any more.
                outbox.add(attempt, new Transition.Stopped(id, time.now(), false));
                return;
            }
            outbox.addFinish(
                    attempt,
                    new Transition.Finish(id, time.now(), sizeBytes, checksum),
                    attempt.movingSeconds(time.nanoTime()));
        });
    }

    @Override
    public void failed(AttemptId id, TransferFailure failure, boolean destinationClean) {
        events.accept(() -> {
            RunningAttempt attempt = end(id);
            if (attempt != null) {
                if (!destinationClean) {
                    countAsLeft(attempt, failure);
                }
                failures.failed(attempt, failure, destinationClean);
            }
        });
    }

    /// Whoever moved the bytes of an attempt is gone, and storages may go on for as long as the transfer is left alone.
    private void countAsLeft(RunningAttempt attempt, TransferFailure failure) {
        Duration grace = failure.pause();
        if (failure.code() == ErrorCode.SERVER_RESTARTED
                && attempt.phase() == RunningAttempt.Phase.ACTIVE
                && grace != null) {
            gates.leave(attempt.pipe(), attempt.connections(), grace);
            SharedLimit limit = attempt.limit();
            if (limit != null) {
                gates.limits().leave(limit.limit(), attempt.connections(), grace);
            }
        }
    }

    @Override
    public void canceled(AttemptId id, boolean destinationClean) {
        events.accept(() -> {
            RunningAttempt attempt = end(id);
            if (attempt == null) {
                return;
            }
            if (attempt.isCancelRequested()) {
                outbox.add(attempt, new Transition.Stopped(id, time.now(), destinationClean));
            } else {
                // The data plane gave up by itself, as when it is shut down: the transfer did nothing wrong.
                failures.failed(
                        attempt,
                        new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane stopped the transfer"),
                        destinationClean);
            }
        });
    }

    private @Nullable RunningAttempt end(AttemptId id) {
        RunningAttempt attempt = find(id);
        if (attempt == null) {
            told.lateAnswer(id);
            return null;
        }
        remove(attempt);
        return attempt;
    }
}
