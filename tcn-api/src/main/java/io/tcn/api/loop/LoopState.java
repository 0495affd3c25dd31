// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How one loop is doing. The log gets a line when it begins to fail and one when it works again, and nothing for what
/// lies between; a defect comes with its stack, a database that does not answer or a full disk without.
public final class LoopState {
    private static final Logger LOG = LoggerFactory.getLogger(LoopState.class);

    /// How long a single event that failed is told, where others go on.
    static final Duration MEMORY = Duration.ofMinutes(1);

    private final String name;
    private final TimeSource time;
    private final LoopLoad load = new LoopLoad();
    private @Nullable LoopTrouble trouble;
    private @Nullable Instant endsAt;

    LoopState(String name, TimeSource time) {
        this.name = name;
        this.time = time;
    }

    public String name() {
        return name;
    }

    /// How much its thread works.
    public LoopLoad load() {
        return load;
    }

    /// The clock by which its thread is measured, in nanoseconds.
    long nanoTime() {
        return time.nanoTime();
    }

    /// The last run went well.
    public synchronized void worked() {
        LoopTrouble over = trouble;
        trouble = null;
        endsAt = null;
        if (over != null) {
            LOG.info("The {} loop works again, after {} failures since {}", name, over.failures(), over.since());
        }
    }

    /// The last run failed; what was not done is kept for the next one.
    public void failed(Throwable failure) {
        if (begins(Failures.words(failure), null)) {
            tell("The {} loop failed; it goes on, and what was not done is tried again", failure);
        }
    }

    /// The last run failed for a reason that is no exception.
    ///
    /// @param reason in words that everybody may read
    /// @return whether it is the first time, and so worth a line in the log
    public boolean failed(String reason) {
        return begins(reason, null);
    }

    /// One event failed and is lost; the loop goes on with the others. Told for a minute.
    void lost(Throwable failure) {
        if (noteLost(failure)) {
            tell("An event of the {} loop failed; the loop goes on with the others", failure);
        }
    }

    /// The same, where the log has it already.
    ///
    /// @return whether it is the first time, or of another kind than the last
    public synchronized boolean noteLost(Throwable failure) {
        LoopTrouble last = trouble().orElse(null);
        if (last != null && endsAt == null) {
            // It fails anyhow until it works: what is told of that stays.
            trouble = new LoopTrouble(name, last.reason(), last.since(), last.failures() + 1);
            return false;
        }
        return begins(Failures.words(failure), time.now().plus(MEMORY));
    }

    private void tell(String text, Throwable failure) {
        if (Failures.isOutside(failure)) {
            LOG.warn(text + ": {}", name, Failures.cause(failure));
        } else {
            LOG.error(text + ": a defect of TCN", name, failure);
        }
    }

    /// @return whether this is the first failure, or of another kind than the last
    private synchronized boolean begins(String reason, @Nullable Instant until) {
        LoopTrouble last = trouble().orElse(null);
        trouble = last == null
                ? new LoopTrouble(name, reason, time.now(), 1)
                : new LoopTrouble(name, reason, last.since(), last.failures() + 1);
        endsAt = until;
        return last == null || !last.reason().equals(reason);
    }

    /// What is wrong now; empty when all is well.
    public synchronized Optional<LoopTrouble> trouble() {
        Instant end = endsAt;
        if (end != null && !time.now().isBefore(end)) {
            trouble = null;
            endsAt = null;
        }
        return Optional.ofNullable(trouble);
    }
}
