// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A figure that the database is asked for: not more often than now and then, however many scrape, and unknown while
/// the database does not answer.
final class Cached {
    private static final Logger LOG = LoggerFactory.getLogger(Cached.class);
    private static final Duration GOOD_FOR = Duration.ofSeconds(10);

    private final DoubleSupplier question;
    private final TimeSource time;
    private double last = Double.NaN;
    private long askedNanos;
    private boolean isAsked;

    Cached(DoubleSupplier question, TimeSource time) {
        this.question = question;
        this.time = time;
    }

    /// The figure, not older than ten seconds; NaN if it is not known.
    synchronized double value() {
        if (!isAsked || time.nanoTime() - askedNanos > GOOD_FOR.toNanos()) {
            isAsked = true;
            last = ask();
            askedNanos = time.nanoTime();
        }
        return last;
    }

    private double ask() {
        try {
            return question.getAsDouble();
        } catch (RuntimeException away) {
            LOG.debug("a figure for the metrics is not known", away);
            return Double.NaN;
        }
    }
}
