// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// So many requests per second for each of some callers, in the mean. A second's worth beyond that may come at once:
/// the generic cell rate algorithm (ITU-T I.371, annex A), one moment per caller.
final class RequestPace {
    private static final long SECOND_NANOS = 1_000_000_000L;

    /// So many callers are kept in mind before those are forgotten who have not come for a while.
    private static final int MANY = 10_000;

    private final long stepNanos;

    /// Per caller when the requests that he made so far would be over at his pace.
    private final ConcurrentHashMap<String, Long> paidUntil = new ConcurrentHashMap<>();

    /// @param perSecond requests of each caller, positive
    RequestPace(int perSecond) {
        this.stepNanos = SECOND_NANOS / perSecond;
    }

    /// A request comes.
    ///
    /// @return after which time it may come again; null if it is taken
    @Nullable
    Duration enter(String caller, long nowNanos) {
        if (paidUntil.size() > MANY) {
            paidUntil.values().removeIf(until -> until - nowNanos <= 0);
        }
        long[] tooEarly = new long[1];
        paidUntil.compute(caller, (name, before) -> {
            long begins = before == null || before - nowNanos < 0 ? nowNanos : before;
            tooEarly[0] = begins - nowNanos - SECOND_NANOS;
            return tooEarly[0] > 0 ? begins : begins + stepNanos;
        });
        return tooEarly[0] > 0 ? Duration.ofNanos(tooEarly[0]) : null;
    }
}
