// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// When something was used last: what nobody has used for long is forgotten, and with it what is kept of it. Safe for
/// several threads.
///
/// @param <K> what is used
final class LastUse<K> {
    private final TimeSource time;
    private final Duration patience;
    private final Map<K, Long> nanos = new ConcurrentHashMap<>();

    /// @param patience how long something is kept that nobody uses
    LastUse(TimeSource time, Duration patience) {
        this.time = time;
        this.patience = patience;
    }

    /// It is used now.
    void used(K what) {
        nanos.put(what, time.nanoTime());
    }

    /// What was not used for long.
    ///
    /// @param inUse whether it is used at this moment
    List<K> idle(Predicate<K> inUse) {
        long now = time.nanoTime();
        return nanos.entrySet().stream()
                .filter(each -> now - each.getValue() >= patience.toNanos() && !inUse.test(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    void forget(K what) {
        nanos.remove(what);
    }

    int size() {
        return nanos.size();
    }
}
