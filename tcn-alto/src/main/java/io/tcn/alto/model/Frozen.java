// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Copies that nobody can change.
final class Frozen {
    private Frozen() {}

    static <K extends Comparable<? super K>, V> SortedMap<K, V> map(SortedMap<K, V> given) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(given));
    }

    static <K extends Comparable<? super K>, V> SortedMap<K, V> map(SortedMap<K, V> given, UnaryOperator<V> copy) {
        SortedMap<K, V> copied = new TreeMap<>(given);
        copied.replaceAll((_, value) -> copy.apply(value));
        return Collections.unmodifiableSortedMap(copied);
    }
}
