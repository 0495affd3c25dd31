// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.CostType;
import tools.jackson.databind.node.ObjectNode;

/// A cost type that the server offers.
///
/// @param name its name in the directory
/// @param type metric and mode
/// @param estimated whether the directory says that it is an estimation (RFC 9439 §3.1)
/// @param value what it is for a pair
record OfferedCost(String name, CostType type, boolean estimated, PairValue value) {
    /// A cost of a pair, as a number also where ranks are asked for.
    @FunctionalInterface
    interface PairValue {
        /// @return NaN where it is not defined
        double of(Edition edition, End source, End destination);
    }

    boolean isOrdinal() {
        return type.mode().equals(CostType.ORDINAL);
    }

    /// How the directory describes it.
    ObjectNode describe() {
        ObjectNode described =
                JsonBytes.object().put("cost-metric", type.metric()).put("cost-mode", type.mode());
        if (estimated) {
            described.putObject("cost-context").put("cost-source", "estimation");
        }
        return described;
    }
}
