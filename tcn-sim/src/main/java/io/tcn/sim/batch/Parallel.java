// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/// Runs independent tasks on several threads. Results come in the order of the tasks, whatever the threads do, so that
/// everything made of them is the same on any machine.
public final class Parallel {
    private Parallel() {}

    /// Runs all tasks to the end, or none further once one of them has failed.
    ///
    /// @param tasks begun in this order: the longest first is best
    /// @param threads how many at once, at least 1
    /// @param finished hears the index of every task that has ended well; one call at a time, from any thread
    /// @return one result per task, in their order
    /// @throws InterruptedException if this thread is interrupted; running tasks are interrupted too
    /// @throws RuntimeException what the first task, in their order, has thrown; checked exceptions as the cause of
    ///     an [IllegalStateException]
    public static <T> List<T> run(List<Callable<T>> tasks, int threads, IntConsumer finished)
            throws InterruptedException {
        if (threads < 1) {
            throw new IllegalArgumentException("tasks need at least 1 thread, given was " + threads);
        }
        Object oneAtATime = new Object();
        AtomicBoolean hasFailed = new AtomicBoolean();
        ExecutorService executor = Executors.newFixedThreadPool(Math.clamp(tasks.size(), 1, threads));
        try {
            List<Future<T>> futures = new ArrayList<>(tasks.size());
            for (int i = 0; i < tasks.size(); i++) {
                int index = i;
                Callable<T> task = tasks.get(i);
                futures.add(executor.submit(() -> {
                    if (hasFailed.get()) {
                        throw new InterruptedException("another run has failed");
                    }
                    try {
                        T result = task.call();
                        synchronized (oneAtATime) {
                            finished.accept(index);
                        }
                        return result;
                    } catch (Exception | Error failed) {
                        hasFailed.set(true);
                        throw failed;
                    }
                }));
            }
            return results(futures);
        } finally {
            executor.shutdownNow();
        }
    }

    private static <T> List<T> results(List<Future<T>> futures) throws InterruptedException {
        List<T> results = new ArrayList<>(futures.size());
        for (Future<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException failed) {
                switch (failed.getCause()) {
                    case InterruptedException _ -> {
                        // Stopped because of another one, whose turn comes, or because this thread is to end.
                    }
                    case RuntimeException unchecked -> throw unchecked;
                    case Error error -> throw error;
                    case null, default ->
                        throw new IllegalStateException("a run failed: " + failed.getCause(), failed.getCause());
                }
            }
        }
        if (results.size() < futures.size()) {
            throw new InterruptedException("runs were stopped");
        }
        return results;
    }
}
