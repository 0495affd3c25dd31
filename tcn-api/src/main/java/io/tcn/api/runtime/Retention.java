// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.ArchiveStore;
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

/// Moves what is over to the archive and removes what is old, once an hour, one block in each run of the loop, so that
/// others get their turn between. A block that fails is tried again; the log gets a line per hour at most.
final class Retention implements SteadyLoop.Work {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /// The first look, when a server has much else to do at its start.
    static final Duration FIRST = Duration.ofMinutes(1);

    static final Duration PERIOD = Duration.ofHours(1);

    /// What is done in an hour, in this order.
    private enum Part {
        JOBS,
        ARCHIVE,
        AUDIT,
        PIPES
    }

    private final OldThings old;
    private final TcnProperties.Retention settings;
    private final TimeSource time;
    private long nextNanos;
    private Instant now = Instant.EPOCH;

    /// Null between the hours.
    private @Nullable Part part;

    private RetentionCursor at = RetentionCursor.START;

    /// What is to be noted here once the block is removed.
    private @Nullable CompletableFuture<Runnable> asked;

    private final Tally tally = new Tally();

    /// What an hour has done.
    private static final class Tally {
        long jobs;
        long transfers;
        long deletedJobs;
        long deletedTransfers;
        long entries;
        int pipes;

        boolean isEmpty() {
            return jobs + transfers + deletedJobs + deletedTransfers + entries + pipes == 0;
        }

        void clear() {
            jobs = 0;
            transfers = 0;
            deletedJobs = 0;
            deletedTransfers = 0;
            entries = 0;
            pipes = 0;
        }
    }

    Retention(OldThings old, TcnProperties.Retention settings, TimeSource time) {
        this.old = old;
        this.settings = settings;
        this.time = time;
        this.nextNanos = time.nanoTime() + FIRST.toNanos();
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
        if (part == null) {
            if (time.nanoTime() - nextNanos < 0) {
                return SteadyLoop.Outcome.DONE;
            }
            now = time.now();
            at = RetentionCursor.START;
            part = Part.JOBS;
        }
        askNext();
        return SteadyLoop.Outcome.AWAITED;
    }

    private void askNext() {
        while (part != null && !isOn(part)) {
            goOn();
        }
        if (part == null) {
            end();
            return;
        }
        asked = switch (part) {
            case JOBS ->
                old.removeJobs(before(settings.keepFinished()), then(), at).thenApply(step -> () -> removed(step));
            case ARCHIVE -> old.deleteArchived(before(keepArchived())).thenApply(step -> () -> deleted(step));
            case AUDIT -> old.removeAudit(before(settings.keepAudit())).thenApply(count -> () -> removed(count));
            case PIPES -> old.forgetPipes().thenApply(count -> () -> forgotten(count));
        };
    }

    private boolean isOn(Part which) {
        return switch (which) {
            case JOBS, PIPES -> settings.keepFinished().isPositive();
            case ARCHIVE -> keepArchived().isPositive();
            case AUDIT -> settings.keepAudit().isPositive();
        };
    }

    private void goOn() {
        part = part == null
                ? null
                : switch (part) {
                    case JOBS -> Part.ARCHIVE;
                    case ARCHIVE -> Part.AUDIT;
                    case AUDIT -> Part.PIPES;
                    case PIPES -> null;
                };
    }

    private Duration keepArchived() {
        Duration said = settings.keepArchived();
        return said == null ? old.archiveKeptByDefault() : said;
    }

    /// An archive that would keep nothing longer is none.
    private RetentionStore.Then then() {
        Duration kept = keepArchived();
        return kept.isPositive() && kept.compareTo(settings.keepFinished()) <= 0
                ? RetentionStore.Then.DELETED
                : RetentionStore.Then.ARCHIVED;
    }

    private void removed(RetentionStore.Step step) {
        tally.jobs += step.jobs();
        tally.transfers += step.transfers();
        RetentionCursor next = step.next();
        if (next == null) {
            goOn();
        } else {
            at = next;
        }
    }

    private void deleted(ArchiveStore.Deleted step) {
        tally.deletedJobs += step.jobs();
        tally.deletedTransfers += step.transfers();
        if (!step.more()) {
            goOn();
        }
    }

    private void removed(int count) {
        tally.entries += count;
        if (count == 0) {
            goOn();
        }
    }

    private void forgotten(int count) {
        tally.pipes += count;
        goOn();
    }

    /// Not before all times, which no database could read.
    private Instant before(Duration keep) {
        return keep.compareTo(Duration.between(Instant.EPOCH, now)) < 0 ? now.minus(keep) : Instant.EPOCH;
    }

    private void end() {
        if (!tally.isEmpty()) {
            LOG.info(
                    "Old things: {} jobs with {} transfers {}, {} jobs with {} transfers deleted from the archive,"
                            + " {} entries of the audit removed, {} pipes that nobody uses forgotten",
                    tally.jobs,
                    tally.transfers,
                    then() == RetentionStore.Then.ARCHIVED ? "moved to the archive" : "deleted",
                    tally.deletedJobs,
                    tally.deletedTransfers,
                    tally.entries,
                    tally.pipes);
        }
        tally.clear();
        nextNanos = time.nanoTime() + PERIOD.toNanos();
    }
}
