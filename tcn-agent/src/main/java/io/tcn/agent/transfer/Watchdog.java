// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then whether work that runs takes too long. It never ends by itself, whatever fails.
final class Watchdog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
    private static final Duration MAX_TICK = Duration.ofSeconds(1);
    private static final Duration MAX_LONGEST_TICK = Duration.ofSeconds(10);
    private static final Duration MIN_TICK = Duration.ofMillis(10);

    private final Heartbeat heartbeat;
    private final Collection<Run> runs;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("agent-watchdog").daemon().factory());

    /// @param heartbeat beats with each look
    /// @param runs what runs; others may change it at any time
    Watchdog(Heartbeat heartbeat, Collection<Run> runs) {
        this.heartbeat = heartbeat;
        this.runs = runs;
    }

    /// Begins to look.
    ///
    /// @param stallTimeout after which a copy that moves nothing is stopped
    void start(Duration stallTimeout) {
        every(tick(stallTimeout), this::checkTimes);
    }

    /// Does something else on its thread, too; it must not fail.
    void every(Duration period, Runnable work) {
        long nanos = period.toNanos();
        var _ = thread.scheduleWithFixedDelay(work, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /// One look at all that runs. When this process itself stood still, nobody is blamed for the time.
    void checkTimes() {
        try {
            synchronized (heartbeat) {
                Duration standstill = heartbeat.beat();
                if (standstill.isPositive()) {
                    log.warn(
                            "this server stood still for {} s: all limits of time begin anew",
                            standstill.toMillis() / 1000.0);
                }
                runs.forEach(run -> checkTime(run, standstill));
            }
        } catch (Throwable e) {
            log.error("the watchdog failed", e);
        }
    }

    private static void checkTime(Run run, Duration standstill) {
        try {
            run.checkTime(standstill);
        } catch (Throwable e) {
            log.error("the watchdog failed on an attempt", e);
        }
    }

    /// A longer time between two looks is a standstill.
    static Duration longestTick(Duration stallTimeout) {
        Duration half = stallTimeout.dividedBy(2);
        Duration longest = half.compareTo(MAX_LONGEST_TICK) > 0 ? MAX_LONGEST_TICK : half;
        Duration least = tick(stallTimeout).multipliedBy(2);
        return longest.compareTo(least) < 0 ? least : longest;
    }

    private static Duration tick(Duration stallTimeout) {
        Duration tick = stallTimeout.dividedBy(8);
        if (tick.compareTo(MAX_TICK) > 0) {
            return MAX_TICK;
        }
        return tick.compareTo(MIN_TICK) < 0 ? MIN_TICK : tick;
    }
}
