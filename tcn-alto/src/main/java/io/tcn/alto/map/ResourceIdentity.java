// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.EntityId;
import io.tcn.core.model.ResourceId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/// Gives the network elements of an answer ids that outlive it. The first of these ways that applies:
///
/// 1. persistent: every element with a capacity has a persistent id and none occurs twice: the id is that;
/// 2. name: the operator says that this server keeps its names;
/// 3. carried: by who uses what, see [CarriedIds].
///
/// What a persistent id is missing for is carried. Equal input gives equal ids.
final class ResourceIdentity {
    private final String server;
    private final Identity identity;
    private final Function<AneProperties, OptionalDouble> capacities;

    /// @param server name of the server, part of every id
    /// @param capacities the capacity of an element as the server tells it, in bit/s
    ResourceIdentity(String server, Identity identity, Function<AneProperties, OptionalDouble> capacities) {
        this.server = server;
        this.identity = identity;
        this.capacities = capacities;
    }

    /// The ids of an answer.
    ///
    /// @param ids by the name of the element
    /// @param nextFresh the number of the next resource that is known by its number
    /// @param lasting whether all ids come from the server, so that answers can be joined by them
    record Assigned(Map<String, ResourceId> ids, long nextFresh, boolean lasting) {}

    /// @param answer with the pairs that are needed
    Assigned assign(PathAnswer answer, ServerMap before) {
        SortedMap<AddressPair, List<String>> paths = answer.paths();
        SortedMap<String, AneProperties> anes = answer.anes();
        Set<String> names = new LinkedHashSet<>();
        paths.values().forEach(names::addAll);
        if (identity == Identity.NAME || answer.namesLast()) {
            Map<String, ResourceId> ids = new HashMap<>();
            names.forEach(name ->
                    ids.put(name, id(name.substring(PathAnswer.batchOf(name).length()))));
            return new Assigned(ids, before.nextFresh(), true);
        }
        Map<String, ResourceId> ids = persistent(names, anes);
        if (ids.size() == names.size()) {
            return new Assigned(ids, before.nextFresh(), true);
        }
        CarriedIds carried = new CarriedIds(paths, name -> capacityOf(name, anes), before, Set.copyOf(ids.values()));
        Map<String, ResourceId> known = carried.match(ids.keySet());
        long fresh = before.nextFresh();
        ids.putAll(known);
        // In the order of pairs and paths, so that it does not hang on names that the next answer changes.
        for (String name : names) {
            if (!ids.containsKey(name)) {
                ids.put(name, id("x" + fresh++));
            }
        }
        return new Assigned(ids, fresh, false);
    }

    private OptionalDouble capacityOf(String name, SortedMap<String, AneProperties> anes) {
        return capacities.apply(anes.getOrDefault(name, AneProperties.NONE));
    }

    /// Ids of the elements that have a persistent one. None at all where one with a capacity lacks it, or where two
    /// have the same: then it names something inside the element (RFC 9275 §6.4.2).
    private Map<String, ResourceId> persistent(Set<String> names, SortedMap<String, AneProperties> anes) {
        Map<String, ResourceId> ids = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            AneProperties ane = anes.getOrDefault(name, AneProperties.NONE);
            Optional<EntityId> id = ane.persistentEntityId();
            if (id.isPresent()
                    ? !seen.add(PathAnswer.batchOf(name) + id.get())
                    : capacities.apply(ane).isPresent()) {
                return new HashMap<>();
            }
            id.ifPresent(entity -> ids.put(name, id(entity.toString())));
        }
        return ids;
    }

    /// Servers name things as they like, with blanks and at any length: what no resource may have in its name is
    /// written by its number, and the end of what is too long by its digest.
    private ResourceId id(String name) {
        String id = "alto:" + server + ":" + name;
        if (ResourceId.isValid(id)) {
            return ResourceId.of(id);
        }
        StringBuilder written = new StringBuilder();
        id.codePoints().forEach(letter -> {
            String text = Character.toString(letter);
            written.append(ResourceId.isValid(text) ? text : "~" + Integer.toHexString(letter) + "~");
        });
        if (written.length() > ResourceId.MAX_LENGTH) {
            String end = "~" + ShortDigest.of(id);
            written.setLength(ResourceId.MAX_LENGTH - end.length());
            written.append(end);
        }
        return ResourceId.of(written.toString());
    }
}
