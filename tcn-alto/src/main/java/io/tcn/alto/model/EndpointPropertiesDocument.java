// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.databind.JsonNode;

/// Properties of addresses (RFC 7285 §11.4).
///
/// @param dependent versions that they rest on
/// @param properties by address and name, as they came
/// @param faults what was wrong and is used all the same
public record EndpointPropertiesDocument(
        List<VersionTag> dependent, SortedMap<Address, SortedMap<String, JsonNode>> properties, FaultCounts faults) {
    public EndpointPropertiesDocument {
        dependent = List.copyOf(dependent);
        properties = Frozen.map(properties, Frozen::map);
    }

    /// A property that is text, such as `netmap.pid`.
    public Optional<String> text(Address address, String property) {
        SortedMap<String, JsonNode> own = properties.get(address);
        JsonNode value = own == null ? null : own.get(property);
        return value == null || !value.isString() ? Optional.empty() : Optional.of(value.stringValue());
    }
}
