// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.loop.LoopFence;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferChange;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What follows from a transition when the store says that it is durable, or that somebody else came first: the data
/// plane is told to start or to proceed, destinations become free, those that waited are queued, counters grow. Until
/// then nothing of it happens, so that after a crash the store knows of every attempt that may have written.
///
/// Owned by the dispatch loop; between its events it has no state of its own.
final class Outcomes {
    private static final String CANCELLED = "was cancelled";

    private final TransferStore store;
    private final Outbox outbox;
    private final PipeQueues pipes;
    private final Attempts attempts;
    private final Destinations destinations;
    private final Dependencies dependencies;
    private final Windows windows;
    private final TimeSource time;
    private final ControlEvents told;
    private final LoopFence fence;
    private final Consumer<Runnable> events;

    /// Of the answer that is being looked at.
    private final List<TransferChange> changes = new ArrayList<>();

    /// @param told hears of transfers that have changed their state
    /// @param events runs something as an event of the dispatch loop
    Outcomes(
            TransferStore store,
            Outbox outbox,
            PipeQueues pipes,
            Attempts attempts,
            Destinations destinations,
            Dependencies dependencies,
            Windows windows,
            TimeSource time,
            ControlEvents told,
            LoopFence fence,
            Consumer<Runnable> events) {
        this.store = store;
        this.outbox = outbox;
        this.pipes = pipes;
        this.attempts = attempts;
        this.destinations = destinations;
        this.dependencies = dependencies;
        this.windows = windows;
        this.time = time;
        this.told = told;
        this.fence = fence;
        this.events = events;
    }

    /// Hands the transitions of an event to the store, as one batch; its answer is an event.
    void flush() {
        List<Outbox.Change> batch = outbox.take();
        if (batch.isEmpty()) {
            return;
        }
        List<Transition> transitions = new ArrayList<>(batch.size());
        for (Outbox.Change change : batch) {
            transitions.add(change.transition());
        }
        store.apply(transitions, made -> events.accept(() -> applied(batch, made)));
    }

    private void applied(List<Outbox.Change> batch, List<Boolean> made) {
        for (int i = 0; i < batch.size(); i++) {
            Outbox.Change change = batch.get(i);
            boolean wasMade = made.get(i);
            if (mayFreeSomething(change, wasMade)) {
                pipes.touch(change.pipe());
            } else if (change.transition() instanceof Transition.Finish) {
                pipes.counted(change.pipe());
            }
            fence.run(() -> applied(change, wasMade));
        }
        tell();
    }

    private void tell() {
        if (changes.isEmpty()) {
            return;
        }
        List<TransferChange> whole = List.copyOf(changes);
        changes.clear();
        fence.run(() -> told.transfersChanged(time.now(), whole));
    }

    /// Whether the pipe has to be looked at. That a transfer was claimed, begins or has finished, as most do, frees
    /// nothing there: the connections of what finished were free before, and whoever waits for its destination
    /// or for itself is touched because of that.
    private static boolean mayFreeSomething(Outbox.Change change, boolean made) {
        return switch (change.transition()) {
            case Transition.Claim _, Transition.Activate _, Transition.Finish _ ->
                !made || !change.pipe().isSettled();
            case Transition.Fail _,
                    Transition.Retry _,
                    Transition.Stopped _,
                    Transition.Release _,
                    Transition.Abandon _ -> true;
        };
    }

    private void applied(Outbox.Change change, boolean made) {
        PipeQueue pipe = change.pipe();
        switch (change.transition()) {
            case Transition.Claim claim -> claimed(change.asked(), claim, made);
            case Transition.Activate activate -> activated(change.asked(), activate, made);
            case Transition.Finish finish -> finished(change.asked(), finish, change.movingSeconds(), made);
            case Transition.Fail fail -> failed(change.asked(), fail, made);
            case Transition.Retry retry -> retried(change.asked(), retry, made);
            case Transition.Stopped stopped -> stopped(change.asked(), stopped, made);
            case Transition.Release release -> released(release, pipe, made);
            case Transition.Abandon abandon -> abandoned(abandon, pipe, made);
        }
    }

    private void claimed(RunningAttempt attempt, Transition.Claim claim, boolean made) {
        if (attempt.isOver()) {
            return;
        }
        PipeQueue pipe = attempt.pipe();
        if (!made) {
            // Cancelled before it was claimed, or the window was out of date.
            attempts.remove(attempt);
            pipes.unpark(destinations.refused(attempt.destination(), attempt.isCancelRequested()));
            pipe.counters().addQueued(1);
            if (!attempt.isCancelRequested()) {
                windows.reloadSoon(pipe);
            }
            return;
        }
        changed(claim, null);
        if (attempt.isCancelRequested()) {
            attempts.remove(attempt);
            boolean clean = !attempt.queued().destinationMayBeOurs();
            outbox.add(attempt, new Transition.Stopped(claim.attempt(), time.now(), clean));
            return;
        }
        attempts.start(attempt);
    }

    private void activated(RunningAttempt attempt, Transition.Activate activate, boolean made) {
        if (attempt.isOver()) {
            return;
        }
        if (made) {
            attempt.destination().writing(activate.at(), activate.sizeBytes());
            changed(activate, null);
        } else {
            attempt.requestCancel();
        }
        attempts.proceed(attempt);
    }

    private void finished(RunningAttempt attempt, Transition.Finish finish, double movingSeconds, boolean made) {
        if (!made) {
            outbox.add(attempt, new Transition.Stopped(finish.attempt(), finish.at(), false));
            return;
        }
        attempt.pipe().counters().finished(finish.sizeBytes(), movingSeconds);
        pipes.unpark(destinations.ended(attempt.destination(), finish.at(), true, false));
        changed(finish, null);
        dependencies.finished(finish.transfer());
    }

    private void failed(RunningAttempt attempt, Transition.Fail fail, boolean made) {
        if (!made) {
            outbox.add(attempt, new Transition.Stopped(fail.attempt(), fail.at(), fail.destinationClean()));
            return;
        }
        attempt.pipe().counters().failed();
        pipes.unpark(destinations.ended(attempt.destination(), fail.at(), fail.destinationClean(), false));
        changed(fail, fail.failure());
        dependencies.lost(fail.transfer(), "failed");
    }

    private void retried(RunningAttempt attempt, Transition.Retry retry, boolean made) {
        if (!made) {
            // Cancelled meanwhile.
            attempt.pipe().counters().addQueued(-1);
            outbox.add(
                    attempt,
                    new Transition.Stopped(
                            retry.attempt(), retry.at(), retry.destinationClean(), retry.writtenUntil()));
            return;
        }
        if (retry.countsAsRetry()) {
            attempt.pipe().counters().retry();
        }
        pipes.unpark(destinations.ended(attempt.destination(), retry.writtenUntil(), retry.destinationClean(), true));
        changed(retry, retry.failure());
    }

    private void stopped(RunningAttempt attempt, Transition.Stopped stopped, boolean made) {
        pipes.unpark(
                destinations.ended(attempt.destination(), stopped.writtenUntil(), stopped.destinationClean(), false));
        if (made) {
            changed(stopped, null);
        }
    }

    private void released(Transition.Release release, PipeQueue pipe, boolean made) {
        if (!made) {
            // Cancelled meanwhile. The loop hears of that, too, but may have done so before it knew of the transfer:
            // then those that wait for it would wait for ever.
            dependencies.ask(Set.of(release.transfer()));
            return;
        }
        pipe.counters().addQueued(1);
        pipe.window().noteStale();
        changed(release, null);
    }

    private void abandoned(Transition.Abandon abandon, PipeQueue pipe, boolean made) {
        if (made) {
            pipe.counters().canceled();
            changed(abandon, abandon.failure());
        }
    }

    /// The store has set transfers to CANCELED on a caller's request.
    void canceled(List<CanceledTransfer> canceled) {
        canceled.forEach(this::canceled);
        tell();
    }

    /// Takes it out of the queue or stops it, and gives up what waits for it. The end of what has begun is told when
    /// its attempt has ended.
    private void canceled(CanceledTransfer canceled) {
        if (canceled.from() == TransferState.QUEUED || canceled.from() == TransferState.WAITING) {
            changes.add(new TransferChange(canceled.transfer(), TransferState.CANCELED, null));
        }
        PipeQueue pipe = pipes.find(canceled.pipe());
        if (pipe == null) {
            // Spare sources are not told to the loop: the pipe of one may have been removed, or not be declared yet.
            dependencies.lost(canceled.transfer(), CANCELLED);
            return;
        }
        pipes.touch(pipe);
        RunningAttempt attempt = attempts.of(canceled.transfer());
        pipe.window().remove(canceled.transfer());
        if (attempt != null) {
            attempts.cancel(attempt);
        }
        if (canceled.from() == TransferState.QUEUED) {
            pipe.counters().addQueued(-1);
            if (attempt == null) {
                // What it may have left is nobody's from now on, and removed later.
                pipes.unpark(destinations.release(canceled.transfer()));
            }
        }
        pipe.counters().canceled();
        dependencies.lost(canceled.transfer(), CANCELLED);
    }

    private void changed(Transition transition, @Nullable TransferFailure failure) {
        changes.add(new TransferChange(transition.transfer(), transition.to(), failure));
    }
}
