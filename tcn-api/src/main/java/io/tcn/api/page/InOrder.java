// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A sorted map that is asked for one key after the other, mostly in its order: then each answer is the next
/// entry or none, instead of a search that compares as many texts as the map is deep. Other orders are
/// answered as well. For one thread; the map does not change.
final class InOrder<K extends Comparable<K>, V> {
    private final SortedMap<K, V> map;
    private final Iterator<Map.Entry<K, V>> entries;
    private Map.@Nullable Entry<K, V> present;
    private @Nullable K last;

    InOrder(SortedMap<K, V> map) {
        this.map = map;
        this.entries = map.entrySet().iterator();
        this.present = next();
    }

    private Map.@Nullable Entry<K, V> next() {
        return entries.hasNext() ? entries.next() : null;
    }

    /// The value of a key.
    Optional<V> find(K key) {
        if (last != null && last.compareTo(key) > 0) {
            return Optional.ofNullable(map.get(key));
        }
        last = key;
        Map.Entry<K, V> entry = present;
        while (entry != null) {
            int order = entry.getKey().compareTo(key);
            if (order == 0) {
                return Optional.of(entry.getValue());
            }
            if (order > 0) {
                break;
            }
            entry = next();
            present = entry;
        }
        return Optional.empty();
    }
}
