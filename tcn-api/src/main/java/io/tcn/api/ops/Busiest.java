// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/// The first of many by some measure, and all others; found in one pass with memory for the first only.
///
/// @param chosen the most busy one first; of equal ones that which came first
/// @param others in no order
record Busiest<T>(List<T> chosen, List<T> others) {
    private record Placed<T>(T one, double measure, int place) {}

    /// @param most how many are chosen, 0 or more
    static <T> Busiest<T> of(Collection<T> all, int most, ToDoubleFunction<T> measure) {
        Comparator<Placed<T>> leastFirst = Comparator.comparingDouble((Placed<T> placed) -> placed.measure())
                .thenComparing(Comparator.comparingInt((Placed<T> placed) -> placed.place())
                        .reversed());
        PriorityQueue<Placed<T>> first = new PriorityQueue<>(most + 1, leastFirst);
        List<T> others = new ArrayList<>();
        int place = 0;
        for (T one : all) {
            first.add(new Placed<>(one, measure.applyAsDouble(one), place++));
            if (first.size() > most) {
                others.add(first.remove().one());
            }
        }
        List<T> chosen =
                first.stream().sorted(leastFirst.reversed()).map(Placed::one).toList();
        return new Busiest<>(chosen, others);
    }
}
