// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Starts several servers at once: each start waits for more than it computes.
public final class SideBySide {
    private SideBySide() {}

    /// All of them, in their order. If one start fails the others are closed again.
    public static <T extends AutoCloseable> List<T> start(List<Callable<T>> starts) throws Exception {
        List<T> started = new ArrayList<>();
        ExecutionException failed = null;
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("start-", 0).factory())) {
            for (Future<T> each : threads.invokeAll(starts)) {
                try {
                    started.add(each.get());
                } catch (ExecutionException failure) {
                    failed = failure;
                }
            }
        }
        if (failed != null) {
            for (T each : started) {
                each.close();
            }
            throw new AssertionError(failed.getCause());
        }
        return started;
    }
}
