// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long an update stream waits before it is opened again: longer with each failure in a row, not before the server
/// wants it, and only rarely once patience is at its end or where the failure will be there still in a second. Has one
/// owner at a time, as the stream.
final class Retries {
    private static final int PATIENCE = 3;
    private static final Duration RARELY = Duration.ofMinutes(5);

    private final BackOff backOff;
    private Duration floor = Duration.ZERO;
    private int failures;

    Retries(BackOff backOff) {
        this.backOff = backOff;
    }

    /// A stream has held for long enough: the failures before it are over.
    void proven() {
        failures = 0;
    }

    /// What the server asks for.
    void notBefore(Duration delay) {
        floor = BackOff.clip(delay);
    }

    /// Counts a failure.
    ///
    /// @param cause null if the stream ended without one
    /// @return the wait until the next try
    Duration afterFailure(@Nullable AltoException cause) {
        failures++;
        Duration delay = longer(cause == null ? backOff.after(failures) : backOff.after(cause, failures), floor);
        return isOutOfPatience() || (cause != null && isHopeless(cause.kind())) ? longer(delay, RARELY) : delay;
    }

    /// Whether so many failed in a row that streams are tried only rarely.
    boolean isOutOfPatience() {
        return failures >= PATIENCE;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /// Failures that will be there still in a second.
    private static boolean isHopeless(Kind kind) {
        return switch (kind) {
            case AUTH, REFUSED, MISMATCH, NOT_OFFERED, REDIRECT -> true;
            case UNREACHABLE, TIMEOUT, TOO_LARGE, GONE, TOO_MANY_PAIRS, BUSY, STATUS, INVALID -> false;
        };
    }
}
