// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.ControlKind;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The declared resource controls, and those of them that the loops know because it is their time. Changed by one
/// thread at a time, read by any.
final class TimedControls {
    /// What makes a resource control one of its own; in the order of lists.
    private record Key(UserId user, ResourceSetName set, ControlKind kind) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::user).thenComparing(Key::set).thenComparing(Key::kind);

        static Key of(ResourceControl control) {
            return new Key(control.user(), control.resourceSet(), ControlKind.of(control));
        }

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<Key, TimedControl> declared = new ConcurrentSkipListMap<>();
    private final Map<Key, ResourceControl> told = new HashMap<>();

    /// All that are declared, by user, resource-set and kind.
    Collection<TimedControl> all() {
        return List.copyOf(declared.values());
    }

    void put(TimedControl control) {
        declared.put(Key.of(control.control()), control);
    }

    void remove(ResourceControl control) {
        declared.remove(Key.of(control));
    }

    /// Tells the loops what holds at a moment, if they know it otherwise.
    void tell(Instant now, Consumer<ResourceControl> set, Consumer<ResourceControl> taken) {
        // What replaces another holds before that one does not any more: between the two a transfer may start.
        declared.forEach((key, control) -> {
            if (control.isInForce(now) && !control.control().equals(told.get(key))) {
                told.put(key, control.control());
                set.accept(control.control());
            }
        });
        List.copyOf(told.values()).stream()
                .filter(known -> !holds(declared.get(Key.of(known)), now))
                .forEach(over -> {
                    told.remove(Key.of(over));
                    taken.accept(over);
                });
    }

    private static boolean holds(@Nullable TimedControl control, Instant now) {
        return control != null && control.isInForce(now);
    }
}
