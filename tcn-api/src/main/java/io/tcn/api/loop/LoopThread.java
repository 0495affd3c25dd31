// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread of one loop. An event that throws is logged and told for a while; the loop goes on.
///
/// The mailbox is not bounded by itself: what puts events in is bounded (attempts under way, requests under way,
/// timers).
public final class LoopThread implements LoopScheduler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LoopState state;
    private final ScheduledThreadPoolExecutor executor;

    public LoopThread(LoopState state) {
        this.state = state;
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform().name("tcn-" + state.name()).daemon().factory(),
                new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        state.load().countsWaiting(this::due);
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
        long began = state.nanoTime();
        try {
            event.run();
        } catch (Throwable defect) {
            state.lost(defect);
        }
        state.load().ran(began, state.nanoTime());
    }

    /// Events that could run now: timers whose time has not come do not count.
    private int due() {
        int due = 0;
        for (Runnable event : executor.getQueue()) {
            if (event instanceof Delayed timer && timer.getDelay(TimeUnit.NANOSECONDS) <= 0) {
                due++;
            }
        }
        return due;
    }

    /// Lets the events that wait run, drops timers, and ends.
    @Override
    public void close() {
        close(PATIENCE);
    }

    /// Lets the events that wait run, drops timers, and ends. What is slow is left to itself after a while: an
    /// interrupt would close the file of the H2 database under it.
    public void close(Duration patience) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("The {} loop does not stop; what it waits for is slow", state.name());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
