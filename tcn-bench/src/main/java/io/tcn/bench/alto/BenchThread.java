// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.alto;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The thread of one loop, on the clocks of this machine.
final class BenchThread implements LoopScheduler, TimeSource, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    BenchThread(String name) {
        executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory(), new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
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
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    /// A failure is told; whoever waits for the event gives up in time.
    private static void run(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException defect) {
            System.err.println("a step failed: " + defect);
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
