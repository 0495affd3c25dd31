// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.network;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread of one loop. An event that throws is logged and counted; the loop goes on.
///
/// The mailbox is not bounded by itself: what puts events in is bounded (attempts under way, requests under way,
/// timers).
public final class LoopThread implements LoopScheduler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);

    private final String name;
    private final ScheduledThreadPoolExecutor executor;
    private final LongAdder defects = new LongAdder();

    public LoopThread(String name) {
        this.name = name;
        this.executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("tcn-" + name).factory(), new ThreadPoolExecutor.DiscardPolicy());
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
        } catch (RuntimeException | Error defect) {
            defects.increment();
            LOG.error("An event of the {} loop failed: a defect of TCN", name, defect);
        }
    }

    /// Events that wait, timers included.
    int mailboxLength() {
        return executor.getQueue().size();
    }

    /// Events that threw.
    long defects() {
        return defects.sum();
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
