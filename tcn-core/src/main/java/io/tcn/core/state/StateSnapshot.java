// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeTable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The run-time transport-control state at one moment, without the transfers: immutable, for any thread. Parts that
/// did not change are shared with the snapshot before.
public final class StateSnapshot {
    private final long revision;
    private final SortedMap<UserId, User> users;
    private final PipeTable pipeTable;
    private final SortedMap<PipeId, Pipe> pipes;
    private final SortedMap<ResourceSetName, ResourceSet> resourceSets;
    private final List<ResourceControl> resourceControls;
    private final SortedMap<Endpoint, EndpointLimit> endpointLimits;
    private final SortedMap<EndpointPair, PairLimit> pairLimits;
    private final int totalLimit;
    private final NetworkMapSnapshot map;
    private final @Nullable NetworkMapChange mapChange;
    private final long mapAskedVersion;
    private final ControlState control;

    /// @param users as all collections here: never changed by anybody again
    StateSnapshot(
            long revision,
            SortedMap<UserId, User> users,
            PipeTable pipeTable,
            SortedMap<PipeId, Pipe> pipes,
            SortedMap<ResourceSetName, ResourceSet> resourceSets,
            List<ResourceControl> resourceControls,
            SortedMap<Endpoint, EndpointLimit> endpointLimits,
            SortedMap<EndpointPair, PairLimit> pairLimits,
            int totalLimit,
            NetworkMapSnapshot map,
            @Nullable NetworkMapChange mapChange,
            long mapAskedVersion,
            ControlState control) {
        this.revision = revision;
        this.users = users;
        this.pipeTable = pipeTable;
        this.pipes = pipes;
        this.resourceSets = resourceSets;
        this.resourceControls = resourceControls;
        this.endpointLimits = endpointLimits;
        this.pairLimits = pairLimits;
        this.totalLimit = totalLimit;
        this.map = map;
        this.mapChange = mapChange;
        this.mapAskedVersion = mapAskedVersion;
        this.control = control;
    }

    /// Grows with every change.
    public long revision() {
        return revision;
    }

    /// Users by name.
    public SortedMap<UserId, User> users() {
        return users;
    }

    /// Pipes by name.
    public SortedMap<PipeId, Pipe> pipes() {
        return pipes;
    }

    /// The pipes with a version: another one whenever one of them has come, gone or changed.
    public PipeTable pipeTable() {
        return pipeTable;
    }

    /// Resource-sets by name.
    public SortedMap<ResourceSetName, ResourceSet> resourceSets() {
        return resourceSets;
    }

    /// What operators allow whom.
    public List<ResourceControl> resourceControls() {
        return resourceControls;
    }

    /// The most connections at an endpoint, by endpoint.
    public SortedMap<Endpoint, EndpointLimit> endpointLimits() {
        return endpointLimits;
    }

    /// The most connections between two endpoints, by pair.
    public SortedMap<EndpointPair, PairLimit> pairLimits() {
        return pairLimits;
    }

    /// The most connections of all pipes together.
    public int totalLimit() {
        return totalLimit;
    }

    /// Which pipe uses which resource.
    public NetworkMapSnapshot map() {
        return map;
    }

    /// How the map differs from the one of the version before; null before the first answer.
    public @Nullable NetworkMapChange mapChange() {
        return mapChange;
    }

    /// The version of the table of pipes that the source of the map was asked for last, whether or not it had an
    /// answer; 0 if it never was.
    public long mapAskedVersion() {
        return mapAskedVersion;
    }

    /// How the map differs from one that was seen earlier, whatever came in between as one change; empty if its
    /// content is the same. Costs nothing if at most one version has come since.
    public Optional<NetworkMapChange> mapChangeSince(NetworkMapSnapshot seen) {
        if (map.version().equals(seen.version())) {
            return Optional.empty();
        }
        NetworkMapChange last = mapChange;
        return Optional.of(
                last != null && last.from().equals(seen.version()) ? last : NetworkMapChange.between(seen, map));
    }

    /// The same state with another map.
    ///
    /// @param askedVersion that of the pipes that its source was asked for
    StateSnapshot withMap(NetworkMapSnapshot newMap, @Nullable NetworkMapChange change, long askedVersion) {
        return new StateSnapshot(
                revision + 1,
                users,
                pipeTable,
                pipes,
                resourceSets,
                resourceControls,
                endpointLimits,
                pairLimits,
                totalLimit,
                newMap,
                change,
                askedVersion,
                control);
    }

    /// n.
    public ControlState control() {
        return control;
    }

    /// Whether a resource is in a set: by what the map tells of it, or by its id alone where the map does not know it.
    public boolean isIn(ResourceSet set, ResourceId id) {
        Resource resource = map.resources().get(id);
        return resource == null ? set.contains(id) : set.contains(resource);
    }

    /// What a bound allows on a resource, in bit/s; 0 where it says nothing, because it is a part of a capacity that
    /// nobody knows.
    public double boundBps(Bound bound, ResourceId id) {
        return switch (bound.limit()) {
            case Bound.Rate rate -> rate.maxBps();
            case Bound.CapacityShare share ->
                share.share() * knownCapacityBps(id).orElse(0);
        };
    }

    /// The capacity of a resource in bit/s; empty if the map does not tell it.
    public OptionalDouble knownCapacityBps(ResourceId id) {
        Resource resource = map.resources().get(id);
        return resource == null ? OptionalDouble.empty() : resource.knownCapacityBps();
    }
}
