// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import io.tcn.api.loop.Failures;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Requests that could not be answered because the database does not: a line in the log for the first, then one a
/// minute with how many there were since, and never a stack.
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);
    private static final Duration BETWEEN = Duration.ofMinutes(1);

    private final TimeSource time;
    private long toldNanos;
    private boolean toldOnce;
    private long untold;

    Outages(TimeSource time) {
        this.time = time;
    }

    /// @return whether it was worth a line
    synchronized boolean note(String request, Throwable failure) {
        long now = time.nanoTime();
        if (toldOnce && now - toldNanos < BETWEEN.toNanos()) {
            untold++;
            return false;
        }
        String others = untold == 0 ? "" : " and " + untold + " other requests since the last such line";
        LOG.warn("{}{} got a 503, as the database does not answer: {}", request, others, Failures.cause(failure));
        LOG.debug("{}", request, failure);
        toldOnce = true;
        toldNanos = now;
        untold = 0;
        return true;
    }
}
