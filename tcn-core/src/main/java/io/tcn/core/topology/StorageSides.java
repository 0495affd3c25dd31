// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import io.tcn.core.model.ChangedValues;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A network map in which every pipe has the two storages at its ends: where the map names none, each endpoint is a
/// storage of its own of unknown capacity. Pipes that share a storage share a resource, whatever the network says and
/// however they spell its address ([Endpoint#storage]).
///
/// Used by one thread.
public final class StorageSides implements NetworkMap {
    /// Why a pipe has no storages: no resource can have the name of an endpoint.
    static final String UNNAMEABLE = "unnameable";

    /// The storages at the ends of a pipe.
    private record Sides(ResourceId read, ResourceId write) {
        /// @return null if no resource can have the name of an endpoint; that costs this pipe, not the map
        static @Nullable Sides of(Pipe pipe) {
            try {
                return new Sides(
                        TopologyNetworkMap.readSide(pipe.source()), TopologyNetworkMap.writeSide(pipe.destination()));
            } catch (IllegalArgumentException unnameable) {
                return null;
            }
        }
    }

    /// What the last answer was made of.
    private record Made(PipeTable pipes, NetworkMapSnapshot given, NetworkMapSnapshot snapshot) {}

    private final NetworkMap map;
    private @Nullable Made last;

    public StorageSides(NetworkMap map) {
        this.map = map;
    }

    @Override
    public void listen(Runnable changed) {
        map.listen(changed);
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException {
        NetworkMapSnapshot given = map.map(pipes);
        Made made = last;
        NetworkMapSnapshot snapshot = made == null ? null : updated(made, pipes, given);
        if (snapshot == null) {
            snapshot = build(pipes.pipes(), given);
        }
        last = new Made(pipes, given, snapshot);
        return snapshot;
    }

    /// The last answer where only numbers of resources have changed, else null.
    private static @Nullable NetworkMapSnapshot updated(Made made, PipeTable pipes, NetworkMapSnapshot given) {
        if (!made.pipes().isSameAs(pipes)
                || !made.given().pipeResources().equals(given.pipeResources())
                || !made.given().mappings().equals(given.mappings())) {
            return null;
        }
        return ChangedValues.between(made.given().resources(), given.resources())
                .map(changed -> made.snapshot().withResources(changed, given.asOf()))
                .orElse(null);
    }

    private static NetworkMapSnapshot build(Collection<Pipe> pipes, NetworkMapSnapshot given) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(given.resources());
        Set<ResourceId> readSides = ofKind(Resource.Kind.STORAGE_READ, given);
        Set<ResourceId> writeSides = ofKind(Resource.Kind.STORAGE_WRITE, given);
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        SortedMap<PipeId, PipeMapping> mappings = new TreeMap<>(given.mappings());
        for (Pipe pipe : pipes) {
            List<ResourceId> path = given.pipeResources().getOrDefault(pipe.id(), List.of());
            boolean reads = !Collections.disjoint(readSides, path);
            boolean writes = !Collections.disjoint(writeSides, path);
            if (reads && writes) {
                paths.put(pipe.id(), path);
                continue;
            }
            Sides sides = Sides.of(pipe);
            if (sides == null) {
                paths.put(pipe.id(), path);
                mappings.put(pipe.id(), PipeMapping.unmapped(UNNAMEABLE));
                continue;
            }
            List<ResourceId> whole = new ArrayList<>(path.size() + 2);
            if (!reads) {
                ResourceId read = sides.read();
                resources.computeIfAbsent(read, id -> new Resource(id, Resource.Kind.STORAGE_READ, null));
                whole.add(read);
            }
            whole.addAll(path);
            if (!writes) {
                ResourceId write = sides.write();
                resources.computeIfAbsent(write, id -> new Resource(id, Resource.Kind.STORAGE_WRITE, null));
                whole.add(write);
            }
            paths.put(pipe.id(), whole);
        }
        return new NetworkMapSnapshot(new MapVersion(0), given.asOf(), resources, paths, mappings);
    }

    private static Set<ResourceId> ofKind(Resource.Kind kind, NetworkMapSnapshot given) {
        Set<ResourceId> ids = new HashSet<>();
        given.resources().forEach((id, resource) -> {
            if (resource.kind() == kind) {
                ids.add(id);
            }
        });
        return ids;
    }
}
