// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Numbers of one cost type from sources to destinations: one each, or one for each interval of a calendar. NaN is
/// "not known"; pairs that are absent have no cost. Never changed after it was handed to a view.
///
/// @param <K> names of the ends: [Address], or String for PIDs
public final class CostCells<K extends Comparable<? super K>> {
    private final SortedMap<K, SortedMap<K, double[]>> rows = new TreeMap<>();

    /// Sets the series of a pair; false, and nothing set, if the pair is there already.
    public boolean put(K source, K destination, double... series) {
        double[] copy = Arrays.copyOf(series, series.length);
        return rows.computeIfAbsent(source, _ -> new TreeMap<>()).putIfAbsent(destination, copy) == null;
    }

    double @Nullable [] get(K source, K destination) {
        SortedMap<K, double[]> row = rows.get(source);
        return row == null ? null : row.get(destination);
    }

    double value(K source, K destination, int interval) {
        double[] series = get(source, destination);
        return series == null || interval < 0 || interval >= series.length ? Double.NaN : series[interval];
    }

    Set<K> sources() {
        return Collections.unmodifiableSet(rows.keySet());
    }

    Set<K> destinations(K source) {
        SortedMap<K, double[]> row = rows.get(source);
        return row == null ? Set.of() : Collections.unmodifiableSet(row.keySet());
    }
}
