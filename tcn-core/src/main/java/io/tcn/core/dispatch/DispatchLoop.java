// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransferGraph;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The dispatch loop: starts ready transfers while a pipe has free connections, and the only writer of the run-time
/// transport-control state.
///
/// Every public method may be called from any thread: it becomes an event on the loop. An event changes memory,
/// collects
/// transitions, and at its end hands them to the store as one batch; what follows from a transition (start, proceed,
/// release of successors) happens when the store says that it is durable. So after a crash the store knows of every
/// attempt that may have written.
///
/// A transfer uses one connection; several, where fewer transfers are ready than connections are free and the
/// data plane
/// can use more. A lower n takes connections from transfers that run on several, but ends none.
///
/// Late and double answers of the data plane are told by the attempt's number, counted, and otherwise ignored.
public final class DispatchLoop implements AttemptListener {
    /// Events that throw in a row before [#isHealthy] turns false.
    public static final int FAILURES_TO_UNHEALTHY = 3;

    private final TransportControlState state;
    private final TransferStore store;
    private final DataPlane dataPlane;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final ControlEvents events;
    private final DispatchSettings settings;
    private final Map<PipeId, PipeQueue> pipes = new LinkedHashMap<>();
    private final List<Transition> outbox = new ArrayList<>();
    private final Set<PipeQueue> touched = new LinkedHashSet<>();
    private final Map<TransferId, RunningAttempt> attempts = new HashMap<>();
    private final List<PipeQueue> loads = new ArrayList<>();
    private boolean draining;
    private LoopScheduler.Cancellation sweep = () -> {};
    private volatile int failuresInARow;

    public DispatchLoop(
            TransportControlState state,
            TransferStore store,
            DataPlane dataPlane,
            LoopScheduler loop,
            TimeSource time,
            ControlEvents events,
            DispatchSettings settings) {
        this.state = state;
        this.store = store;
        this.dataPlane = dataPlane;
        this.loop = loop;
        this.time = time;
        this.events = events;
        this.settings = settings;
    }

    // --- commands

    /// Begins to look after pipes that may have been overlooked; transfers start as they are made known.
    public void start() {
        loop.execute(() -> sweep = loop.schedule(settings.sweep(), this::onSweep));
    }

    /// Starts nothing more; what runs goes on.
    public void drain() {
        loop.execute(() -> {
            draining = true;
            sweep.cancel();
        });
    }

    /// Makes a user known.
    public void userDeclared(User user) {
        event(() -> state.putUser(user));
    }

    /// Makes a pipe known, or changes its limits.
    public void pipeDeclared(Pipe pipe) {
        event(() -> {
            state.putPipe(pipe);
            PipeQueue known = pipes.get(pipe.id());
            if (known == null) {
                known = new PipeQueue(pipe, state.snapshot().control().tuningOf(pipe), time.nanoTime());
                pipes.put(pipe.id(), known);
            } else {
                known.setPipe(pipe);
                known.setTuning(known.tuning()
                        .withConnections(pipe.limits().clamp(known.tuning().connections())));
            }
            touched.add(known);
        });
    }

    /// Makes a resource-set known.
    public void resourceSetDeclared(ResourceSet set) {
        event(() -> state.putResourceSet(set));
    }

    /// Sets a resource control.
    public void resourceControlSet(ResourceControl control) {
        event(() -> state.putResourceControl(control));
    }

    /// Takes a resource control back.
    public void resourceControlRemoved(ResourceControl like) {
        event(() -> state.removeResourceControl(like));
    }

    /// Takes over n from the control loop.
    public void controlDecided(ControlState control) {
        event(() -> {
            state.putControl(control);
            for (PipeQueue pipe : pipes.values()) {
                pipe.setTuning(control.tuningOf(pipe.pipe()));
                touched.add(pipe);
            }
        });
    }

    /// Takes over the map from the ALTO loop.
    public void mapRefreshed(NetworkMapSnapshot map) {
        event(() -> state.putMap(map));
    }

    /// Transfers were stored. Their pipes were declared before.
    ///
    /// @param queued number of new transfers in state QUEUED, per pipe
    /// @param waiting new transfers in state WAITING
    public void transfersAdded(Map<PipeId, Integer> queued, Collection<WaitingTransfer> waiting) {
        // In the order of names: that of Map.copyOf changes from one JVM to the next.
        Map<PipeId, Integer> queuedCopy = new TreeMap<>(queued);
        List<WaitingTransfer> waitingCopy = List.copyOf(waiting);
        event(() -> {
            queuedCopy.forEach((pipe, count) -> {
                PipeQueue known = pipeQueue(pipe);
                known.addQueued(count);
                known.noteStale();
                touched.add(known);
            });
            if (!waitingCopy.isEmpty()) {
                addWaiting(waitingCopy);
            }
        });
    }

    /// The store has set transfers to CANCELED on a caller's request: takes them out of the queues, stops what
    /// runs and
    /// gives up what waits for them.
    public void transfersCanceled(Collection<CanceledTransfer> canceled) {
        List<CanceledTransfer> copy = List.copyOf(canceled);
        event(() -> copy.forEach(this::onCanceled));
    }

    /// The order of a pipe's queued transfers has changed in the store.
    public void priorityChanged(Collection<PipeId> changed) {
        Set<PipeId> copy = new TreeSet<>(changed);
        event(() -> copy.forEach(id -> {
            PipeQueue pipe = pipeQueue(id);
            pipe.dropWindow();
            pipe.noteStale();
            touched.add(pipe);
        }));
    }

    /// Whether the last events worked.
    public boolean isHealthy() {
        return failuresInARow < FAILURES_TO_UNHEALTHY;
    }

    // --- answers of the data plane

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        event(() -> {
            RunningAttempt running = find(attempt);
            if (running == null || running.phase() != RunningAttempt.Phase.PREPARING) {
                events.lateAnswer(attempt);
                return;
            }
            int used = Math.clamp(connections, 1, running.connections());
            running.pipe().resize(running, used, time.nanoTime());
            running.enter(RunningAttempt.Phase.ACTIVATING);
            outbox.add(new Transition.Activate(attempt, time.now(), sizeBytes));
            touched.add(running.pipe());
        });
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        event(() -> {
            RunningAttempt running = end(attempt);
            if (running == null) {
                return;
            }
            if (running.isCancelRequested()) {
                outbox.add(new Transition.Stopped(attempt, time.now(), true));
                return;
            }
            running.pipe().countFinished(sizeBytes);
            outbox.add(new Transition.Finish(attempt, time.now(), sizeBytes, checksum));
        });
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        event(() -> {
            RunningAttempt running = end(attempt);
            if (running != null) {
                onFailure(running, failure, destinationClean);
            }
        });
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        event(() -> {
            RunningAttempt running = end(attempt);
            if (running == null) {
                return;
            }
            if (running.isCancelRequested()) {
                outbox.add(new Transition.Stopped(attempt, time.now(), destinationClean));
            } else {
                // The data plane gave up by itself, as when it is shut down: the transfer did nothing wrong.
                onFailure(
                        running,
                        new TransferFailure(ErrorCode.SERVER_RESTARTED, "the data plane stopped the transfer"),
                        destinationClean);
            }
        });
    }

    // --- events

    private void event(Runnable body) {
        loop.execute(() -> {
            try {
                body.run();
                dispatchTouched();
                flush();
                load();
                failuresInARow = 0;
            } catch (RuntimeException defect) {
                int failures = failuresInARow + 1;
                failuresInARow = failures;
                events.stepFailed("dispatch", defect);
            }
        });
    }

    private void onSweep() {
        event(() -> {
            for (PipeQueue pipe : pipes.values()) {
                if (pipe.queuedCount() > pipe.windowSize()) {
                    pipe.noteStale();
                    touched.add(pipe);
                }
            }
        });
        sweep = loop.schedule(settings.sweep(), this::onSweep);
    }

    private void addWaiting(List<WaitingTransfer> waiting) {
        TransferGraph graph = state.transfers();
        List<TransferId> added = new ArrayList<>();
        for (WaitingTransfer transfer : waiting) {
            switch (graph.add(transfer)) {
                case ADDED -> {
                    added.add(transfer.id());
                    PipeQueue pipe = pipeQueue(transfer.pipe());
                    pipe.addWaiting(1);
                    touched.add(pipe);
                }
                case KNOWN -> {
                    // Told twice: harmless.
                }
                case CYCLE ->
                    // Refused before it was stored; this is the last line of defence.
                    outbox.add(new Transition.Abandon(
                            transfer.id(),
                            transfer.pipe(),
                            time.now(),
                            new TransferFailure(
                                    ErrorCode.PREDECESSOR_FAILED, "the transfer waits for itself through others")));
            }
        }
        // A predecessor may have ended before it was known here that somebody waits for it: the store knows.
        Set<TransferId> roots = graph.roots(added);
        store.loadStates(roots, states -> event(() -> onPredecessorStates(roots, states)));
    }

    private void onPredecessorStates(Set<TransferId> asked, Map<TransferId, TransferState> states) {
        for (TransferId predecessor : asked) {
            TransferState known = states.get(predecessor);
            if (known == TransferState.FINISHED) {
                release(predecessor);
            } else if (known == null || known.isTerminal()) {
                abandonSuccessors(predecessor, known == null ? "does not exist" : "is " + known);
            }
        }
    }

    private void onCanceled(CanceledTransfer canceled) {
        PipeQueue pipe = pipeQueue(canceled.pipe());
        touched.add(pipe);
        RunningAttempt running = pipe.runningAttempt(canceled.transfer());
        pipe.removeFromWindow(canceled.transfer());
        if (running != null && !running.isCancelRequested()) {
            running.requestCancel();
            switch (running.phase()) {
                case CLAIMING, ACTIVATING -> {
                    // The store's answer shows whether the cancellation came first; it is acted on there.
                }
                case PREPARING, ACTIVE -> dataPlane.cancel(running.id());
            }
        }
        if (canceled.from() == TransferState.QUEUED) {
            pipe.addQueued(-1);
        } else if (canceled.from() == TransferState.WAITING) {
            pipe.addWaiting(-1);
        }
        pipe.countCanceled(1);
        abandonSuccessors(canceled.transfer(), "was cancelled");
    }

    private void onFailure(RunningAttempt running, TransferFailure failure, boolean destinationClean) {
        AttemptId attempt = running.id();
        Instant now = time.now();
        if (running.isCancelRequested()) {
            outbox.add(new Transition.Stopped(attempt, now, destinationClean));
            return;
        }
        boolean restart = failure.code() == ErrorCode.SERVER_RESTARTED;
        boolean again = restart
                || (failure.code().isRetryable()
                        && running.queued().retries()
                                < running.transfer().options().maxRetries());
        running.pipe().countFailedAttempt(!again);
        if (again) {
            Duration delay =
                    restart ? Duration.ZERO : running.transfer().options().retryDelay();
            outbox.add(new Transition.Retry(
                    attempt, running.pipe().pipe().id(), now, failure, destinationClean, now.plus(delay)));
            PipeQueue pipe = running.pipe();
            pipe.addQueued(1);
            loop.schedule(
                    delay,
                    () -> event(() -> {
                        pipe.noteStale();
                        touched.add(pipe);
                    }));
        } else {
            outbox.add(new Transition.Fail(attempt, now, failure, destinationClean));
        }
    }

    /// A transfer finished: whoever waited for it alone is queued.
    private void release(TransferId finished) {
        for (TransferGraph.Waiter waiter : state.transfers().finished(finished)) {
            outbox.add(new Transition.Release(waiter.transfer(), waiter.pipe(), time.now()));
            PipeQueue pipe = pipeQueue(waiter.pipe());
            pipe.addWaiting(-1);
            touched.add(pipe);
        }
    }

    /// A transfer did not finish: whoever waits for it, directly or not, is cancelled with that reason.
    private void abandonSuccessors(TransferId lost, String fate) {
        for (TransferGraph.Waiter waiter : state.transfers().failed(lost)) {
            PipeQueue pipe = pipeQueue(waiter.pipe());
            pipe.addWaiting(-1);
            pipe.countCanceled(1);
            touched.add(pipe);
            outbox.add(new Transition.Abandon(
                    waiter.transfer(),
                    waiter.pipe(),
                    time.now(),
                    new TransferFailure(
                            ErrorCode.PREDECESSOR_FAILED,
                            "not started: transfer " + lost + ", which must finish first, " + fate)));
        }
    }

    // --- answers of the store

    private void flush() {
        if (outbox.isEmpty()) {
            return;
        }
        List<Transition> batch = List.copyOf(outbox);
        outbox.clear();
        store.apply(
                batch,
                made -> event(() -> {
                    for (int i = 0; i < batch.size(); i++) {
                        onApplied(batch.get(i), made.get(i));
                    }
                }));
    }

    private void onApplied(Transition transition, boolean made) {
        switch (transition) {
            case Transition.Claim claim -> onClaimed(claim, made);
            case Transition.Activate activate -> onActivated(activate, made);
            case Transition.Finish finish -> {
                if (made) {
                    changed(finish, null);
                    release(finish.transfer());
                } else {
                    outbox.add(new Transition.Stopped(finish.attempt(), finish.at(), true));
                }
            }
            case Transition.Fail fail -> {
                if (made) {
                    changed(fail, fail.failure());
                    abandonSuccessors(fail.transfer(), "failed");
                } else {
                    outbox.add(new Transition.Stopped(fail.attempt(), fail.at(), fail.destinationClean()));
                }
            }
            case Transition.Retry retry -> {
                if (made) {
                    changed(retry, retry.failure());
                } else {
                    // Cancelled meanwhile.
                    pipeQueue(retry.pipe()).addQueued(-1);
                    outbox.add(new Transition.Stopped(retry.attempt(), retry.at(), retry.destinationClean()));
                }
            }
            case Transition.Stopped stopped -> {
                if (made) {
                    changed(stopped, null);
                }
            }
            case Transition.Release release -> {
                // Not made: it was cancelled meanwhile, which the loop hears by itself.
                if (made) {
                    PipeQueue pipe = pipeQueue(release.pipe());
                    pipe.addQueued(1);
                    pipe.noteStale();
                    touched.add(pipe);
                    changed(release, null);
                }
            }
            case Transition.Abandon abandon -> {
                if (made) {
                    changed(abandon, abandon.failure());
                }
            }
        }
    }

    private void onClaimed(Transition.Claim claim, boolean made) {
        RunningAttempt running = find(claim.attempt());
        if (running == null) {
            return;
        }
        if (!made) {
            // Cancelled before it was claimed, or the window was out of date.
            remove(running);
            running.pipe().addQueued(1);
            return;
        }
        changed(claim, null);
        if (running.isCancelRequested()) {
            remove(running);
            outbox.add(new Transition.Stopped(
                    claim.attempt(), time.now(), !running.queued().destinationMayBeOurs()));
            return;
        }
        running.enter(RunningAttempt.Phase.PREPARING);
        dataPlane.start(
                new Attempt(
                        claim.attempt(),
                        running.transfer(),
                        running.connections(),
                        running.pipe().tuning(),
                        running.queued().destinationMayBeOurs()),
                this);
    }

    private void onActivated(Transition.Activate activate, boolean made) {
        RunningAttempt running = find(activate.attempt());
        if (running == null) {
            return;
        }
        if (made) {
            changed(activate, null);
        } else {
            running.requestCancel();
        }
        running.enter(RunningAttempt.Phase.ACTIVE);
        if (running.isCancelRequested()) {
            dataPlane.cancel(activate.attempt());
        } else {
            dataPlane.proceed(activate.attempt());
        }
    }

    private void changed(Transition transition, @Nullable TransferFailure failure) {
        events.transferChanged(transition.transfer(), transition.to(), failure);
    }

    // --- starting transfers

    private void dispatchTouched() {
        while (!touched.isEmpty()) {
            List<PipeQueue> now = List.copyOf(touched);
            touched.clear();
            for (PipeQueue pipe : now) {
                if (!draining) {
                    spread(pipe);
                    startMore(pipe);
                    noteLoads(pipe);
                }
                state.putActivity(pipe.pipe().id(), pipe.activity(time.nanoTime()));
            }
        }
    }

    private void startMore(PipeQueue pipe) {
        while (pipe.freeConnections() > 0) {
            int free = pipe.freeConnections();
            int ready = Math.max(1, Math.max(pipe.queuedCount(), pipe.windowSize()));
            QueuedTransfer first = pipe.takeFirst();
            if (first == null) {
                return;
            }
            int connections =
                    Math.clamp(Math.ceilDiv(free, ready), 1, pipe.tuning().streamsPerTransfer());
            AttemptId attempt = new AttemptId(first.transfer().id(), first.attempts() + 1);
            pipe.addQueued(-1);
            RunningAttempt running = new RunningAttempt(attempt, first, pipe, connections);
            attempts.put(first.transfer().id(), running);
            pipe.add(running, time.nanoTime());
            outbox.add(new Transition.Claim(attempt, time.now()));
        }
    }

    /// Gives running transfers the connections that no queued transfer needs, and takes them back when one does.
    private void spread(PipeQueue pipe) {
        int runningCount = pipe.runningCount();
        int n = pipe.tuning().connections();
        if (runningCount == 0 || (!pipe.hasSpreadTransfers() && pipe.freeConnections() <= pipe.queuedCount())) {
            return;
        }
        int together = Math.max(1, Math.min(Math.max(n, runningCount), runningCount + pipe.queuedCount()));
        int each = Math.max(1, n / together);
        int left = Math.max(0, n - each * together);
        // Attempts that are not active yet keep what they were offered; the active ones share the rest.
        int adjustable = 0;
        int budget = n;
        for (RunningAttempt running : pipe.runningAttempts()) {
            boolean active = running.phase() == RunningAttempt.Phase.ACTIVE;
            adjustable += active ? 1 : 0;
            budget -= active ? 0 : running.connections();
        }
        for (RunningAttempt running : pipe.runningAttempts()) {
            int share = Math.min(pipe.tuning().streamsPerTransfer(), each + (left > 0 ? 1 : 0));
            left--;
            if (running.phase() == RunningAttempt.Phase.ACTIVE) {
                adjustable--;
                int wanted = Math.max(1, Math.min(share, budget - adjustable));
                budget -= wanted;
                if (wanted != running.connections()) {
                    int used = dataPlane.adjust(running.id(), wanted);
                    pipe.resize(running, Math.max(1, used), time.nanoTime());
                }
            }
        }
    }

    private void noteLoads(PipeQueue pipe) {
        if (pipe.wantsLoadNow(settings.window() / 2)) {
            pipe.loadStarted();
            loads.add(pipe);
        } else if (pipe.wantsLoadSoon()) {
            pipe.reloadScheduled(true);
            loop.schedule(
                    settings.reloadDelay(),
                    () -> event(() -> {
                        pipe.reloadScheduled(false);
                        pipe.dropWindow();
                        pipe.noteStale();
                        touched.add(pipe);
                    }));
        }
    }

    /// Asks the store for the windows that are wanted, after the claims are on their way to it.
    private void load() {
        for (PipeQueue pipe : loads) {
            int limit = settings.window();
            store.loadQueued(
                    pipe.pipe().id(),
                    limit,
                    time.now(),
                    transfers -> event(() -> {
                        pipe.loaded(transfers, transfers.size() >= limit);
                        touched.add(pipe);
                    }));
        }
        loads.clear();
    }

    private PipeQueue pipeQueue(PipeId id) {
        PipeQueue pipe = pipes.get(id);
        if (pipe == null) {
            throw new IllegalStateException("pipe " + id + " was not declared to the dispatch loop");
        }
        return pipe;
    }

    private @Nullable RunningAttempt find(AttemptId attempt) {
        RunningAttempt running = attempts.get(attempt.transfer());
        return running != null && running.id().equals(attempt) ? running : null;
    }

    /// An attempt has ended: its connections are free.
    private @Nullable RunningAttempt end(AttemptId attempt) {
        RunningAttempt running = find(attempt);
        if (running == null) {
            events.lateAnswer(attempt);
            return null;
        }
        remove(running);
        return running;
    }

    private void remove(RunningAttempt running) {
        attempts.remove(running.transfer().id());
        running.pipe().remove(running, time.nanoTime());
        touched.add(running.pipe());
    }
}
