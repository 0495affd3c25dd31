// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait after the n-th failure in a row: a random time up to a bound that doubles from the first to the
/// last ("full jitter"), so that many clients of one server do not come back together.
///
/// @param first bound after one failure
/// @param last bound that is never passed
/// @param random where the jitter comes from
public record BackOff(Duration first, Duration last, RandomGenerator random) {
    private static final Duration RETRY_AFTER_MIN = Duration.ofSeconds(1);
    private static final Duration RETRY_AFTER_MAX = Duration.ofMinutes(10);

    public BackOff {
        if (!first.isPositive() || last.compareTo(first) < 0) {
            throw new IllegalArgumentException("back-off from " + first + " to " + last);
        }
    }

    /// For requests: 1 s to 5 min.
    public static BackOff ofRequests(RandomGenerator random) {
        return new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(5), random);
    }

    /// For streams that broke: 1 s to 60 s.
    public static BackOff ofStreams(RandomGenerator random) {
        return new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(60), random);
    }

    /// The bound after so many failures in a row.
    public Duration bound(int failures) {
        Duration bound = first;
        for (int i = 1; i < failures && bound.compareTo(last) < 0; i++) {
            bound = bound.multipliedBy(2);
        }
        return bound.compareTo(last) < 0 ? bound : last;
    }

    /// A wait after so many failures in a row.
    ///
    /// @param failures at least 1
    public Duration after(int failures) {
        if (failures < 1) {
            throw new IllegalArgumentException("back-off after " + failures + " failures");
        }
        return Duration.ofNanos(random.nextLong(bound(failures).toNanos() + 1));
    }

    /// A wait after a failure: what the server asked for, clipped to 1 s .. 10 min, else [#after(int)].
    public Duration after(AltoException failure, int failures) {
        return failure.retryAfter().map(BackOff::clip).orElseGet(() -> after(failures));
    }

    /// What a server asked for, within 1 s and 10 min.
    static Duration clip(Duration asked) {
        if (asked.compareTo(RETRY_AFTER_MIN) < 0) {
            return RETRY_AFTER_MIN;
        }
        return asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked;
    }
}
