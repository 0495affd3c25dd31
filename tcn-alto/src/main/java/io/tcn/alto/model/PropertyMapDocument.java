// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A property map (RFC 9240 §7.6). Addresses inherit from the prefixes around them.
public final class PropertyMapDocument {
    private final List<VersionTag> dependent;
    private final SortedMap<EntityId, SortedMap<String, JsonNode>> entities;
    private final FaultCounts faults;
    private final Map<EntityDomain, Map<Prefix, SortedMap<String, JsonNode>>> blocks = new HashMap<>();

    /// @param dependent versions that it rests on
    /// @param entities properties by entity, as they came; a null value ends inheritance
    /// @param faults what the parser met
    public PropertyMapDocument(
            List<VersionTag> dependent, SortedMap<EntityId, SortedMap<String, JsonNode>> entities, FaultCounts faults) {
        this.dependent = List.copyOf(dependent);
        this.entities = Frozen.map(entities, Frozen::map);
        this.faults = faults;
        this.entities.forEach((id, properties) -> {
            Prefix block = block(id);
            if (block != null) {
                blocks.computeIfAbsent(id.domain(), _ -> new HashMap<>()).put(block, properties);
            }
        });
    }

    /// Versions that it rests on.
    public List<VersionTag> dependent() {
        return dependent;
    }

    /// Properties of each entity as they came, nothing inherited.
    public SortedMap<EntityId, SortedMap<String, JsonNode>> entities() {
        return entities;
    }

    /// What was wrong and is used all the same.
    public FaultCounts faults() {
        return faults;
    }

    /// A property of an entity. Addresses and prefixes take it from the longest prefix around them that has it
    /// (RFC 9240 §6.1.3); a null there ends the search.
    public Optional<JsonNode> find(EntityId entity, String property) {
        Prefix block = block(entity);
        if (block == null) {
            SortedMap<String, JsonNode> own = entities.get(entity);
            return own == null ? Optional.empty() : known(own.get(property));
        }
        Map<Prefix, SortedMap<String, JsonNode>> domain = blocks.getOrDefault(entity.domain(), Map.of());
        for (int length = block.length(); length >= 0; length--) {
            SortedMap<String, JsonNode> around = domain.get(Prefix.around(block.base(), length));
            JsonNode value = around == null ? null : around.get(property);
            if (value != null) {
                return known(value);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> known(@Nullable JsonNode value) {
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    /// Only what the directory says that this map has: properties outside `mappings` are left out, and so are
    /// domains whose defining resource is of a wrong type (RFC 9240 §7.6).
    ///
    /// @param mappings properties of each domain, as the capability says
    /// @param typeOf type of the answers of a resource, empty if there is no such resource
    public PropertyMapDocument restricted(
            SortedMap<String, List<String>> mappings, Function<String, Optional<MediaType>> typeOf) {
        SortedMap<EntityId, SortedMap<String, JsonNode>> kept = new TreeMap<>();
        int dropped = 0;
        for (Map.Entry<EntityId, SortedMap<String, JsonNode>> entity : entities.entrySet()) {
            EntityDomain domain = entity.getKey().domain();
            List<String> offered = isDefined(domain, typeOf) ? mappings.get(domain.toString()) : null;
            if (offered == null) {
                dropped += Math.max(1, entity.getValue().size());
                continue;
            }
            SortedMap<String, JsonNode> own = new TreeMap<>(entity.getValue());
            own.keySet().retainAll(offered);
            dropped += entity.getValue().size() - own.size();
            kept.put(entity.getKey(), own);
        }
        FaultCounts counted =
                dropped == 0 ? faults : faults.plus(new FaultCounts(Map.of(Fault.UNMAPPED_PROPERTY, dropped)));
        return new PropertyMapDocument(dependent, kept, counted);
    }

    /// Whether the resource that a domain names is there and of the type that defines such entities.
    private static boolean isDefined(EntityDomain domain, Function<String, Optional<MediaType>> typeOf) {
        String resource = domain.resourceId();
        if (resource == null || resource.isEmpty()) {
            return true;
        }
        String needed = domain.definingMediaType().orElse(null);
        return needed == null
                || typeOf.apply(resource).map(type -> type.is(needed)).orElse(false);
    }

    /// The prefix of an entity of addresses, null for others.
    private static @Nullable Prefix block(EntityId id) {
        if (id.domain().family().isEmpty()) {
            return null;
        }
        try {
            return id.name().indexOf('/') >= 0 ? Prefix.parse(id.name()).prefix() : Prefix.of(Address.parse(id.name()));
        } catch (AltoFormatException unreadable) {
            return null; // an id that was made by hand, not parsed
        }
    }
}
