// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The pairs that a server is asked for: those that are needed, and for a while those that were, so that what comes and
/// goes is not asked for anew each time. Any thread may say and see what is needed; the rest belongs to one.
final class NeededPairs {
    /// How long a pair that nobody needs any more is still asked for.
    static final Duration LINGER = Duration.ofMinutes(10);

    private final Map<AddressPair, Instant> lingering = new HashMap<>();
    private volatile SortedSet<AddressPair> needed = Collections.emptySortedSet();

    /// @return whether that is something else than before
    boolean want(SortedSet<AddressPair> pairs) {
        if (pairs.equals(needed)) {
            return false;
        }
        needed = Collections.unmodifiableSortedSet(new TreeSet<>(pairs));
        return true;
    }

    SortedSet<AddressPair> needed() {
        return needed;
    }

    /// Notes which of the pairs that were asked for nobody needs any more.
    ///
    /// @return whether pairs are needed that were not asked for
    boolean changed(SortedSet<AddressPair> asked, Instant now) {
        SortedSet<AddressPair> wanted = needed;
        for (AddressPair pair : asked) {
            if (!wanted.contains(pair)) {
                lingering.putIfAbsent(pair, now);
            }
        }
        wanted.forEach(lingering::remove);
        return !asked.containsAll(wanted);
    }

    /// What to ask for now.
    SortedSet<AddressPair> toAsk(Instant now) {
        lingering.values().removeIf(since -> since.plus(LINGER).isBefore(now));
        SortedSet<AddressPair> all = new TreeSet<>(needed);
        all.addAll(lingering.keySet());
        return Collections.unmodifiableSortedSet(all);
    }
}
