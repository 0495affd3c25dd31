// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Transfer;
import java.util.random.RandomGenerator;

/// What a busy pipe has to move. Either way it always has more than it can move.
enum Backlog {
    /// One transfer without end that takes as many connections as its pipe has: n falls at once when it is lowered.
    ENDLESS(Transfer.UNKNOWN_SIZE, 0, 0, 1),
    /// A deep queue of files of 5 GB, a connection each: n falls only as files end, 20 s after they began or later, and
    /// there is a queue for those who look at it.
    FILES(5_000_000_000L, 0, 0, 160),
    /// The same with files of 20 GB, for those who take their time anyway: fewer files are sooner simulated.
    LARGE_FILES(20_000_000_000L, 0, 0, 160),
    /// A deep queue of files that take 10 to 600 s at full speed of a connection, log-uniform.
    REAL_FILES(Transfer.UNKNOWN_SIZE, 10, 600, 160),
    /// The same with 60 to 600 s: fewer files are sooner simulated.
    LONG_FILES(Transfer.UNKNOWN_SIZE, 60, 600, 160);

    private final long fixedBytes;
    private final double leastSeconds;
    private final double mostSeconds;
    private final int queued;

    Backlog(long fixedBytes, double leastSeconds, double mostSeconds, int queued) {
        this.fixedBytes = fixedBytes;
        this.leastSeconds = leastSeconds;
        this.mostSeconds = mostSeconds;
        this.queued = queued;
    }

    /// Size of the next file, or unknown.
    ///
    /// @param ceilingBps the most that a connection carries
    long fileBytes(double ceilingBps, RandomGenerator random) {
        if (!(leastSeconds > 0)) {
            return fixedBytes;
        }
        double seconds = leastSeconds * Math.pow(mostSeconds / leastSeconds, random.nextDouble());
        return Math.max(1, Math.round(seconds * ceilingBps / 8));
    }

    /// How many wait at the beginning of an interval. Half of M = 100 end within an interval at most, and FTS wants to
    /// see at least n of them waiting.
    int queued() {
        return queued;
    }
}
