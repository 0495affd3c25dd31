// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads costs between PIDs (RFC 7285 §11.2.3).
public final class CostMapParser {
    static final String MEMBER = "cost-map";
    static final List<String> OTHER_MEMBERS = List.of("endpoint-cost-map", "endponit-cost-map");

    private CostMapParser() {}

    /// Reads a cost map.
    ///
    /// @throws AltoFormatException if it is not JSON, has no cost type or no costs
    public static CostMapDocument<String> parse(byte[] body) throws AltoFormatException {
        return CostReader.document(JsonSource.of(body), MEMBER, OTHER_MEMBERS, Keys.pids());
    }

    /// Reads a cost map that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it has no cost type or no costs
    public static CostMapDocument<String> parse(JsonNode document) throws AltoFormatException {
        return CostReader.document(JsonSource.of(document), MEMBER, OTHER_MEMBERS, Keys.pids());
    }
}
