// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Hands on what differs from what was handed on last: the loops take changes, not wholes. For one thread at a time.
///
/// @param <K> what has something
/// @param <V> what it has
final class Deltas<K, V> {
    private final Map<K, V> last = new HashMap<>();

    /// Looks at some keys.
    ///
    /// @param now what a key has now
    /// @param set takes what is new or another, all at once
    /// @param removed takes each key that has nothing any more
    void hand(Collection<K> keys, Function<K, Optional<V>> now, Consumer<List<V>> set, Consumer<K> removed) {
        List<V> changed = new ArrayList<>();
        for (K key : keys) {
            Optional<V> value = now.apply(key);
            if (value.isPresent() && !value.get().equals(last.put(key, value.get()))) {
                changed.add(value.get());
            } else if (value.isEmpty() && last.remove(key) != null) {
                removed.accept(key);
            }
        }
        if (!changed.isEmpty()) {
            set.accept(changed);
        }
    }
}
