// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.http.HttpAddress;
import io.tcn.agent.http.HttpCalls;
import io.tcn.agent.local.LocalRoots;
import io.tcn.agent.path.PathMeter;
import io.tcn.agent.shaping.Shaper;
import io.tcn.agent.staging.Stages;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// What all attempts of a data plane share.
///
/// @param bornNanos when the data plane began, by the clock
/// @param writers who wrote where last
/// @param heartbeat whether this process itself stood still
/// @param pauses which endpoints are left alone for a while
/// @param shaper the bounds of the pipes
/// @param paths what the kernel tells of the connections of streamed copies
/// @param stages of the pipes' staged copies
/// @param threads starts the threads of attempts
record Tools(
        AgentSettings settings,
        AgentClock clock,
        HttpCalls calls,
        LocalRoots roots,
        long bornNanos,
        Writers writers,
        Heartbeat heartbeat,
        EndpointPauses pauses,
        Shaper shaper,
        PathMeter paths,
        Stages stages,
        Threads threads) {
    /// Nobody who is gone goes on for longer than this and half of the grace, before the grace of the storages that he
    /// has asked: what the store tells beyond that is of a clock that was set back.
    private static final Duration MOST_ELSEWHERE = Duration.ofMinutes(1);

    /// Starts threads.
    @FunctionalInterface
    interface Threads {
        Thread start(String name, Runnable work);
    }

    /// Waits until no copy that an earlier server asked for can be running any more.
    void awaitOldCopies(Attempt attempt) throws InterruptedException {
        Duration wait = oldCopiesMayRunFor(attempt);
        if (wait.isPositive()) {
            clock.pause(wait);
        }
    }

    /// How long a copy that an earlier server asked two storages for may still run, zero if it cannot any more. Copies
    /// that this data plane asked for have ended when their attempts are answered.
    Duration oldCopiesMayRunFor(Attempt attempt) {
        if (!HttpAddress.isHttp(attempt.transfer().source())
                || !HttpAddress.isHttp(attempt.transfer().destination())) {
            return Duration.ZERO;
        }
        Duration grace = settings.tpcCancelGrace();
        Duration left = grace.minusNanos(clock.nanoTime() - bornNanos);
        EarlierWrite earlier = attempt.earlier();
        if (earlier != null && earlier.until() != null) {
            Duration known = Duration.between(clock.now(), earlier.until());
            left = Collections.min(List.of(left, known.plus(grace)));
            // However long this one has been there: it may have stood by while another one led.
            Duration elsewhere = MOST_ELSEWHERE.plus(grace.dividedBy(2));
            left = Collections.max(List.of(left, Collections.min(List.of(known, grace.plus(elsewhere)))));
        }
        return Collections.max(List.of(left, Duration.ZERO));
    }
}
