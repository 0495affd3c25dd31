// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.TipsSummary;
import io.tcn.alto.model.TipsView;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the answers of TIPS (RFC 9569 §6.3). An answer after "lost" is a merge patch over the opening one: the
/// caller applies it and reads the outcome.
public final class TipsParser {
    private TipsParser() {}

    /// Reads the answer to the opening.
    ///
    /// @throws AltoFormatException if it is not JSON, or versions are missing or out of order
    public static TipsView view(byte[] body) throws AltoFormatException {
        return view(Json.read(body));
    }

    /// Reads an answer that is JSON already.
    ///
    /// @throws AltoFormatException if versions are missing or out of order
    public static TipsView view(JsonNode document) throws AltoFormatException {
        JsonNode root = Json.object(document);
        JsonNode graph = Members.object(Members.object(root, "tips-view-summary"), "updates-graph-summary");
        JsonNode edge = Members.object(graph, "start-edge-rec");
        long start = number(graph, "start-seq");
        long end = number(graph, "end-seq");
        long from = number(edge, "seq-i");
        long to = number(edge, "seq-j");
        if (end < start || to < from) {
            throw new AltoFormatException(InvalidReason.JSON_TYPE, "versions out of order");
        }
        return new TipsView(Members.string(root, "tips-view-uri"), new TipsSummary(start, end, from, to));
    }

    private static long number(JsonNode parent, String name) throws AltoFormatException {
        @Nullable JsonNode node = parent.get(name);
        if (node == null || !node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
            throw new AltoFormatException(InvalidReason.JSON_TYPE, "no version number in " + name);
        }
        return node.longValue();
    }
}
