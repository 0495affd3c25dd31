// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.OptionalInt;
import java.util.Set;

/// Costs that are ranks: two of them may be compared and nothing else, so the ranks themselves do not come out
/// (RFC 7285 §6.1.2). They mean nothing beside those of another answer.
///
/// @param <K> names of the ends
public final class OrdinalCosts<K extends Comparable<? super K>> implements Costs<K> {
    private final CostType type;
    private final CostCells<K> cells;

    public OrdinalCosts(CostType type, CostCells<K> cells) {
        this.type = type;
        this.cells = cells;
    }

    @Override
    public CostType type() {
        return type;
    }

    @Override
    public Set<K> sources() {
        return cells.sources();
    }

    @Override
    public Set<K> destinations(K source) {
        return cells.destinations(source);
    }

    /// Compares the first pair with the second: negative if it ranks before, 0 for a tie, positive if after;
    /// empty if one of them has no rank. In a calendar the first interval counts.
    public OptionalInt compare(K source, K destination, K otherSource, K otherDestination) {
        double first = cells.value(source, destination, 0);
        double second = cells.value(otherSource, otherDestination, 0);
        return Double.isNaN(first) || Double.isNaN(second)
                ? OptionalInt.empty()
                : OptionalInt.of(Double.compare(first, second));
    }
}
