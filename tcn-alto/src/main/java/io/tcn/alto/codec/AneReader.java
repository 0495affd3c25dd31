// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.EntityDomain;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorAnes;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the property map of a path-vector answer: entities `.ane:NAME` and nothing else (RFC 9275 §6.2.4).
final class AneReader {
    private static final int MAX_ENTITIES = 1_000_000;
    private static final int MAX_PROPERTIES = 1_000;

    private AneReader() {}

    static PathVectorAnes read(JsonNode document) throws AltoFormatException {
        ObjectNode root = Json.object(document);
        ObjectNode map = Members.object(root, "property-map");
        if (map.size() > MAX_ENTITIES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, map.size() + " entities");
        }
        Faults faults = new Faults();
        SortedMap<String, AneProperties> anes = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entity : map.properties()) {
            String name = name(entity.getKey());
            if (name == null) {
                faults.add(Fault.FOREIGN_ENTITY);
            } else if (!entity.getValue().isObject() || entity.getValue().size() > MAX_PROPERTIES) {
                faults.add(Fault.BAD_ENTRY);
            } else {
                anes.put(name, properties(entity.getValue(), faults));
            }
        }
        return new PathVectorAnes(Members.dependent(Members.objectOrEmpty(root, "meta")), anes, faults.counts());
    }

    /// Reads a property map that shares what did not change with an earlier one, and takes over what was read there.
    @SuppressWarnings("ReferenceEquality") // what did not change is the same object
    static PathVectorAnes read(JsonNode document, JsonNode earlier, PathVectorAnes before) throws AltoFormatException {
        ObjectNode root = Json.object(document);
        ObjectNode map = Members.object(root, "property-map");
        ObjectNode old = Members.object(Json.object(earlier), "property-map");
        // Faults are counted anew.
        if (!before.faults().counts().isEmpty()
                || map.size() != old.size()
                || map.size() != before.anes().size()) {
            return read(document);
        }
        Faults faults = new Faults();
        SortedMap<String, AneProperties> anes = new TreeMap<>(before.anes());
        for (Map.Entry<String, JsonNode> entity : map.properties()) {
            JsonNode was = old.get(entity.getKey());
            if (was == entity.getValue()) {
                continue;
            }
            String name = was == null ? null : name(entity.getKey());
            if (name == null
                    || !entity.getValue().isObject()
                    || entity.getValue().size() > MAX_PROPERTIES) {
                return read(document);
            }
            anes.put(name, properties(entity.getValue(), faults));
        }
        return new PathVectorAnes(Members.dependent(Members.objectOrEmpty(root, "meta")), anes, faults.counts());
    }

    private static @Nullable String name(String text) {
        try {
            EntityId id = EntityId.parse(text);
            return id.domain().equals(EntityDomain.SELF_ANE) ? id.name() : null;
        } catch (AltoFormatException malformed) {
            return null;
        }
    }

    /// Values stay as they came. The two that RFC 9275 defines are looked at, so that useless ones can be seen.
    private static AneProperties properties(JsonNode node, Faults faults) {
        if (node.isEmpty()) {
            return AneProperties.NONE;
        }
        SortedMap<String, JsonNode> values = new TreeMap<>();
        node.properties().forEach(property -> values.put(property.getKey(), property.getValue()));
        AneProperties properties = new AneProperties(values);
        if (values.containsKey(AneProperties.MAX_RESERVABLE_BANDWIDTH)
                && properties.maxReservableBandwidthBps().isEmpty()) {
            faults.add(Fault.BAD_PROPERTY);
        }
        if (values.containsKey(AneProperties.PERSISTENT_ENTITY_ID)
                && properties.persistentEntityId().isEmpty()) {
            faults.add(Fault.BAD_PROPERTY);
        }
        return properties;
    }
}
