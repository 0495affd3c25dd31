// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The thread of one loop. An event that throws is logged and told for a while; the loop goes on.
///
/// The mailbox is not bounded by itself: what puts events in is bounded (attempts under way, requests under way,
/// timers).
public final class LoopThread implements LoopScheduler, AutoCloseable {
    private final LoopState state;
    private final ScheduledThreadPoolExecutor executor;

    public LoopThread(LoopState state) {
        this.state = state;
        this.executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("tcn-" + state.name()).factory(), new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void execute(Runnable event) {
        executor.execute(() -> run(event));
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable event) {
        try {
            Future<?> scheduled = executor.schedule(() -> run(event), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException stopped) {
            return () -> {};
        }
    }

    private void run(Runnable event) {
        try {
            event.run();
        } catch (Throwable defect) {
            state.lost(defect);
        }
    }

    /// Lets the events that wait run, drops timers, and ends.
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(20, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException stop) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
