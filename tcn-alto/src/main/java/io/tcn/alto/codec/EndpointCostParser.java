// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads costs between addresses (RFC 7285 §11.5). Addresses without their type are taken, as one server writes
/// them.
public final class EndpointCostParser {
    static final String MEMBER = "endpoint-cost-map";
    static final List<String> OTHER_MEMBERS = List.of("endponit-cost-map", "cost-map");

    private EndpointCostParser() {}

    /// Reads the answer of an endpoint cost service.
    ///
    /// @throws AltoFormatException if it is not JSON, has no cost type or no costs
    public static CostMapDocument<Address> parse(byte[] body) throws AltoFormatException {
        return CostReader.document(JsonSource.of(body), MEMBER, OTHER_MEMBERS, Keys.addresses());
    }

    /// Reads an answer that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it has no cost type or no costs
    public static CostMapDocument<Address> parse(JsonNode document) throws AltoFormatException {
        return CostReader.document(JsonSource.of(document), MEMBER, OTHER_MEMBERS, Keys.addresses());
    }
}
