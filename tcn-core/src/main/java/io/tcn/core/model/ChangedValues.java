// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What is different between two versions of a sorted map that share what did not change. Both are walked side by side,
/// which takes no look-up and no comparison of keys.
public final class ChangedValues {
    private ChangedValues() {}

    /// The later values that are not the same objects as the earlier ones, in the order of the map; empty if the maps
    /// do not have the same keys in the same order.
    @SuppressWarnings("ReferenceEquality") // what did not change is shared
    public static <K, V> Optional<Map<K, V>> between(SortedMap<K, V> before, SortedMap<K, V> after) {
        Map<K, V> changed = new LinkedHashMap<>();
        if (before == after) {
            return Optional.of(changed);
        }
        if (before.size() != after.size()) {
            return Optional.empty();
        }
        Iterator<Map.Entry<K, V>> old = before.entrySet().iterator();
        for (Map.Entry<K, V> now : after.entrySet()) {
            Map.Entry<K, V> was = old.next();
            if (!now.getKey().equals(was.getKey())) {
                return Optional.empty();
            }
            if (now.getValue() != was.getValue()) {
                changed.put(now.getKey(), now.getValue());
            }
        }
        return Optional.of(changed);
    }
}
