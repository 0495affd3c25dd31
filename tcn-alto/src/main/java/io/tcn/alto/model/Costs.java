// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Set;

/// Costs of one type in one answer. What may be done with them depends on the mode.
///
/// @param <K> names of the ends
public sealed interface Costs<K extends Comparable<? super K>> permits NumericalCosts, OrdinalCosts {
    /// Which costs.
    CostType type();

    /// Sources that have a cost, in order.
    Set<K> sources();

    /// Destinations that have a cost from this source, in order.
    Set<K> destinations(K source);
}
