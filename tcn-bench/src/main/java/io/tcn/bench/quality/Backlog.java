// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Transfer;

/// What a busy pipe has to move. Either way it always has more than it can move.
enum Backlog {
    /// One transfer without end that takes as many connections as its pipe has: n falls at once when it is lowered.
    ENDLESS(Transfer.UNKNOWN_SIZE, 1),
    /// A deep queue of files of 5 GB, a connection each: n falls only as files end, 20 s after they began or later, and
    /// there is a queue for those who look at it.
    FILES(5_000_000_000L, 160),
    /// The same with files of 20 GB, for those who take their time anyway: fewer files are sooner simulated.
    LARGE_FILES(20_000_000_000L, 160);

    private final long fileBytes;
    private final int queued;

    Backlog(long fileBytes, int queued) {
        this.fileBytes = fileBytes;
        this.queued = queued;
    }

    /// Size of a file, or unknown.
    long fileBytes() {
        return fileBytes;
    }

    /// How many wait at the beginning of an interval. Half of M = 100 end within an interval at most, and FTS wants to
    /// see at least n of them waiting.
    int queued() {
        return queued;
    }
}
