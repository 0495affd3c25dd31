// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Timers of a running server: one thread that counts, a virtual thread for each task that is due. After `close`
/// nothing more is begun.
public final class VirtualTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor counting;

    /// Begins to count.
    public VirtualTimers() {
        counting = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("alto-timers").factory());
        counting.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
        try {
            var _ = counting.schedule(
                    () -> Thread.ofVirtual().name("alto-task").start(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // closed: nothing is due any more
        }
    }

    @Override
    public void close() {
        counting.shutdownNow();
    }
}
