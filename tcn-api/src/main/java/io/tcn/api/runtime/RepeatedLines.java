// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Keeps the log short where many transfers have the same trouble: the first is told at once, then one a minute with
/// how many there were since. Used by one thread.
final class RepeatedLines {
    static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final int MOST_KINDS = 500;

    private static final class Seen {
        private long toldNanos;
        private long untold;
    }

    private final TimeSource time;

    /// The oldest first; the oldest is forgotten where there are too many kinds.
    private final Map<String, Seen> kinds = new LinkedHashMap<>();

    RepeatedLines(TimeSource time) {
        this.time = time;
    }

    /// @param kind what makes two lines the same
    /// @return if a line is due: how many were left out since the last one
    OptionalLong note(String kind) {
        long now = time.nanoTime();
        Seen seen = kinds.get(kind);
        if (seen != null && now - seen.toldNanos < BETWEEN.toNanos()) {
            seen.untold++;
            return OptionalLong.empty();
        }
        Seen fresh = new Seen();
        fresh.toldNanos = now;
        kinds.remove(kind);
        kinds.put(kind, fresh);
        if (kinds.size() > MOST_KINDS) {
            kinds.remove(kinds.keySet().iterator().next());
        }
        return OptionalLong.of(seen == null ? 0 : seen.untold);
    }
}
