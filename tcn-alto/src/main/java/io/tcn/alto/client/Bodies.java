// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.RequestBodies;
import io.tcn.alto.model.CostType;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Bodies of requests whose form depends on what is asked.
final class Bodies {
    private Bodies() {}

    /// Costs between PIDs: one type, or several by the extension for that.
    static ObjectNode costMap(List<CostType> types, PidPairs pairs, List<String> constraints) {
        ObjectNode body = types.size() == 1
                ? RequestBodies.filteredCostMap(types.getFirst(), pairs.sources(), pairs.destinations())
                : RequestBodies.filteredCostMap(types, pairs.sources(), pairs.destinations());
        return constrained(body, constraints);
    }

    /// Costs between addresses.
    static ObjectNode endpointCosts(List<CostType> types, EndpointPairs pairs, List<String> constraints) {
        ObjectNode body = types.size() == 1
                ? RequestBodies.endpointCost(types.getFirst(), pairs.sources(), pairs.destinations())
                : RequestBodies.endpointCost(types, pairs.sources(), pairs.destinations());
        return constrained(body, constraints);
    }

    private static ObjectNode constrained(ObjectNode body, List<String> constraints) {
        if (!constraints.isEmpty()) {
            ArrayNode array = body.putArray("constraints");
            constraints.forEach(array::add);
        }
        return body;
    }
}
