// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes what is old, once an hour, one block in each run of the loop, so that others get their turn between. A block
/// that fails is tried again; the log gets a line per hour at most.
final class Retention implements SteadyLoop.Work {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /// The first look, when a server has much else to do at its start.
    static final Duration FIRST = Duration.ofMinutes(1);

    static final Duration PERIOD = Duration.ofHours(1);

    private final OldThings old;
    private final TcnProperties.Retention settings;
    private final TimeSource time;
    private long nextNanos;
    private Instant now = Instant.EPOCH;

    /// Null while no jobs are being removed.
    private @Nullable RetentionCursor at;

    private boolean ofAudit;

    /// What is to be noted here once the block is removed.
    private @Nullable CompletableFuture<Runnable> asked;

    private long jobs;
    private long transfers;
    private long entries;

    Retention(OldThings old, TcnProperties.Retention settings, TimeSource time) {
        this.old = old;
        this.settings = settings;
        this.time = time;
        this.nextNanos = time.nanoTime() + FIRST.toNanos();
    }

    /// Whether anything is ever removed.
    static boolean isOn(TcnProperties.Retention settings) {
        return settings.keepFinished().isPositive() || settings.keepAudit().isPositive();
    }

    @Override
    public SteadyLoop.Outcome run() throws ExecutionException, InterruptedException {
        CompletableFuture<Runnable> last = asked;
        if (last != null) {
            if (!last.isDone()) {
                return SteadyLoop.Outcome.AWAITED;
            }
            asked = null;
            last.get().run();
            askNext();
            return SteadyLoop.Outcome.DONE;
        }
        if (at == null && !ofAudit) {
            if (time.nanoTime() - nextNanos < 0) {
                return SteadyLoop.Outcome.DONE;
            }
            now = time.now();
            at = settings.keepFinished().isPositive() ? RetentionCursor.START : null;
            ofAudit = settings.keepAudit().isPositive();
        }
        askNext();
        return SteadyLoop.Outcome.AWAITED;
    }

    private void askNext() {
        if (at != null) {
            asked = old.removeJobs(before(settings.keepFinished()), at).thenApply(step -> () -> removed(step));
        } else if (ofAudit) {
            asked = old.removeAudit(before(settings.keepAudit())).thenApply(count -> () -> removed(count));
        } else {
            end();
        }
    }

    private void removed(RetentionStore.Step step) {
        jobs += step.jobs();
        transfers += step.transfers();
        at = step.next();
    }

    private void removed(int count) {
        entries += count;
        ofAudit = count > 0;
    }

    /// Not before all times, which no database could read.
    private Instant before(Duration keep) {
        return keep.compareTo(Duration.between(Instant.EPOCH, now)) < 0 ? now.minus(keep) : Instant.EPOCH;
    }

    private void end() {
        if (jobs > 0 || transfers > 0 || entries > 0) {
            LOG.info(
                    "Old things were removed: {} jobs, {} transfers, {} entries of the audit",
                    jobs,
                    transfers,
                    entries);
        }
        jobs = 0;
        transfers = 0;
        entries = 0;
        nextNanos = time.nanoTime() + PERIOD.toNanos();
    }
}
