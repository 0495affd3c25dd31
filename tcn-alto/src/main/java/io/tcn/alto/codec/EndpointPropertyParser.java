// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.EndpointPropertiesDocument;
import io.tcn.alto.model.Fault;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads properties of addresses (RFC 7285 §11.4.1).
public final class EndpointPropertyParser {
    private EndpointPropertyParser() {}

    /// Reads the answer of an endpoint property service.
    ///
    /// @throws AltoFormatException if it is not JSON or has no properties
    public static EndpointPropertiesDocument parse(byte[] body) throws AltoFormatException {
        ObjectNode root = Json.readObject(body);
        Faults faults = new Faults();
        Keys<Address> keys = Keys.addresses();
        SortedMap<Address, SortedMap<String, JsonNode>> properties = new TreeMap<>();
        for (Map.Entry<String, JsonNode> endpoint :
                Members.object(root, "endpoint-properties").properties()) {
            Address address = keys.read(endpoint.getKey(), faults);
            if (address == null) {
                continue; // counted by the keys
            }
            if (!endpoint.getValue().isObject()) {
                faults.add(Fault.BAD_ENTRY);
            } else if (properties.putIfAbsent(address, PropertyMapParser.properties(endpoint.getValue(), faults))
                    != null) {
                faults.add(Fault.REPEATED_KEY);
            }
        }
        return new EndpointPropertiesDocument(
                Members.dependent(Members.objectOrEmpty(root, "meta")), properties, faults.counts());
    }
}
