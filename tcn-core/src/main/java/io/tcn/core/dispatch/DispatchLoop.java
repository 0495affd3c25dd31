// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.loop.LoopFence;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The dispatch loop: starts ready transfers while a pipe has free connections. This is its front, through which all
/// comes in: transfers and what operators want of them here, what is declared through [#writer], answers of the data
/// plane through [#answers].
///
/// Every public method may be called from any thread: it becomes an event on the loop. An event changes memory,
/// collects transitions, and at its end hands them to the store as one batch; what follows from a transition
/// (start, proceed, release of successors, counters of what ended) happens when the store says that it is durable.
/// So after a crash the store knows of every attempt that may have written.
///
/// ```
/// event -> [Starts] on the pipes that it touched -> [Outcomes] hands transitions to the store -> [Windows] loads more
/// ```
///
/// A transfer uses one connection; several, where fewer transfers are ready than connections are free and the data
/// plane can use more. A lower n takes connections from transfers that run on several, but ends none.
///
/// A destination belongs to one transfer at a time, see [Destinations]: another one to it waits until what the first
/// may have written is recorded as whole, removed, or left.
public final class DispatchLoop {
    private final LoopScheduler loop;
    private final DispatchSettings settings;
    private final LoopFence fence;
    private final PipeQueues pipes = new PipeQueues();
    private final Destinations destinations = new Destinations();
    private final CleanUps cleanUps;
    private final Dependencies dependencies;
    private final Windows windows;
    private final Holds holds;
    private final Gates gates;
    private final Attempts attempts;
    private final Outcomes outcomes;
    private final StateWriter writer;
    private final Starts starts;
    private final Runnable start;
    private final Runnable flush;
    private final Runnable load;
    private LoopScheduler.Cancellation sweep = () -> {};

    public DispatchLoop(
            TransportControlState state,
            TransferStore store,
            DataPlane dataPlane,
            LoopScheduler loop,
            TimeSource time,
            ControlEvents events,
            DispatchSettings settings) {
        this.loop = loop;
        this.settings = settings;
        this.fence = new LoopFence("dispatch", events);
        Outbox outbox = new Outbox();
        ConnectionSpread spread = new ConnectionSpread(dataPlane);
        this.dependencies = new Dependencies(state.transfers(), store, pipes, outbox, time, this::event);
        this.windows = new Windows(store, pipes, loop, time, settings, this::event);
        this.holds = new Holds(pipes, loop, time, this::event);
        this.gates = new Gates(state, pipes, dataPlane, spread, loop, time, settings.bounds(), this::event);
        FailedAttempts failures = new FailedAttempts(outbox, windows, holds, time);
        this.attempts = new Attempts(
                dataPlane, destinations, gates, spread, failures, pipes, outbox, time, events, fence, this::event);
        this.cleanUps = new CleanUps(dataPlane, destinations, pipes, attempts::isRunning, time, this::event);
        this.outcomes = new Outcomes(
                store, outbox, pipes, attempts, destinations, dependencies, windows, time, events, fence, this::event);
        this.writer = new StateWriter(state, pipes, holds, gates, attempts::isRunning, time, this::event);
        this.starts = new Starts(pipes, writer, holds, gates, destinations, attempts, spread, windows, time, fence);
        this.start = starts::onTouched;
        this.flush = outcomes::flush;
        this.load = windows::load;
    }

    /// Each part by itself: what an event has changed before it failed still has to reach store and data plane.
    private void event(Runnable body) {
        loop.execute(() -> {
            fence.run(body);
            fence.run(start);
            fence.run(flush);
            fence.run(load);
            fence.endStep();
        });
    }

    /// Takes in what is declared: the one writer of the state.
    public StateWriter writer() {
        return writer;
    }

    /// Takes in what the data plane answers.
    public AttemptListener answers() {
        return attempts;
    }

    /// Whether the last events worked.
    public boolean isHealthy() {
        return fence.isHealthy();
    }

    // --- starting and stopping

    /// Begins to look after pipes that may have been overlooked; transfers start as they are made known.
    public void start() {
        loop.execute(() -> sweep = loop.schedule(settings.sweep(), this::onSweep));
    }

    private void onSweep() {
        event(windows::sweep);
        sweep = loop.schedule(settings.sweep(), this::onSweep);
    }

    /// Starts nothing more; what runs goes on.
    public void drain() {
        loop.execute(() -> {
            holds.drain();
            sweep.cancel();
        });
    }

    /// Starts nothing more until [#resume]; what runs goes on.
    public void pause() {
        event(() -> holds.setPaused(true));
    }

    /// Starts transfers again.
    public void resume() {
        event(() -> holds.setPaused(false));
    }

    /// Starts nothing more on a pipe, or lets it go on; what runs goes on. The pipe need not be known yet.
    public void pipeHeld(PipeId id, boolean held) {
        event(() -> holds.setHeld(id, held));
    }

    /// Why nothing starts on a pipe; empty if transfers start there as n allows. May be called from any thread.
    public Optional<Hold> holdOf(PipeId pipe) {
        return holds.of(pipe);
    }

    /// Since when nothing starts on a pipe for that reason, as far as this loop has seen it; empty if transfers start.
    /// May be called from any thread.
    public Optional<Instant> heldSince(PipeId pipe) {
        return holds.sinceOf(pipe);
    }

    /// Since when both ends of a transfer are looked at, before anything is written; empty if that is not so, or not
    /// known. May be called from any thread.
    public Optional<Instant> preparingSince(TransferId transfer) {
        return attempts.preparingSince(transfer);
    }

    /// Why a pipe is left alone for a while, as whoever refused to move its files said; empty if it is not. May be
    /// called from any thread.
    public Optional<String> holdInWords(PipeId pipe) {
        return holds.wordsOf(pipe);
    }

    /// The limit of connections or the bound that keeps a pipe from starting more of what it has queued, in words;
    /// empty if none does. May be called from any thread.
    public Optional<String> limitOf(PipeId pipe) {
        return gates.limitOf(pipe);
    }

    /// The bound that keeps a pipe from moving more, in words, even if its number of connections does so, too; empty if
    /// none does. May be called from any thread.
    public Optional<String> boundOf(PipeId pipe) {
        return gates.boundOf(pipe);
    }

    /// What is open under the limits that transfers share, as those of their tokens, by number. May be called from any
    /// thread.
    public List<LimitUse> limitsInUse() {
        return gates.limits().use();
    }

    /// What is open under one of them; empty if it is not in use. May be called from any thread.
    public Optional<LimitUse> limitInUse(LimitId limit) {
        return gates.limits().use(limit);
    }

    // --- transfers

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
                known.counters().addQueued(count);
                known.window().noteStale();
                pipes.touch(known);
            });
            dependencies.add(waitingCopy);
        });
    }

    /// Attempts of a loop before this one go on, and are answered to this one from now on. After [#destinationsKnown],
    /// and before the transfers that are queued. The map and what is declared are taken over before: what goes on
    /// counts under the bounds that hold, and is not taken for what was there before them.
    public void attemptsAdopted(Collection<AdoptedAttempt> adopted) {
        event(this::adoptDeclared);
        List.copyOf(adopted).forEach(each -> event(() -> attempts.adopt(each)));
    }

    private void adoptDeclared() {
        writer.adoptMap();
        gates.adoptControls();
    }

    /// What ran in these pipes when the server ended is queued, but not to be touched before a pause is over, because a
    /// storage may still write: they are looked at again then.
    public void resumeAfter(Set<PipeId> resumed, Duration pause) {
        SortedSet<PipeId> copy = new TreeSet<>(resumed);
        event(() -> copy.forEach(pipe -> windows.retryAfter(pipes.get(pipe), pause)));
    }

    /// Attempts of a loop before this one may still be copied by storages, though nobody listens: for a time their
    /// connections count as open. Before the transfers that are queued.
    ///
    /// @param connections how many there may be, per pipe
    public void connectionsLeft(Map<PipeId, Integer> connections, Duration grace) {
        Map<PipeId, Integer> copy = new TreeMap<>(connections);
        event(this::adoptDeclared);
        copy.forEach((pipe, count) -> event(() -> gates.leave(pipes.get(pipe), count, grace)));
    }

    /// How many of these connections are under limits that come with transfers.
    ///
    /// @param grace from the start; after it they are surely closed
    public void connectionsLeftUnder(Map<TransferLimit, Integer> connections, Duration grace) {
        // By number: limits have their turns in the order in which they came into use.
        List<Map.Entry<TransferLimit, Integer>> copy = connections.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().id()))
                .toList();
        event(() -> copy.forEach(entry -> gates.limits().leave(entry.getKey(), entry.getValue(), grace)));
    }

    /// The store has set transfers to CANCELED on a caller's request: takes them out of the queues, stops what
    /// runs and gives up what waits for them.
    public void transfersCanceled(Collection<CanceledTransfer> canceled) {
        List<CanceledTransfer> copy = List.copyOf(canceled);
        event(() -> outcomes.canceled(copy));
    }

    /// The order of pipes' queued transfers has changed in the store.
    public void priorityChanged(Collection<PipeId> changed) {
        Set<PipeId> copy = new TreeSet<>(changed);
        event(() -> copy.forEach(id -> {
            PipeQueue pipe = pipes.find(id);
            // That of a spare source may have been removed, or not be declared yet.
            if (pipe != null) {
                pipe.window().noteReordered();
                pipes.touch(pipe);
            }
        }));
    }

    /// Starts a queued transfer at once on one connection, even beyond n. The store claims it as any other: one that is
    /// no longer queued is left alone.
    ///
    /// @param queued as the store has it
    /// @param answer hears whether it is tried: not if it runs already, or if nothing may start on its pipe
    public void forceStart(QueuedTransfer queued, Consumer<Boolean> answer) {
        event(() -> answer.accept(starts.force(queued)));
    }

    // --- destinations

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
        event(() -> cleanUps.begin(left, answer));
    }

    /// The transfer that owns a destination now: others to it wait. May be called from any thread.
    public Optional<TransferId> ownerOf(DestinationKey destination) {
        return destinations.ownerOf(destination);
    }
}
