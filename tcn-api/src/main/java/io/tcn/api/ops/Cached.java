// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.ops;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A figure that the database is asked for: not more often than now and then, however many scrape, and unknown while
/// the database does not answer. A scrape does not wait for a database that hangs: its other figures say that it does.
final class Cached {
    private static final Logger LOG = LoggerFactory.getLogger(Cached.class);
    private static final Duration GOOD_FOR = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final DoubleSupplier question;
    private final TimeSource time;
    private double last = Double.NaN;
    private long askedNanos;
    private boolean isAsked;

    /// The question that has not been answered in time; null if there is none.
    private @Nullable CompletableFuture<Double> open;

    Cached(DoubleSupplier question, TimeSource time) {
        this.question = question;
        this.time = time;
    }

    /// The figure, not older than ten seconds; NaN if it is not known.
    synchronized double value() {
        CompletableFuture<Double> late = open;
        if (late != null && !late.isDone()) {
            return Double.NaN;
        }
        if (!isAsked || late != null || time.nanoTime() - askedNanos > GOOD_FOR.toNanos()) {
            open = late == null
                    ? CompletableFuture.supplyAsync(
                            this::ask, task -> Thread.ofVirtual().start(task))
                    : late;
            last = answer(open);
            isAsked = true;
            askedNanos = time.nanoTime();
        }
        return last;
    }

    private double answer(CompletableFuture<Double> asked) {
        try {
            double answer = asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            open = null;
            return answer;
        } catch (TimeoutException hangs) {
            LOG.debug("a figure for the metrics is late", hangs);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException defect) {
            open = null;
            LOG.debug("a figure for the metrics is not known", defect);
        }
        return Double.NaN;
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
