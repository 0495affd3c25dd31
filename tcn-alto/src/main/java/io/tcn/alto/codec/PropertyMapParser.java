// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PropertyMapDocument;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads property maps (RFC 9240 §7.6). An answer without `meta` is taken, as one server sends it; an entity or a
/// property whose name cannot be read is left out alone.
public final class PropertyMapParser {
    private static final int MAX_ENTITIES = 1_000_000;

    private PropertyMapParser() {}

    /// Reads a property map.
    ///
    /// @throws AltoFormatException if it is not JSON or has no map
    public static PropertyMapDocument parse(byte[] body) throws AltoFormatException {
        return parse(Json.read(body));
    }

    /// Reads a property map that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it has no map
    public static PropertyMapDocument parse(JsonNode document) throws AltoFormatException {
        ObjectNode root = Json.object(document);
        ObjectNode map = Members.object(root, "property-map");
        if (map.size() > MAX_ENTITIES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, map.size() + " entities");
        }
        Faults faults = new Faults();
        SortedMap<EntityId, SortedMap<String, JsonNode>> entities = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entity : map.properties()) {
            EntityId id;
            try {
                id = EntityId.parse(entity.getKey());
            } catch (AltoFormatException unreadable) {
                faults.add(Fault.BAD_KEY);
                continue;
            }
            if (!entity.getValue().isObject()) {
                faults.add(Fault.BAD_ENTRY);
            } else if (entities.putIfAbsent(id, properties(entity.getValue(), faults)) != null) {
                faults.add(Fault.REPEATED_KEY);
            }
        }
        return new PropertyMapDocument(
                Members.dependent(Members.objectOrEmpty(root, "meta")), entities, faults.counts());
    }

    static SortedMap<String, JsonNode> properties(JsonNode node, Faults faults) {
        SortedMap<String, JsonNode> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            if (AltoNames.isEntityPropertyName(property.getKey())) {
                values.put(property.getKey(), property.getValue());
            } else {
                faults.add(Fault.BAD_PROPERTY);
            }
        }
        return values;
    }
}
