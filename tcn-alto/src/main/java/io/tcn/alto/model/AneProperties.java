// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Properties of an abstract network element. A property that is absent is not known, which is never 0.
///
/// @param values by name, as they came; not to be changed
public record AneProperties(SortedMap<String, JsonNode> values) {
    /// Name of the capacity, in bit/s (RFC 9275 §6.4.1).
    public static final String MAX_RESERVABLE_BANDWIDTH = "max-reservable-bandwidth";

    /// Name of the id that outlives the answer (RFC 9275 §6.4.2).
    public static final String PERSISTENT_ENTITY_ID = "persistent-entity-id";

    /// Nothing is known.
    public static final AneProperties NONE = new AneProperties(new TreeMap<>());

    public AneProperties {
        values = Frozen.map(values);
    }

    /// Most that may be reserved, in bit/s; 0 is closed, empty is not known: absent, null, negative, not finite
    /// or no number.
    public OptionalDouble maxReservableBandwidthBps() {
        return number(MAX_RESERVABLE_BANDWIDTH, false);
    }

    /// A property that is a number of at least 0; empty if it is not known.
    ///
    /// @param lenient whether a number written as a string is taken as well
    public OptionalDouble number(String name, boolean lenient) {
        JsonNode node = values.get(name);
        OptionalDouble value = lenient ? JsonNumbers.lenient(node) : JsonNumbers.finite(node);
        return value.isPresent() && value.getAsDouble() >= 0 ? value : OptionalDouble.empty();
    }

    /// The id that outlives the answer; empty if there is none that can be read.
    public Optional<EntityId> persistentEntityId() {
        JsonNode node = values.get(PERSISTENT_ENTITY_ID);
        if (node == null || !node.isString()) {
            return Optional.empty();
        }
        try {
            return Optional.of(EntityId.parse(node.stringValue()));
        } catch (AltoFormatException unreadable) {
            return Optional.empty();
        }
    }
}
