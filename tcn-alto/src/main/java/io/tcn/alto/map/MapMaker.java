// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes the map in force out of a new answer and the map before. Pure.
///
/// A pair that the answer leaves out keeps its path once, flagged, and loses it when the next answer leaves it out too.
final class MapMaker {
    private final ResourceIdentity identity;
    private final ResourceFacts facts;

    MapMaker(ResourceIdentity identity, ResourceFacts facts) {
        this.identity = identity;
        this.facts = facts;
    }

    /// A new map, and which element of the answer is which resource.
    ///
    /// @param lasting whether all ids come from the server
    record Made(ServerMap map, Map<String, ResourceId> ids, boolean lasting) {}

    /// @param needed the pairs that were asked for
    /// @param coarse pairs of which no real path is known, and why
    /// @param silent pairs of which the service cannot tell, and why
    /// @param joined whether all pairs came in one answer or under lasting names
    Made make(
            SortedSet<AddressPair> needed,
            PathAnswer answer,
            ServerMap before,
            Map<AddressPair, String> coarse,
            Map<AddressPair, String> silent,
            boolean joined,
            Instant at) {
        ResourceIdentity.Assigned assigned = identity.assign(answer, before);
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        // Of a resource that several answers describe, the last of them tells how it is now.
        assigned.ids().entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> PathAnswer.numberOf(entry.getKey())))
                .forEach(entry -> {
                    ResourceId id = entry.getValue();
                    AneProperties ane = answer.anes().getOrDefault(entry.getKey(), AneProperties.NONE);
                    resources.put(
                            id, kept(facts.resource(id, ane, before.resources().get(id)), before));
                });
        SortedMap<AddressPair, PairPath> pairs = new TreeMap<>();
        // Many pairs cross the same elements: they share one list.
        Map<List<String>, List<ResourceId>> shared = new HashMap<>();
        for (AddressPair pair : needed) {
            List<String> names = answer.paths().get(pair);
            PairPath old = before.pairs().get(pair);
            PairPath now;
            if (names != null) {
                List<ResourceId> path = shared.computeIfAbsent(names, some -> ids(some, assigned.ids()));
                now = new PairPath(path, mapping(path, coarse.get(pair)));
            } else if (silent.containsKey(pair)) {
                now = PairPath.unmapped(silent.getOrDefault(pair, "no-service"));
            } else if (old != null && old.isKnown() && !old.mapping().omitted()) {
                now = old.omitted();
                keepResources(old, before, resources);
            } else {
                now = PairPath.unmapped("omitted");
            }
            pairs.put(pair, old != null && old.equals(now) ? old : now);
        }
        ServerMap map = new ServerMap(
                pairs.equals(before.pairs()) ? before.pairs() : Collections.unmodifiableSortedMap(pairs),
                resources.equals(before.resources())
                        ? before.resources()
                        : Collections.unmodifiableSortedMap(resources),
                assigned.nextFresh(),
                at,
                joined || assigned.lasting());
        return new Made(map, assigned.ids(), assigned.lasting());
    }

    /// The map with elements whose properties have changed, while who uses what has not. Takes time in proportion to
    /// the changed elements, and to all resources if one of them has changed for the control plane.
    ///
    /// @param ids which element of the answer is which resource
    /// @param changed the elements whose properties are others than before, by name
    ServerMap update(ServerMap before, Map<String, ResourceId> ids, Map<String, AneProperties> changed, Instant at) {
        Map<ResourceId, Resource> resources = new HashMap<>();
        changed.forEach((name, ane) -> {
            ResourceId id = ids.get(name);
            Resource old = id == null ? null : before.resources().get(id);
            if (id != null && old != null) {
                Resource now = facts.resource(id, ane, old);
                if (!now.equals(old)) {
                    resources.put(id, now);
                }
            }
        });
        return resources.isEmpty() ? before.confirmed(at) : before.withResources(resources, at);
    }

    private static Resource kept(Resource now, ServerMap before) {
        Resource old = before.resources().get(now.id());
        return old != null && old.equals(now) ? old : now;
    }

    private static PipeMapping mapping(List<ResourceId> path, @Nullable String coarse) {
        if (coarse != null) {
            return PipeMapping.coarse(coarse);
        }
        return path.isEmpty() ? PipeMapping.NO_LIMIT : PipeMapping.MAPPED;
    }

    private static List<ResourceId> ids(List<String> names, Map<String, ResourceId> ids) {
        Set<ResourceId> seen = new HashSet<>();
        return names.stream().map(ids::get).filter(seen::add).toList();
    }

    private static void keepResources(PairPath path, ServerMap before, SortedMap<ResourceId, Resource> resources) {
        for (ResourceId id : path.path()) {
            Resource old = before.resources().get(id);
            if (old != null) {
                resources.putIfAbsent(id, old);
            }
        }
    }
}
