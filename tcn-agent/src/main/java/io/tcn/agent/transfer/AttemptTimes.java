// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Progress;
import io.tcn.core.port.Attempt;
import java.time.Duration;

/// How long the parts of one attempt may take. Under the lock of its attempt, but for [#lastWord].
final class AttemptTimes {
    private final Tools tools;
    private final Attempt attempt;
    private final Progress progress;
    private long deadlineNanos;
    private long knownBytes;
    private Duration heldBefore = Duration.ZERO;

    AttemptTimes(Tools tools, Attempt attempt, Progress progress) {
        this.tools = tools;
        this.attempt = attempt;
        this.progress = progress;
        begin(0);
    }

    /// A part of it begins now.
    ///
    /// @param sizeBytes what is to be copied in it, or -1 if nobody knows it yet
    void begin(long sizeBytes) {
        knownBytes = sizeBytes;
        heldBefore = progress.held();
        deadlineNanos = tools.clock().nanoTime() + limit(sizeBytes).toNanos();
    }

    /// Nobody is blamed for this time.
    void extend(Duration standstill) {
        deadlineNanos += standstill.toNanos();
    }

    /// Whether the part that began last has taken too long. What others held it back does not count.
    boolean isOver() {
        return tools.clock().nanoTime()
                        - deadlineNanos
                        - learnt().toNanos()
                        - progress.held().minus(heldBefore).toNanos()
                > 0;
    }

    /// How long a destination may take to say that it has the file.
    Duration lastWord() {
        return tools.settings().lastWordTimeout(progress.expectedBytes());
    }

    private Duration limit(long sizeBytes) {
        Duration own = attempt.transfer().options().timeout();
        return own != null ? own : tools.settings().attemptTimeout(sizeBytes);
    }

    /// What the limit has grown by since the copy began, because the size was not known before.
    private Duration learnt() {
        return knownBytes >= 0 ? Duration.ZERO : limit(progress.expectedBytes()).minus(limit(knownBytes));
    }
}
