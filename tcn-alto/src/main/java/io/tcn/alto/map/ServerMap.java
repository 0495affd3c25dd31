// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What one server has said of the network, as far as it is in force: resources under ids that outlive the answer, and
/// the path of each pair. Immutable; parts that did not change are shared with the map before.
///
/// @param pairs what is known of each pair that was asked for
/// @param resources the resources of the paths, by id
/// @param nextFresh the number of the next resource that can be told apart by nothing but its number
/// @param confirmedAt when the server was last heard saying this
/// @param joined whether all pairs came in one answer or under lasting names, so that what they share is known
public record ServerMap(
        SortedMap<AddressPair, PairPath> pairs,
        SortedMap<ResourceId, Resource> resources,
        long nextFresh,
        Instant confirmedAt,
        boolean joined) {
    /// Before the first answer.
    ///
    /// @param since when the waiting began
    static ServerMap none(Instant since) {
        return new ServerMap(Collections.emptySortedMap(), Collections.emptySortedMap(), 0, since, true);
    }

    /// The same map, heard once more.
    ServerMap confirmed(Instant at) {
        return new ServerMap(pairs, resources, nextFresh, at, joined);
    }

    /// The same paths over resources of which some have changed.
    ServerMap withResources(Map<ResourceId, Resource> changed, Instant at) {
        SortedMap<ResourceId, Resource> now = new TreeMap<>(resources);
        now.putAll(changed);
        return new ServerMap(pairs, Collections.unmodifiableSortedMap(now), nextFresh, at, joined);
    }

    /// Whether the server has ever said anything.
    boolean isEmpty() {
        return pairs.isEmpty() && resources.isEmpty();
    }

    /// How many of some pairs are in each state; one that was never asked for is not mapped.
    Map<PipeMapping.State, Integer> states(Set<AddressPair> some) {
        Map<PipeMapping.State, Integer> counts = new EnumMap<>(PipeMapping.State.class);
        for (PipeMapping.State state : PipeMapping.State.values()) {
            counts.put(state, 0);
        }
        for (AddressPair pair : some) {
            PairPath path = pairs.get(pair);
            counts.merge(
                    path == null ? PipeMapping.State.UNMAPPED : path.mapping().state(), 1, Integer::sum);
        }
        return counts;
    }

    /// Number of resources with a capacity.
    int knownCapacities() {
        int known = 0;
        for (Resource resource : resources.values()) {
            known += resource.capacityBps() == null ? 0 : 1;
        }
        return known;
    }
}
