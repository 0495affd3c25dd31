// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.time.Duration;
import java.util.Optional;

/// How often a request for a part is made again, and after which pause: each one is twice as long as the one before, as
/// long as no byte comes.
final class PartTries {
    private static final int FRUITLESS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

    private long seenBytes;
    private int fruitless;

    /// A try has failed.
    ///
    /// @param bytes how many bytes of the part have come
    /// @return the pause before the next try, empty if there is none
    Optional<Duration> next(long bytes) {
        if (bytes > seenBytes) {
            fruitless = 0;
            seenBytes = bytes;
        }
        return fruitless >= FRUITLESS ? Optional.empty() : Optional.of(FIRST_PAUSE.multipliedBy(1L << fruitless++));
    }
}
