// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Keeps the pipes' windows of queued transfers filled from the store: at once where a window runs low, a little
/// later where it is well filled but out of date. At most one load per pipe is on its way. Owned by the dispatch
/// loop.
final class Windows {
    private final TransferStore store;
    private final PipeQueues pipes;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final DispatchSettings settings;
    private final Consumer<Runnable> events;
    private final List<PipeQueue> wanted = new ArrayList<>();

    /// @param events runs something as an event of the dispatch loop
    Windows(
            TransferStore store,
            PipeQueues pipes,
            LoopScheduler loop,
            TimeSource time,
            DispatchSettings settings,
            Consumer<Runnable> events) {
        this.store = store;
        this.pipes = pipes;
        this.loop = loop;
        this.time = time;
        this.settings = settings;
        this.events = events;
    }

    /// Notes that a pipe's window has to be loaded, if it has.
    void want(PipeQueue pipe) {
        if (pipe.window().wantsLoadNow(settings.window() / 2, pipe.runningCount(), pipe.isBelowN())) {
            pipe.window().loadStarted(time.nanoTime(), settings.reloadDelay());
            wanted.add(pipe);
        } else if (pipe.window().wantsLoadSoon()) {
            reloadSoon(pipe);
        }
    }

    /// Loads a window anew after the reload delay; asked for again before that, it is loaded once.
    void reloadSoon(PipeQueue pipe) {
        if (pipe.window().isReloadScheduled()) {
            return;
        }
        pipe.window().reloadScheduled(true);
        loop.schedule(
                settings.reloadDelay(),
                () -> events.accept(() -> {
                    pipe.window().reloadScheduled(false);
                    loadAnew(pipe);
                }));
    }

    /// Asks for a window again, whatever it holds; what it holds goes on until the answer.
    private void loadAnew(PipeQueue pipe) {
        pipe.window().noteStale();
        if (pipe.window().startLoad(time.nanoTime(), settings.reloadDelay())) {
            wanted.add(pipe);
        }
    }

    /// A retry delay begins: the pipe is looked at again when it is over.
    void retryAfter(PipeQueue pipe, Duration delay) {
        if (delay.isZero()) {
            pipe.window().noteStale();
        } else {
            wakeUp(pipe, pipe.window().retryTimes().add(time.nanoTime(), delay.toNanos()));
        }
    }

    private void wakeUp(PipeQueue pipe, long atNanos) {
        if (atNanos < 0) {
            return;
        }
        loop.schedule(
                Duration.ofNanos(Math.max(0, atNanos - time.nanoTime())),
                () -> events.accept(() -> {
                    // A timer that is early by a little was called for all the same.
                    wakeUp(pipe, pipe.window().retryTimes().passed(Math.max(atNanos, time.nanoTime())));
                    pipe.window().noteStale();
                    pipes.touch(pipe);
                }));
    }

    /// Notes pipes that have less in memory than they could start although more is queued: a safety net for retry
    /// delays from before a restart. A pipe whose window is well filled is left alone.
    void sweep() {
        for (PipeQueue pipe : pipes.all()) {
            if (pipe.counters().queued() > pipe.window().size() + pipe.window().heldCount()
                    && pipe.window().isLow(settings.window() / 2)) {
                pipe.window().noteStale();
                pipes.touch(pipe);
            }
        }
    }

    /// Asks the store for the windows that are wanted; called when the claims of the event are on their way to it.
    void load() {
        for (PipeQueue pipe : wanted) {
            int limit = pipe.window().loadSize(settings.window());
            Consumer<List<QueuedTransfer>> reply = transfers -> events.accept(() -> {
                pipe.window().loaded(transfers, transfers.size() >= limit, time.now());
                pipes.touch(pipe);
            });
            store.loadQueued(pipe.pipe().id(), limit, time.now(), pipe.window().queueOrder(), reply);
        }
        wanted.clear();
    }
}
