// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Runs tasks one after the other, on the thread of whoever brings one while nobody else is at it. No lock is held
/// meanwhile, so a task that comes back here, on this thread or another one, waits for nobody.
final class Mailbox {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final Consumer<Throwable> fence;

    /// @param fence told of what a task threw; those behind it run all the same
    Mailbox(Consumer<Throwable> fence) {
        this.fence = fence;
    }

    /// Runs the task now, or leaves it to the thread that is at it.
    void run(Runnable task) {
        tasks.add(task);
        if (pending.getAndIncrement() > 0) {
            return;
        }
        do {
            try {
                tasks.remove().run();
            } catch (RuntimeException | Error e) {
                fence.accept(e);
            }
        } while (pending.decrementAndGet() > 0);
    }
}
