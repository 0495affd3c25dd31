// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.api.runtime.Unreached;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is known of one agent at one storage that it does not reach, or seems not to.
///
/// ```
/// SEEN FAILING -> CUT OFF   after [#FAILURES] attempts in a row that got no answer there
/// CUT OFF -> DUE            when the time is over: one attempt may try
/// DUE -> CUT OFF            that attempt is on its way; when it got no answer, for twice as long as the last time, up
///                           to [#LONGEST]
/// any -> known no more      an attempt got an answer; the agent's process is gone; nothing failed for [#FORGOTTEN]
/// ```
final class CutOff {
    /// One failure may be chance.
    static final int FAILURES = 2;

    static final Duration FIRST = Duration.ofSeconds(10);
    static final Duration LONGEST = Duration.ofMinutes(5);
    static final Duration FORGOTTEN = Duration.ofHours(1);

    private final String agent;
    private final Instant since;
    private final long sinceNanos;
    private long failures;
    private int level;
    private boolean isCutOff;
    private boolean isDue;
    private @Nullable AttemptId probe;
    private long untilNanos;
    private long failedNanos;
    private ErrorCode code = ErrorCode.INTERNAL;
    private String reason = "";

    /// @param since the first failure
    CutOff(String agent, Instant since, long sinceNanos) {
        this.agent = agent;
        this.since = since;
        this.sinceNanos = sinceNanos;
    }

    /// @param pause how long the agent itself asks for nothing there, which it has not tried then; else null
    /// @return whether [#isClosed] may have changed
    boolean failed(AttemptId attempt, TransferFailure last, @Nullable Duration pause, long now) {
        failures += pause == null ? 1 : 0;
        failedNanos = now;
        code = last.code();
        reason = last.message();
        boolean isLonger = attempt.equals(probe) || (!isCutOff && failures >= FAILURES);
        if (isLonger) {
            close(now + length(level).toNanos());
            level++;
        }
        if (pause != null) {
            long asked = now + pause.toNanos();
            close(isCutOff && untilNanos - asked > 0 ? untilNanos : asked);
        }
        return isLonger || pause != null;
    }

    private void close(long until) {
        isCutOff = true;
        isDue = false;
        probe = null;
        untilNanos = until;
    }

    private static Duration length(int level) {
        Duration length = FIRST.multipliedBy(1L << Math.min(level, 10));
        return length.compareTo(LONGEST) > 0 ? LONGEST : length;
    }

    /// Whether the agent does not reach it, be it time to try or not.
    boolean isCutOff() {
        return isCutOff;
    }

    /// Whether the agent is better given nothing there now.
    boolean isClosed() {
        return isCutOff && (!isDue || probe != null);
    }

    /// An attempt is on its way.
    ///
    /// @return whether it is the one that tries
    boolean tries(AttemptId attempt) {
        boolean isFree = isDue && probe == null;
        if (isFree) {
            probe = attempt;
        }
        return isFree;
    }

    /// An attempt is over.
    ///
    /// @return whether it was the one that tries, and another may
    boolean left(AttemptId attempt) {
        boolean wasProbe = attempt.equals(probe);
        if (wasProbe) {
            probe = null;
        }
        return wasProbe;
    }

    /// @return whether it is time now to try, and was not before
    boolean comesDue(long now) {
        return now - untilNanos >= 0 && isWorthATry();
    }

    /// Others got an answer: one attempt may try, be it time or not.
    ///
    /// @return whether none might before
    boolean isWorthATry() {
        boolean comes = isCutOff && !isDue;
        isDue |= comes;
        return comes;
    }

    /// Whether it says nothing about the present any more.
    boolean isOld(long now) {
        return now - failedNanos >= FORGOTTEN.toNanos() && now - untilNanos >= 0;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    Unreached told(String instance, Endpoint endpoint, TimeSource time) {
        Instant nextTry = time.now().plusNanos(untilNanos - time.nanoTime());
        return new Unreached(agent, instance, endpoint, since, failures, nextTry, code, reason);
    }
}
