// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeTable;
import io.tcn.core.port.TimeSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The run-time transport-control state (figure 2 of the TCN paper): users, pipes, resources, resource-sets, resource
/// controls, the DAG of transfers and n.
///
/// One writer per part: [#putMap] and [#putNoMap] are called on the map loop's thread only, every other method
/// that changes something on the dispatch loop's thread only; the control loop sends its n there as an event. Any
/// thread may read [#snapshot] and [#activityOf].
public final class TransportControlState {
    // Replaced when they change, never changed: snapshots share them.
    private SharedMap<UserId, User> users = SharedMap.empty();
    private SharedMap<PipeId, Pipe> pipes = SharedMap.empty();
    private SharedMap<ResourceSetName, ResourceSet> resourceSets = SharedMap.empty();
    private List<ResourceControl> resourceControls = List.of();
    private SharedMap<Endpoint, EndpointLimit> endpointLimits = SharedMap.empty();
    private SharedMap<EndpointPair, PairLimit> pairLimits = SharedMap.empty();
    private final TransferGraph transfers = new TransferGraph();
    private final Map<PipeId, LiveActivity> activities = new ConcurrentHashMap<>();
    private int totalLimit = EndpointLimit.UNLIMITED;
    private ControlState control = ControlState.INITIAL;
    private long pipesVersion = 1;
    private final AtomicReference<StateSnapshot> snapshot;
    private volatile List<RateUse> rates = List.of();

    public TransportControlState(TimeSource time) {
        ResourceSet.FIXED.forEach(set -> resourceSets = resourceSets.with(set.name(), set));
        this.snapshot = new AtomicReference<>(makeSnapshot(0, NetworkMapSnapshot.empty(time.now()), null, 0));
    }

    /// The state now, for any thread.
    public StateSnapshot snapshot() {
        return Objects.requireNonNull(snapshot.get());
    }

    /// What a pipe does, for any thread; idle if the pipe is not known.
    public PipeActivity activityOf(PipeId pipe) {
        LiveActivity activity = activities.get(pipe);
        return activity != null ? activity.get() : PipeActivity.idleAt(0);
    }

    /// The DAG of the transfers that depend on others; for the dispatch loop only.
    public TransferGraph transfers() {
        return transfers;
    }

    /// Adds a user or replaces its weight.
    public void putUser(User user) {
        users = users.with(user.id(), user);
        publish();
    }

    /// Adds a pipe or replaces its limits. Its user must be known.
    public void putPipe(Pipe pipe) {
        putPipes(List.of(pipe));
    }

    /// Adds pipes or replaces their limits. Their users must be known.
    public void putPipes(Collection<Pipe> declared) {
        SharedMap<PipeId, Pipe> more = pipes;
        for (Pipe pipe : declared) {
            if (!users.containsKey(pipe.user())) {
                throw new IllegalArgumentException(
                        "pipe " + pipe.id() + " belongs to user " + pipe.user() + ", who is not known");
            }
            more = more.with(pipe.id(), pipe);
        }
        pipes = more;
        pipesVersion++;
        publish();
    }

    /// Forgets a pipe and what it did.
    public void removePipe(PipeId pipe) {
        pipes = pipes.without(pipe);
        activities.remove(pipe);
        pipesVersion++;
        publish();
    }

    /// Forgets a user, who has no pipe any more.
    public void removeUser(UserId user) {
        users = users.without(user);
        publish();
    }

    /// Adds or replaces a resource-set.
    public void putResourceSet(ResourceSet set) {
        resourceSets = resourceSets.with(set.name(), set);
        publish();
    }

    /// Forgets a resource-set, on which no resource control hangs any more.
    public void removeResourceSet(ResourceSetName set) {
        resourceSets = resourceSets.without(set);
        publish();
    }

    /// Sets a resource control; it replaces one of the same kind for the same user and resource-set.
    public void putResourceControl(ResourceControl resourceControl) {
        resourceControls = Stream.concat(others(resourceControl), Stream.of(resourceControl))
                .toList();
        publish();
    }

    /// Takes back the resource control of this kind, user and resource-set.
    public void removeResourceControl(ResourceControl like) {
        resourceControls = others(like).toList();
        publish();
    }

    private Stream<ResourceControl> others(ResourceControl like) {
        return resourceControls.stream().filter(present -> !sameTarget(present, like));
    }

    private static boolean sameTarget(ResourceControl a, ResourceControl b) {
        boolean sameKind = switch (a) {
            case Bound _ -> b instanceof Bound;
            case Guarantee _ -> b instanceof Guarantee;
            case RelativeWeight _ -> b instanceof RelativeWeight;
        };
        return sameKind && a.user().equals(b.user()) && a.resourceSet().equals(b.resourceSet());
    }

    /// Sets the most connections that pipes may have together at an endpoint.
    public void putEndpointLimit(EndpointLimit limit) {
        endpointLimits = endpointLimits.with(limit.endpoint(), limit);
        publish();
    }

    /// Takes the limit of an endpoint back.
    public void removeEndpointLimit(Endpoint endpoint) {
        endpointLimits = endpointLimits.without(endpoint);
        publish();
    }

    /// Sets the most connections that the pipes between two endpoints may have together.
    public void putPairLimit(PairLimit limit) {
        pairLimits = pairLimits.with(limit.pair(), limit);
        publish();
    }

    /// Takes the limit of a pair back.
    public void removePairLimit(EndpointPair pair) {
        pairLimits = pairLimits.without(pair);
        publish();
    }

    /// Sets the most connections that all pipes may have together, at least 1; [EndpointLimit#UNLIMITED] for no limit.
    public void putTotalLimit(int maxConnections) {
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "connections in total are limited to 1 or more, given was " + maxConnections);
        }
        totalLimit = maxConnections;
        publish();
    }

    /// Takes over what the source of the map has answered for the pipes that there are now.
    ///
    /// @return how the map differs from the one before; empty if it has the same content
    public Optional<NetworkMapChange> putMap(NetworkMapSnapshot answer) {
        return putMap(answer, snapshot().pipeTable());
    }

    /// Takes over what the source of the map has answered, and counts its version: one more if its content is another
    /// one than that of the map before; else only the time at which the map was confirmed moves.
    ///
    /// @param asked the pipes that the source was asked for
    /// @return how the map differs from the one before; empty if it has the same content
    public Optional<NetworkMapChange> putMap(NetworkMapSnapshot answer, PipeTable asked) {
        StateSnapshot before = snapshot();
        NetworkMapSnapshot map = before.map();
        if (answer.hasSameContent(map)) {
            putMap(map.confirmedBy(answer), before.mapChange(), asked);
            return Optional.empty();
        }
        NetworkMapSnapshot next = answer.as(new MapVersion(map.version().value() + 1), answer.asOf());
        NetworkMapChange change = NetworkMapChange.between(map, next);
        putMap(next, change, asked);
        return Optional.of(change);
    }

    /// Changes of other parts that come meanwhile are kept.
    private void putMap(NetworkMapSnapshot map, @Nullable NetworkMapChange change, PipeTable asked) {
        snapshot.updateAndGet(present -> present.withMap(map, change, asked.version()));
    }

    /// The source of the map was asked and has none: the last one stays.
    ///
    /// @param asked the pipes that it was asked for
    public void putNoMap(PipeTable asked) {
        if (snapshot().mapAskedVersion() != asked.version()) {
            snapshot.updateAndGet(present -> present.withMap(present.map(), present.mapChange(), asked.version()));
        }
    }

    /// Takes over a new n.
    public void putControl(ControlState newControl) {
        control = newControl;
        publish();
    }

    /// Where the dispatch loop tells what a pipe does, until the pipe is removed.
    public LiveActivity liveActivityOf(PipeId pipe) {
        return activities.computeIfAbsent(pipe, fresh -> new LiveActivity());
    }

    /// Takes over what a pipe does now.
    public void putActivity(PipeId pipe, PipeActivity activity) {
        liveActivityOf(pipe).set(activity);
    }

    /// The rates that jobs ask for and that have something to do, for any thread.
    public List<RateUse> rates() {
        return rates;
    }

    /// Takes over what the rates that jobs ask for do now.
    public void putRates(List<RateUse> now) {
        rates = List.copyOf(now);
    }

    private void publish() {
        snapshot.updateAndGet(present ->
                makeSnapshot(present.revision() + 1, present.map(), present.mapChange(), present.mapAskedVersion()));
    }

    private StateSnapshot makeSnapshot(
            long revision, NetworkMapSnapshot map, @Nullable NetworkMapChange mapChange, long mapAskedVersion) {
        return new StateSnapshot(
                revision,
                users,
                new PipeTable(pipesVersion, pipes.values()),
                pipes,
                resourceSets,
                resourceControls,
                endpointLimits,
                pairLimits,
                totalLimit,
                map,
                mapChange,
                mapAskedVersion,
                control);
    }
}
