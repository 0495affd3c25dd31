// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Costs between PIDs (RFC 7285 §11.2.3) or between addresses (§11.5), of one type or of several (RFC 8189).
///
/// @param vtag version of the answer itself, where it has one
/// @param dependent versions that it rests on: the network map's, for costs between PIDs
/// @param types what was answered, in the order of the request
/// @param multi whether several types were asked, so that each cell was an array
/// @param costs the costs; a type whose mode is not known has none
/// @param calendar when the costs hold, null if they are of now
/// @param faults what was wrong and is used all the same
/// @param <K> names of the ends: [Address], or String for PIDs
public record CostMapDocument<K extends Comparable<? super K>>(
        @Nullable VersionTag vtag,
        List<VersionTag> dependent,
        List<CostType> types,
        boolean multi,
        List<Costs<K>> costs,
        @Nullable Calendar calendar,
        FaultCounts faults) {
    public CostMapDocument {
        dependent = List.copyOf(dependent);
        types = List.copyOf(types);
        costs = List.copyOf(costs);
    }

    /// The costs of this type, if they are numbers.
    public Optional<NumericalCosts<K>> numerical(CostType type) {
        for (Costs<K> each : costs) {
            if (each instanceof NumericalCosts<K> numbers && numbers.type().sameKey(type)) {
                return Optional.of(numbers);
            }
        }
        return Optional.empty();
    }

    /// The costs of this type, if they are ranks.
    public Optional<OrdinalCosts<K>> ordinal(CostType type) {
        for (Costs<K> each : costs) {
            if (each instanceof OrdinalCosts<K> ranks && ranks.type().sameKey(type)) {
                return Optional.of(ranks);
            }
        }
        return Optional.empty();
    }
}
