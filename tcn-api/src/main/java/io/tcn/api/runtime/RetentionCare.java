// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.ArchiveStore;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import io.tcn.api.store.TransferLimitStore;
import io.tcn.api.store.policy.PolicyTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/// The loop that moves jobs that were over long ago to the archive, and removes what is old there, old entries of the
/// audit and pipes that nobody uses.
@Component
final class RetentionCare implements LeaderWork {
    /// Between two blocks.
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final int ENTRIES = 1000;

    /// Rates of jobs that are forgotten after the jobs of an hour.
    private static final int RATES = 100_000;

    private final LoopThread thread;
    private final SteadyLoop removing;

    RetentionCare(
            JpaTransferStore store,
            RetentionStore jobs,
            TransferLimitStore limits,
            ArchiveStore archive,
            PolicyTransactions audit,
            UnusedPipes pipes,
            TcnProperties properties,
            SystemTime time,
            Loops loops) {
        this.thread = loops.thread("retention");
        this.removing = new SteadyLoop(
                loops.of("retention"),
                thread,
                PAUSE,
                new Retention(new Stored(store, jobs, limits, archive, audit, pipes), properties.retention(), time));
    }

    private record Stored(
            JpaTransferStore store,
            RetentionStore jobs,
            TransferLimitStore limits,
            ArchiveStore archive,
            PolicyTransactions audit,
            UnusedPipes pipes)
            implements OldThings {
        @Override
        public CompletableFuture<RetentionStore.Step> removeJobs(
                Instant before, RetentionStore.Then then, RetentionCursor at) {
            return store.inTurn(() -> {
                RetentionStore.Step step = jobs.removeNext(before, then, at);
                if (step.next() == null) {
                    limits.forget(before, RATES);
                }
                return step;
            });
        }

        @Override
        public CompletableFuture<ArchiveStore.Deleted> deleteArchived(Instant before) {
            // A month is dropped on the thread of this loop, and what it throws costs this run.
            return archive.dropsMonths()
                    ? CompletableFuture.completedFuture(archive.deleteNext(before))
                    : store.inTurn(() -> archive.deleteNext(before));
        }

        @Override
        public Duration archiveKeptByDefault() {
            return archive.keptByDefault();
        }

        @Override
        public CompletableFuture<Integer> removeAudit(Instant before) {
            return store.inTurn(() -> audit.forget(before, ENTRIES));
        }

        @Override
        public CompletableFuture<Integer> forgetPipes() {
            return CompletableFuture.completedFuture(pipes.forget());
        }
    }

    @Override
    public void start() {
        removing.start();
    }

    @Override
    public void stop() {
        removing.stop();
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return removing.isRunning();
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
