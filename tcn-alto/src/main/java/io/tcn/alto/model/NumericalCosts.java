// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/// Costs that are numbers, in the metric's own unit; see [MetricUnits].
///
/// @param <K> names of the ends
public final class NumericalCosts<K extends Comparable<? super K>> implements Costs<K> {
    private final CostType type;
    private final CostCells<K> cells;

    public NumericalCosts(CostType type, CostCells<K> cells) {
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

    /// The cost of a pair, in a calendar that of its first interval; empty if it is not known.
    public OptionalDouble cost(K source, K destination) {
        return known(cells.value(source, destination, 0));
    }

    /// The costs of a pair over the intervals of a calendar, one without a calendar, none if the pair has no cost.
    public List<OptionalDouble> series(K source, K destination) {
        double[] series = cells.get(source, destination);
        return series == null
                ? List.of()
                : Arrays.stream(series).mapToObj(NumericalCosts::known).toList();
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
