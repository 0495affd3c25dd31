// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.control.ControlLoop;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.control.MapLoop;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.WaitingTransfer;
import io.tcn.core.state.TransportControlState;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// Core's three loops and a store in memory, all on one engine: the same loops as in the server, with nothing of
/// their own here.
public final class ControlPlane {
    /// Time between two refreshes of the map, where nothing else is said.
    public static final Duration MAP_PERIOD = Duration.ofHours(1);

    private final TransportControlState state;
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final DispatchLoop dispatch;
    private final ControlLoop control;
    private final MapLoop map;

    /// With [#MAP_PERIOD], and bounds kept as in the server.
    public ControlPlane(
            Engine engine,
            DataPlane dataPlane,
            NetworkMap source,
            Optimizer optimizer,
            ControlSettings settings,
            DecisionListener listener,
            ControlEvents events) {
        this(engine, dataPlane, source, MAP_PERIOD, optimizer, settings, BoundSettings.DEFAULT, listener, events);
    }

    /// @param mapPeriod time between two refreshes of the map
    /// @param bounds how bounds and guarantees are kept where transfers start
    public ControlPlane(
            Engine engine,
            DataPlane dataPlane,
            NetworkMap source,
            Duration mapPeriod,
            Optimizer optimizer,
            ControlSettings settings,
            BoundSettings bounds,
            DecisionListener listener,
            ControlEvents events) {
        this.state = new TransportControlState(engine);
        this.dispatch = new DispatchLoop(
                state, store, dataPlane, engine, engine, events, DispatchSettings.DEFAULT.withBounds(bounds));
        this.control = new ControlLoop(
                state,
                optimizer,
                dataPlane,
                engine,
                engine,
                settings,
                dispatch.writer()::controlDecided,
                listener,
                events);
        this.map = new MapLoop(
                state,
                source,
                engine,
                mapPeriod,
                mapPeriod,
                new MapLoop.Listener() {
                    @Override
                    public void changed() {
                        dispatch.writer().mapChanged();
                    }

                    @Override
                    public void failed(String why) {
                        throw new IllegalStateException("the simulated network map failed: " + why);
                    }
                },
                events);
    }

    /// Makes users, pipes and controls known and begins the loops. Users have weight 1.
    public void start(Collection<UserId> users, Collection<Pipe> pipes, Collection<ResourceControl> controls) {
        start(users.stream().map(User::of).toList(), pipes, List.of(), controls);
    }

    /// Makes users, pipes, resource-sets and controls known and begins the loops.
    public void start(
            Collection<User> users,
            Collection<Pipe> pipes,
            Collection<ResourceSet> sets,
            Collection<ResourceControl> controls) {
        users.forEach(dispatch.writer()::userDeclared);
        pipes.forEach(dispatch.writer()::pipeDeclared);
        sets.forEach(dispatch.writer()::resourceSetDeclared);
        controls.forEach(dispatch.writer()::resourceControlSet);
        dispatch.start();
        map.start();
        control.start();
    }

    /// Sets a resource control, as an operator does.
    public void set(ResourceControl rule) {
        dispatch.writer().resourceControlSet(rule);
    }

    /// Takes a resource control back, as an operator does.
    public void takeBack(ResourceControl like) {
        dispatch.writer().resourceControlRemoved(like);
    }

    /// Declares a user or another weight of one, as an operator does.
    public void declare(User user) {
        dispatch.writer().userDeclared(user);
    }

    /// Declares a pipe or other limits and another weight of one, as an operator does.
    public void declare(Pipe pipe) {
        dispatch.writer().pipeDeclared(pipe);
    }

    /// Declares a resource-set or other patterns of one, as an operator does.
    public void declare(ResourceSet set) {
        dispatch.writer().resourceSetDeclared(set);
    }

    /// Sets the most connections at an endpoint, as an operator does.
    public void set(EndpointLimit limit) {
        dispatch.writer().endpointLimitSet(limit);
    }

    /// Sets the most connections between two endpoints, as an operator does.
    public void set(PairLimit limit) {
        dispatch.writer().pairLimitSet(limit);
    }

    /// Sets the most connections of all pipes together, as an operator does.
    public void setTotalLimit(int maxConnections) {
        dispatch.writer().totalLimitSet(maxConnections);
    }

    /// Submits transfers, as a caller's request does: all of them at once.
    public void submit(Collection<Transfer> transfers) {
        submit(transfers, transfer -> GroupId.NONE);
    }

    /// Submits transfers, as a caller's request does: all of them at once.
    ///
    /// @param groups the group that each is in, or [GroupId#NONE]
    public void submit(Collection<Transfer> transfers, Function<TransferId, GroupId> groups) {
        Map<PipeId, Integer> queued = new TreeMap<>();
        List<WaitingTransfer> waiting = new ArrayList<>();
        for (Transfer transfer : transfers) {
            TransferState first = store.add(transfer, QueuedTransfer.DEFAULT_ACTIVITY, groups.apply(transfer.id()));
            if (first == TransferState.QUEUED) {
                queued.merge(transfer.pipe(), 1, Integer::sum);
            } else {
                waiting.add(new WaitingTransfer(transfer.id(), transfer.pipe(), transfer.after()));
            }
        }
        dispatch.transfersAdded(queued, waiting);
    }

    /// Sets in which order the groups of each pipe go.
    public void order(SortedMap<PipeId, List<GroupId>> groups) {
        dispatch.writer().groupsOrdered(groups);
    }

    /// Cancels a transfer, as a caller's request does; one that has ended is left alone.
    public void cancel(Transfer transfer) {
        store.cancel(transfer.id())
                .ifPresent(before -> dispatch.transfersCanceled(
                        List.of(new CanceledTransfer(transfer.id(), transfer.pipe(), before))));
    }

    /// The state of a transfer; one that has not arrived yet counts as waiting.
    public TransferState stateOf(TransferId id) {
        return store.stateOf(id).orElse(TransferState.WAITING);
    }

    /// The run-time transport-control state.
    public TransportControlState state() {
        return state;
    }

    /// Whether no step of a loop has failed lately.
    public boolean isHealthy() {
        return dispatch.isHealthy() && control.isHealthy();
    }
}
