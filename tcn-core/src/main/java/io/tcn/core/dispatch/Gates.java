// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Whether a pipe may open one more connection than it has: limits of connections, and the bounds and guarantees of
/// resource controls, kept where transfers start. Tells in words what keeps a pipe from it.
///
/// Changed controls are taken over before the next transfer starts; many changes in a row cost one look at the pipes.
/// Mutable; owned by the dispatch loop, except for [#limitOf] and [#boundOf], which any thread may ask.
final class Gates {
    private final TransportControlState state;
    private final PipeQueues pipes;
    private final DataPlane dataPlane;
    private final Consumer<Runnable> events;
    private final ConnectionAdmission admission = new ConnectionAdmission();
    private final BoundsInTheWay inTheWay = new BoundsInTheWay();
    private final BoundGates bounds;
    private final BoundWatch watch;
    private final TransferLimits limits;
    private final RoomToGrow growth;
    private final ConnectionsLeft left;
    private final Map<PipeId, Gate> limited = new ConcurrentHashMap<>();
    private boolean controlsStale;

    /// @param events runs something as an event of the dispatch loop
    Gates(
            TransportControlState state,
            PipeQueues pipes,
            DataPlane dataPlane,
            ConnectionSpread spread,
            LoopScheduler loop,
            TimeSource time,
            BoundSettings settings,
            Consumer<Runnable> events) {
        this.state = state;
        this.pipes = pipes;
        this.dataPlane = dataPlane;
        this.events = events;
        this.bounds = new BoundGates(state::snapshot, dataPlane, time, settings);
        this.limits = new TransferLimits(dataPlane, pipes, settings, loop, time, events, state::putRates);
        this.growth = new RoomToGrow(pipes, loop, settings.look(), events);
        this.left = new ConnectionsLeft(pipes, loop, events);
        this.watch = new BoundWatch(settings, pipes, admission, spread, inTheWay, dataPlane, loop, time, events);
    }

    /// Whether a pipe may open one more now.
    boolean admits(PipeQueue pipe) {
        // What runs may grow before pipes are looked at.
        adoptControls();
        return admission.admits(pipe);
    }

    /// The limits that come with transfers.
    TransferLimits limits() {
        return limits;
    }

    /// A pipe has opened one.
    void opened(PipeQueue pipe) {
        admission.opened(pipe);
        watch.opened(pipe);
    }

    /// An attempt of a pipe is over, and its connections are about to be free: what it moved is charged before
    /// anything else starts.
    void ending(PipeQueue pipe) {
        watch.ending(pipe);
    }

    /// Connections of a pipe that nobody answers for may be open for a time: they count as open.
    void leave(PipeQueue pipe, int connections, Duration grace) {
        if (left.count(pipe, connections, grace)) {
            watch.left(pipe);
        }
    }

    /// A pipe was looked at and has started what it may: it waits for what is in its way, and others have their turn.
    ///
    /// @param mayStart whether nothing holds it
    void lookedAt(PipeQueue pipe, boolean mayStart) {
        Optional<Gate> limit = Optional.empty();
        if (!mayStart || !pipe.wantsMore()) {
            admission.leave(pipe);
        } else if (!admission.admits(pipe)) {
            limit = admission.await(pipe);
        }
        pipe.setBlocked(limit.isPresent());
        if (limit.isPresent()) {
            limited.put(pipe.pipe().id(), limit.get());
            watch.keepLooking();
        } else if (!limited.isEmpty()) {
            limited.remove(pipe.pipe().id());
        }
        inTheWay.look(pipe);
        if (inTheWay.isAny()) {
            watch.keepLooking();
        }
        limits.lookedAt(pipe);
        growth.lookedAt(pipe, admission::admits);
        admission.next(pipe).forEach(pipes::touch);
    }

    /// The limit or bound that keeps a pipe from starting more, in words; any thread may ask.
    Optional<String> limitOf(PipeId pipe) {
        return Optional.ofNullable(limited.get(pipe)).map(Gate::words);
    }

    /// The bound that keeps a pipe from moving more, whether or not n would let it, in words; any thread may ask.
    Optional<String> boundOf(PipeId pipe) {
        return inTheWay.of(pipe);
    }

    // --- what is declared

    /// What a pipe that is new uses of the limits that concern it.
    PipeUsage usageOf(Pipe pipe) {
        return admission.usageOf(pipe);
    }

    /// A pipe is new.
    void declared(PipeQueue pipe) {
        bounds.declared(pipe.pipe(), pipe.usage());
        if (pipe.tuning().readThreads() > 0 || pipe.tuning().writeThreads() > 0) {
            tuned(pipe);
        }
    }

    /// The threads of a pipe that read or write are others now.
    void tuned(PipeQueue pipe) {
        dataPlane.tune(pipe.pipe().id(), pipe.tuning());
    }

    /// A pipe is gone, with nothing open.
    void forget(PipeQueue pipe) {
        admission.forget(pipe);
        watch.forget(pipe);
        limits.forget(pipe);
        growth.forget(pipe);
        if (!pipe.usage().bounds().isEmpty()) {
            dataPlane.shape(pipe.pipe().id(), List.of());
        }
        dataPlane.forget(pipe.pipe().id());
        limited.remove(pipe.pipe().id());
        pipe.usage().bounds().forEach(bound -> bound.forget(pipe.usage()));
        inTheWay.forget(pipe);
    }

    /// A resource-set was declared anew.
    void resourceSetDeclared(ResourceSetName set) {
        if (bounds.concerns(set)) {
            controlsChanged();
        }
    }

    /// The map is another one: bounds and guarantees per pipe follow at once.
    void mapChanged() {
        controlsStale = true;
        adoptControls();
    }

    /// Controls or their sets are others: bounds and guarantees per pipe follow before anything starts.
    void controlsChanged() {
        if (!controlsStale) {
            controlsStale = true;
            events.accept(this::adoptControls);
        }
    }

    /// Takes over controls that have changed since the last time.
    void adoptControls() {
        if (controlsStale) {
            controlsStale = false;
            StateSnapshot now = state.snapshot();
            Collection<PipeQueue> concerned = bounds.mayConcern(now) ? pipes.all() : List.of();
            admission.boundsReplaced(concerned);
            bounds.adopt(now, concerned);
            watch.changed(concerned);
            concerned.forEach(pipes::touch);
        }
    }

    /// Takes over limits of connections that have changed.
    void limitsChanged() {
        admission.adopt(state.snapshot(), pipes.all());
        pipes.all().forEach(pipes::touch);
    }
}
