// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMap;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.NetworkMapUnavailableException;
import io.tcn.core.port.PipeTable;
import io.tcn.core.topology.TopologyNetworkMap;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/// A network map in which storages carry no more than operators let them. What a whole host may read or write is a
/// resource `read:scheme://host` or `write:scheme://host` on the path of each pipe that uses it; where the map has one
/// of that name, its capacity becomes the lesser of the two.
final class CappedNetworkMap implements NetworkMap {
    private final NetworkMap map;
    private final StorageCapacities capacities;

    CappedNetworkMap(NetworkMap map, StorageCapacities capacities) {
        this.map = map;
        this.capacities = capacities;
    }

    @Override
    public void listen(Runnable changed) {
        map.listen(changed);
    }

    @Override
    public NetworkMapSnapshot map(PipeTable pipes) throws NetworkMapUnavailableException {
        NetworkMapSnapshot known = map.map(pipes);
        if (!capacities.isAnySet()) {
            return known;
        }
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(known.resources());
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>(known.pipeResources());
        for (Pipe pipe : pipes.pipes()) {
            if (!canBeNamed(pipe)) {
                continue;
            }
            List<ResourceId> path = new ArrayList<>(paths.getOrDefault(pipe.id(), List.of()));
            ResourceId read = TopologyNetworkMap.readSide(host(pipe.source()));
            if (cap(read, Resource.Kind.STORAGE_READ, capacities.readBps(pipe.source()), resources)
                    && !path.contains(read)) {
                path.addFirst(read);
            }
            ResourceId write = TopologyNetworkMap.writeSide(host(pipe.destination()));
            if (cap(write, Resource.Kind.STORAGE_WRITE, capacities.writeBps(pipe.destination()), resources)
                    && !path.contains(write)) {
                path.addLast(write);
            }
            paths.put(pipe.id(), path);
        }
        return new NetworkMapSnapshot(new MapVersion(0), known.asOf(), resources, paths, known.mappings());
    }

    /// A whole host, whatever the port.
    private static Endpoint host(Endpoint endpoint) {
        return new Endpoint(endpoint.scheme(), endpoint.host(), -1);
    }

    /// A pipe whose storages no resource can be named after goes without cap; it costs no other pipe.
    private static boolean canBeNamed(Pipe pipe) {
        try {
            var _ = TopologyNetworkMap.readSide(pipe.source());
            var _ = TopologyNetworkMap.writeSide(pipe.destination());
            return true;
        } catch (IllegalArgumentException unnameable) {
            return false;
        }
    }

    /// @return whether there is a cap
    private static boolean cap(
            ResourceId id, Resource.Kind kind, OptionalDouble capBps, SortedMap<ResourceId, Resource> resources) {
        if (capBps.isEmpty()) {
            return false;
        }
        Resource known = resources.get(id);
        double capacityBps = known == null
                ? capBps.getAsDouble()
                : Math.min(capBps.getAsDouble(), known.knownCapacityBps().orElse(Double.POSITIVE_INFINITY));
        resources.put(id, known == null ? new Resource(id, kind, capacityBps) : known.withCapacityBps(capacityBps));
        return true;
    }
}
