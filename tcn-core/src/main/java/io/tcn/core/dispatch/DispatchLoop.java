// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ActivityWeights;
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
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The dispatch loop: starts ready transfers while a pipe has free connections, and the only writer of the run-time
/// transport-control state.
///
/// Every public method may be called from any thread: it becomes an event on the loop. An event changes memory,
/// collects transitions, and at its end hands them to the store as one batch; what follows from a transition
/// (start, proceed, release of successors, counters of what ended) happens when the store says that it is durable.
/// So after a crash the store knows of every attempt that may have written.
///
/// A transfer uses one connection; several, where fewer transfers are ready than connections are free and the data
/// plane can use more. A lower n takes connections from transfers that run on several, but ends none.
///
/// A destination belongs to one transfer at a time, see [Destinations]: another one to it waits until what the first
/// may have written is recorded as whole, removed, or left.
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
    private final PipeQueues pipes = new PipeQueues();
    private final Outbox outbox = new Outbox();
    private final Dependencies dependencies;
    private final ConnectionSpread spread;
    private final Windows windows;
    private final Map<TransferId, RunningAttempt> attempts = new HashMap<>();
    private final Map<UserId, ActivityWeights> activityWeights = new HashMap<>();
    private final ConnectionAdmission admission = new ConnectionAdmission();
    private final BoundGates bounds;
    private final BoundWatch boundWatch;
    private final Map<PipeId, String> limited = new ConcurrentHashMap<>();
    private final Destinations destinations = new Destinations();
    private final CleanUps cleanUps;
    private final Map<PipeId, Hold> holds = new ConcurrentHashMap<>();
    private final Set<PipeId> heldPipes = new HashSet<>();
    private final ClosedPipes closedPipes = new ClosedPipes();
    private boolean controlsStale;
    private boolean draining;
    private boolean paused;
    private LoopScheduler.Cancellation sweep = () -> {};
    private int defects;
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
        this.cleanUps = new CleanUps(dataPlane, destinations);
        this.dependencies = new Dependencies(state.transfers(), pipes, outbox, time, this::continueSoon);
        this.spread = new ConnectionSpread(dataPlane);
        this.windows = new Windows(store, pipes, loop, time, settings, this::event);
        this.bounds = new BoundGates(dataPlane, time, settings.bounds());
        this.boundWatch =
                new BoundWatch(settings.bounds(), pipes, admission, spread, dataPlane, loop, time, this::event);
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

    /// Starts nothing more until [#resume]; what runs goes on.
    public void pause() {
        event(() -> setPaused(true));
    }

    /// Starts transfers again.
    public void resume() {
        event(() -> setPaused(false));
    }

    private void setPaused(boolean nothingStarts) {
        if (paused != nothingStarts) {
            paused = nothingStarts;
            pipes.all().forEach(pipes::touch);
        }
    }

    /// Starts nothing more on a pipe, or lets it go on; what runs goes on. The pipe need not be known yet.
    public void pipeHeld(PipeId id, boolean held) {
        event(() -> {
            boolean isNew = held ? heldPipes.add(id) : heldPipes.remove(id);
            PipeQueue pipe = pipes.find(id);
            if (isNew && pipe != null) {
                pipe.setHeld(held);
                pipes.touch(pipe);
            }
        });
    }

    /// Sets how the activities of a user share each of its pipes; an empty map ends that. The user's pipes need not be
    /// known yet.
    ///
    /// @param weights zero or more per activity; those without one count as `default`
    public void activityShares(UserId user, Map<String, Double> weights) {
        ActivityWeights shares = ActivityWeights.of(weights);
        event(() -> {
            activityWeights.put(user, shares);
            for (PipeQueue pipe : pipes.all()) {
                if (pipe.pipe().user().equals(user) && !pipe.activityWeights().equals(shares)) {
                    pipe.setActivityWeights(shares);
                    pipe.dropWindow();
                    pipe.noteStale();
                    pipes.touch(pipe);
                }
            }
        });
    }

    /// Starts a queued transfer at once on one connection, even beyond n. The store claims it as any other: one that is
    /// no longer queued is left alone.
    ///
    /// @param queued as the store has it
    /// @param answer hears whether it is tried: not if it runs already, or if nothing may start on its pipe
    public void forceStart(QueuedTransfer queued, Consumer<Boolean> answer) {
        event(() -> {
            TransferId id = queued.transfer().id();
            PipeQueue pipe = pipes.find(queued.transfer().pipe());
            if (pipe == null
                    || draining
                    || startsNothing(pipe)
                    || attempts.containsKey(id)
                    || pipe.usage().room() <= 0
                    || !destinations.isFree(queued.transfer())) {
                answer.accept(false);
                return;
            }
            pipe.removeFromWindow(id);
            begin(pipe, queued);
            pipes.touch(pipe);
            answer.accept(true);
        });
    }

    /// Takes in which destinations may hold the remains of transfers, as the store remembers them; before the transfers
    /// themselves.
    public void destinationsKnown(Collection<KnownDestination> known) {
        List<KnownDestination> copy = List.copyOf(known);
        event(() -> copy.forEach(destinations::known));
    }

    /// Removes what a transfer that is over has left at its destination. Nobody else starts there meanwhile.
    ///
    /// @param left the transfer with the evidence
    /// @param answer hears once how it went; from any thread
    public void cleanUp(QueuedTransfer left, Consumer<CleanUpResult> answer) {
        TransferId transfer = left.transfer().id();
        event(() -> {
            boolean begun = cleanUps.begin(
                    left,
                    result -> event(() -> {
                        cleanUps.ended(transfer);
                        wake(destinations.ended(transfer, time.now(), result == CleanUpResult.CLEAN, false));
                        answer.accept(result);
                    }));
            if (!begun) {
                answer.accept(CleanUpResult.OWNED_BY_ANOTHER);
            }
        });
    }

    /// The transfer that owns a destination now: others to it wait. May be called from any thread.
    public Optional<TransferId> ownerOf(DestinationKey destination) {
        return destinations.ownerOf(destination);
    }

    /// Why nothing starts on a pipe; empty if transfers start there as n allows. May be called from any thread.
    public Optional<Hold> holdOf(PipeId pipe) {
        return Optional.ofNullable(holds.get(pipe));
    }

    /// The limit of connections or the bound that keeps a pipe from starting more of what it has queued, in words;
    /// empty if none does. May be called from any thread.
    public Optional<String> limitOf(PipeId pipe) {
        return Optional.ofNullable(limited.get(pipe));
    }

    /// Makes a user known.
    public void userDeclared(User user) {
        event(() -> state.putUser(user));
    }

    /// Forgets a user, who has no pipe any more.
    public void userRemoved(UserId user) {
        event(() -> state.removeUser(user));
    }

    /// Makes a pipe known, or changes its limits.
    public void pipeDeclared(Pipe pipe) {
        pipesDeclared(List.of(pipe));
    }

    /// Makes pipes known, or changes their limits.
    public void pipesDeclared(Collection<Pipe> declared) {
        List<Pipe> copy = List.copyOf(declared);
        event(() -> {
            state.putPipes(copy);
            copy.forEach(this::adopt);
        });
    }

    private void adopt(Pipe pipe) {
        PipeQueue known = pipes.find(pipe.id());
        if (known == null) {
            known = new PipeQueue(
                    pipe, state.snapshot().control().tuningOf(pipe), admission.usageOf(pipe), time.nanoTime());
            known.setHeld(heldPipes.contains(pipe.id()));
            known.setClosed(closedPipes.contains(pipe.id()));
            known.setActivityWeights(activityWeights.getOrDefault(pipe.user(), ActivityWeights.NONE));
            pipes.add(known);
            bounds.declared(pipe, known.usage());
        } else {
            known.setPipe(pipe);
            known.setTuning(known.tuning()
                    .withConnections(pipe.limits().clamp(known.tuning().connections())));
        }
        pipes.touch(known);
    }

    /// Forgets a pipe on which nothing is open; one that is not known is forgotten already.
    ///
    /// @param answer hears whether it is forgotten; not if something is queued, waits or runs there
    public void pipeRemoved(PipeId id, Consumer<Boolean> answer) {
        event(() -> answer.accept(forget(id)));
    }

    private boolean forget(PipeId id) {
        PipeQueue pipe = pipes.find(id);
        if (pipe == null) {
            return true;
        }
        if (!pipe.isUnused()) {
            return false;
        }
        pipes.remove(pipe);
        admission.forget(pipe);
        if (!pipe.usage().bounds().isEmpty()) {
            dataPlane.shape(id, List.of());
        }
        heldPipes.remove(id);
        holds.remove(id);
        limited.remove(id);
        state.removePipe(id);
        return true;
    }

    /// Makes a resource-set known.
    public void resourceSetDeclared(ResourceSet set) {
        event(() -> {
            state.putResourceSet(set);
            if (bounds.concerns(set.name())) {
                controlsChanged();
            }
        });
    }

    /// Forgets a resource-set, on which no resource control hangs any more.
    public void resourceSetRemoved(ResourceSetName set) {
        event(() -> state.removeResourceSet(set));
    }

    /// Sets a resource control.
    public void resourceControlSet(ResourceControl control) {
        event(() -> {
            state.putResourceControl(control);
            controlsChanged();
        });
    }

    /// Takes a resource control back.
    public void resourceControlRemoved(ResourceControl like) {
        event(() -> {
            state.removeResourceControl(like);
            controlsChanged();
        });
    }

    /// Controls, their sets or the map are others: bounds and guarantees per pipe follow before anything starts. Many
    /// changes in a row cost one look at the pipes.
    private void controlsChanged() {
        if (!controlsStale) {
            controlsStale = true;
            event(this::adoptControls);
        }
    }

    private void adoptControls() {
        if (controlsStale) {
            controlsStale = false;
            StateSnapshot now = state.snapshot();
            Collection<PipeQueue> concerned = bounds.mayConcern(now) ? pipes.all() : List.of();
            admission.boundsReplaced(concerned);
            bounds.adopt(now, concerned);
            boundWatch.changed(concerned);
            concerned.forEach(pipes::touch);
        }
    }

    /// Sets the most connections that pipes may have together at an endpoint.
    public void endpointLimitSet(EndpointLimit limit) {
        limitsChanged(() -> state.putEndpointLimit(limit));
    }

    /// Takes the limit of an endpoint back.
    public void endpointLimitRemoved(Endpoint endpoint) {
        limitsChanged(() -> state.removeEndpointLimit(endpoint));
    }

    /// Sets the most connections that the pipes between two endpoints may have together.
    public void pairLimitSet(PairLimit limit) {
        limitsChanged(() -> state.putPairLimit(limit));
    }

    /// Takes the limit of a pair back.
    public void pairLimitRemoved(PairLimit.Pair pair) {
        limitsChanged(() -> state.removePairLimit(pair));
    }

    /// Sets the most connections that all pipes may have together.
    public void totalLimitSet(int maxConnections) {
        limitsChanged(() -> state.putTotalLimit(maxConnections));
    }

    private void limitsChanged(Runnable change) {
        event(() -> {
            change.run();
            admission.adopt(state.snapshot());
            pipes.all().forEach(pipes::touch);
        });
    }

    /// Takes over n from the control loop.
    public void controlDecided(ControlState control) {
        event(() -> {
            state.putControl(control);
            for (PipeQueue pipe : pipes.all()) {
                PipeTuning decided = control.tuningOf(pipe.pipe());
                // The limits may have changed since the decision was made.
                PipeTuning tuning = decided.withConnections(pipe.pipe().limits().cap(decided.connections()));
                if (!tuning.equals(pipe.tuning())) {
                    pipe.setTuning(tuning);
                    pipes.touch(pipe);
                }
            }
        });
    }

    /// Takes over the map from the ALTO loop. Nothing starts on pipes through resources whose capacity is 0.
    public void mapRefreshed(NetworkMapSnapshot map) {
        event(() -> {
            boolean sameContent = map.version().equals(state.snapshot().map().version());
            state.putMap(map);
            if (sameContent) {
                return;
            }
            controlsChanged();
            for (PipeId id : closedPipes.mapRefreshed(map)) {
                PipeQueue pipe = pipes.find(id);
                if (pipe != null) {
                    pipe.setClosed(closedPipes.contains(id));
                    pipes.touch(pipe);
                }
            }
        });
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
            queuedCopy.keySet().forEach(pipes::get);
            waitingCopy.forEach(transfer -> pipes.get(transfer.pipe()));
            queuedCopy.forEach((pipe, count) -> {
                PipeQueue known = pipes.get(pipe);
                known.addQueued(count);
                known.noteStale();
                pipes.touch(known);
            });
            settle(dependencies.add(waitingCopy));
        });
    }

    /// The store has set transfers to CANCELED on a caller's request: takes them out of the queues, stops what
    /// runs and gives up what waits for them.
    public void transfersCanceled(Collection<CanceledTransfer> canceled) {
        List<CanceledTransfer> copy = List.copyOf(canceled);
        event(() -> copy.forEach(this::onCanceled));
    }

    /// The order of a pipe's queued transfers has changed in the store.
    public void priorityChanged(Collection<PipeId> changed) {
        Set<PipeId> copy = new TreeSet<>(changed);
        event(() -> copy.forEach(id -> {
            PipeQueue pipe = pipes.get(id);
            pipe.dropWindow();
            pipe.noteStale();
            pipes.touch(pipe);
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
            outbox.add(running.pipe(), new Transition.Activate(attempt, time.now(), sizeBytes));
            pipes.touch(running.pipe());
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
                // Too late to stop it: the whole file is there, although nobody wants it any more.
                outbox.add(running.pipe(), new Transition.Stopped(attempt, time.now(), false));
                return;
            }
            outbox.addFinish(
                    running.pipe(),
                    new Transition.Finish(attempt, time.now(), sizeBytes, checksum),
                    running.movingSeconds(time.nanoTime()));
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
                outbox.add(running.pipe(), new Transition.Stopped(attempt, time.now(), destinationClean));
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
            defects = 0;
            // Each part by itself: what an event has changed before it failed still has to reach store and data plane.
            safely(body);
            safely(this::dispatchTouched);
            safely(this::flush);
            safely(windows::load);
            failuresInARow = defects == 0 ? 0 : failuresInARow + 1;
        });
    }

    private void safely(Runnable part) {
        try {
            part.run();
        } catch (Throwable defect) {
            // Errors too: the loop goes on with what an event has changed so far.
            note(defect);
        }
    }

    private void note(Throwable defect) {
        defects++;
        events.stepFailed("dispatch", defect);
    }

    private void onSweep() {
        event(windows::sweep);
        sweep = loop.schedule(settings.sweep(), this::onSweep);
    }

    /// The rest of something large, in an event of its own, so that others get their turn.
    private void continueSoon(Runnable rest) {
        event(rest);
    }

    /// A destination is free again: pipes that wait for it may start what they put aside.
    private void wake(Set<PipeId> waiting) {
        for (PipeId id : waiting) {
            PipeQueue pipe = pipes.find(id);
            if (pipe != null) {
                pipe.unpark();
                pipes.touch(pipe);
            }
        }
    }

    /// Asks the store what became of some transfers that others wait for, and acts on the answer.
    private void settle(Set<TransferId> predecessors) {
        if (!predecessors.isEmpty()) {
            store.loadStates(predecessors, states -> event(() -> dependencies.settle(predecessors, states)));
        }
    }

    private void onCanceled(CanceledTransfer canceled) {
        PipeQueue pipe = pipes.get(canceled.pipe());
        pipes.touch(pipe);
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
            if (running == null) {
                // What it may have left is nobody's from now on, and removed later.
                wake(destinations.release(canceled.transfer()));
            }
        }
        pipe.countCanceled();
        dependencies.lost(canceled.transfer(), "was cancelled");
    }

    private void onFailure(RunningAttempt running, TransferFailure failure, boolean destinationClean) {
        AttemptId attempt = running.id();
        PipeQueue pipe = running.pipe();
        Instant now = time.now();
        if (running.isCancelRequested()) {
            outbox.add(pipe, new Transition.Stopped(attempt, now, destinationClean));
            return;
        }
        boolean restart = failure.code() == ErrorCode.SERVER_RESTARTED;
        boolean endpointPaused = failure.code() == ErrorCode.ENDPOINT_PAUSED;
        // A stop of the server, or an attempt that asked nothing of the storage, says nothing about the pipe.
        if (!endpointPaused) {
            pipe.countFailedAttempt(failure.code().isRetryable() && !restart);
        }
        Duration pause = failure.pause() == null ? Duration.ZERO : failure.pause();
        if (endpointPaused) {
            leaveAlone(pipe, pause);
        }
        boolean again = restart
                || endpointPaused
                || (failure.code().isRetryable()
                        && running.queued().retries()
                                < running.transfer().options().maxRetries());
        if (!again) {
            outbox.add(pipe, new Transition.Fail(attempt, now, failure, destinationClean));
            return;
        }
        Duration own = restart || endpointPaused
                ? Duration.ZERO
                : running.transfer().options().retryDelay();
        Duration delay = own.compareTo(pause) < 0 ? pause : own;
        outbox.add(
                pipe, new Transition.Retry(attempt, pipe.pipe().id(), now, failure, destinationClean, now.plus(delay)));
        pipe.addQueued(1);
        windows.retryAfter(pipe, delay);
    }

    /// Starts nothing on a pipe for a while: one of its storages is in trouble. One look per pipe, not per transfer.
    private void leaveAlone(PipeQueue pipe, Duration pause) {
        pipe.pauseUntil(time.nanoTime() + pause.toNanos());
        loop.schedule(pause, () -> event(() -> pipes.touch(pipe)));
    }

    // --- answers of the store

    private void flush() {
        List<Outbox.Change> batch = outbox.take();
        if (batch.isEmpty()) {
            return;
        }
        store.apply(
                batch.stream().map(Outbox.Change::transition).toList(),
                made -> event(() -> {
                    for (int i = 0; i < batch.size(); i++) {
                        Outbox.Change change = batch.get(i);
                        boolean wasMade = made.get(i);
                        pipes.touch(change.pipe());
                        safely(() -> onApplied(change, wasMade));
                    }
                }));
    }

    private void onApplied(Outbox.Change change, boolean made) {
        PipeQueue pipe = change.pipe();
        switch (change.transition()) {
            case Transition.Claim claim -> onClaimed(claim, made);
            case Transition.Activate activate -> onActivated(activate, made);
            case Transition.Finish finish -> {
                if (made) {
                    pipe.countFinished(finish.sizeBytes(), change.movingSeconds());
                    wake(destinations.ended(finish.transfer(), finish.at(), true, false));
                    changed(finish, null);
                    dependencies.finished(finish.transfer());
                } else {
                    outbox.add(pipe, new Transition.Stopped(finish.attempt(), finish.at(), false));
                }
            }
            case Transition.Fail fail -> {
                if (made) {
                    pipe.countFailed();
                    wake(destinations.ended(fail.transfer(), fail.at(), fail.destinationClean(), false));
                    changed(fail, fail.failure());
                    dependencies.lost(fail.transfer(), "failed");
                } else {
                    outbox.add(pipe, new Transition.Stopped(fail.attempt(), fail.at(), fail.destinationClean()));
                }
            }
            case Transition.Retry retry -> {
                if (made) {
                    if (retry.countsAsRetry()) {
                        pipe.countRetry();
                    }
                    wake(destinations.ended(retry.transfer(), retry.at(), retry.destinationClean(), true));
                    changed(retry, retry.failure());
                } else {
                    // Cancelled meanwhile.
                    pipe.addQueued(-1);
                    outbox.add(pipe, new Transition.Stopped(retry.attempt(), retry.at(), retry.destinationClean()));
                }
            }
            case Transition.Stopped stopped -> {
                wake(destinations.ended(stopped.transfer(), stopped.at(), stopped.destinationClean(), false));
                if (made) {
                    changed(stopped, null);
                }
            }
            case Transition.Release release -> {
                if (made) {
                    pipe.addQueued(1);
                    pipe.noteStale();
                    changed(release, null);
                } else {
                    // Cancelled meanwhile. The loop hears of that, too, but may have done so before it knew of the
                    // transfer: then those that wait for it would wait for ever.
                    settle(Set.of(release.transfer()));
                }
            }
            case Transition.Abandon abandon -> {
                if (made) {
                    pipe.countCanceled();
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
        PipeQueue pipe = running.pipe();
        if (!made) {
            // Cancelled before it was claimed, or the window was out of date.
            remove(running);
            wake(destinations.release(claim.transfer()));
            pipe.addQueued(1);
            if (!running.isCancelRequested()) {
                windows.reloadSoon(pipe);
            }
            return;
        }
        changed(claim, null);
        if (running.isCancelRequested()) {
            remove(running);
            outbox.add(
                    pipe,
                    new Transition.Stopped(
                            claim.attempt(), time.now(), !running.queued().destinationMayBeOurs()));
            return;
        }
        Instant ends = running.transfer().options().credentials().ends();
        if (ends != null && !ends.isAfter(time.now())) {
            failed(
                    claim.attempt(),
                    new TransferFailure(
                            ErrorCode.CREDENTIALS_EXPIRED,
                            "a credential ended at " + ends + " before the transfer could begin: submit it again"),
                    !running.queued().destinationMayBeOurs());
            return;
        }
        running.enter(RunningAttempt.Phase.PREPARING);
        try {
            dataPlane.start(
                    new Attempt(
                            claim.attempt(),
                            running.transfer(),
                            running.connections(),
                            pipe.tuning(),
                            running.queued().earlier()),
                    this);
        } catch (Throwable defect) {
            // Nothing was written. Without an answer the attempt would hold its connections for ever.
            note(defect);
            failed(
                    claim.attempt(),
                    new TransferFailure(ErrorCode.INTERNAL, "the data plane could not begin the transfer: " + defect),
                    !running.queued().destinationMayBeOurs());
        }
    }

    private void onActivated(Transition.Activate activate, boolean made) {
        RunningAttempt running = find(activate.attempt());
        if (running == null) {
            return;
        }
        if (made) {
            destinations.writing(activate.transfer(), activate.at(), activate.sizeBytes());
            changed(activate, null);
        } else {
            running.requestCancel();
        }
        running.pipe().activate(running, time.nanoTime());
        if (running.isCancelRequested()) {
            dataPlane.cancel(activate.attempt());
        } else {
            dataPlane.proceed(activate.attempt());
        }
    }

    private void changed(Transition transition, @Nullable TransferFailure failure) {
        safely(() -> events.transferChanged(transition.transfer(), transition.to(), failure));
    }

    // --- starting transfers

    private void dispatchTouched() {
        if (pipes.isAnyTouched()) {
            adoptControls();
        }
        PipeQueue pipe = pipes.takeTouched();
        while (pipe != null) {
            dispatch(pipe);
            pipe = pipes.takeTouched();
        }
    }

    private void dispatch(PipeQueue pipe) {
        if (pipes.isForgotten(pipe)) {
            return;
        }
        safely(() -> {
            if (!draining) {
                spread.rebalance(pipe, admission.admits(pipe), time.nanoTime());
                if (!startsNothing(pipe)) {
                    startMore(pipe);
                    windows.want(pipe);
                }
            }
        });
        noteLimit(pipe);
        admission.next(pipe).forEach(pipes::touch);
        Hold hold = hold(pipe);
        if (hold == null) {
            holds.remove(pipe.pipe().id());
        } else {
            holds.put(pipe.pipe().id(), hold);
        }
        state.putActivity(pipe.pipe().id(), pipe.activity(time.nanoTime(), startsNothing(pipe)));
    }

    /// Whether an operator lets nothing start on a pipe, or the network carries nothing for it.
    private boolean startsNothing(PipeQueue pipe) {
        return paused || pipe.isHeld() || pipe.isClosed() || pipe.isPaused(time.nanoTime());
    }

    private void noteLimit(PipeQueue pipe) {
        Optional<String> limit = Optional.empty();
        if (draining || !pipe.wantsMore() || startsNothing(pipe)) {
            admission.leave(pipe);
        } else if (!admission.admits(pipe)) {
            limit = admission.await(pipe);
        }
        if (limit.isPresent()) {
            limited.put(pipe.pipe().id(), limit.get());
            boundWatch.keepLooking();
        } else {
            limited.remove(pipe.pipe().id());
        }
    }

    private @Nullable Hold hold(PipeQueue pipe) {
        if (draining) {
            return Hold.ENDING;
        }
        if (paused) {
            return Hold.PAUSED;
        }
        if (pipe.isHeld()) {
            return Hold.HELD;
        }
        if (pipe.isClosed()) {
            return Hold.CLOSED;
        }
        return pipe.isPaused(time.nanoTime()) ? Hold.STORAGE_PAUSED : null;
    }

    private void startMore(PipeQueue pipe) {
        while (pipe.freeConnections() > 0 && admission.admits(pipe)) {
            QueuedTransfer first = pipe.takeFirst(destinations::isFree);
            if (first == null) {
                return;
            }
            begin(pipe, first);
        }
    }

    /// Claims a transfer with one connection: it gets more, where others leave them, once its bytes move.
    private void begin(PipeQueue pipe, QueuedTransfer queued) {
        QueuedTransfer first = queued.withEarlier(destinations.begin(queued.transfer(), queued.earlier()));
        AttemptId attempt = new AttemptId(first.transfer().id(), first.attempts() + 1);
        pipe.addQueued(-1);
        RunningAttempt running = new RunningAttempt(attempt, first, pipe, 1);
        attempts.put(first.transfer().id(), running);
        pipe.add(running, time.nanoTime());
        admission.opened(pipe);
        boundWatch.opened(pipe);
        outbox.add(pipe, new Transition.Claim(attempt, time.now()));
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
        pipes.touch(running.pipe());
    }
}
