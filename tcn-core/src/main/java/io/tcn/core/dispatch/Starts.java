// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.loop.LoopFence;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.QueuedTransfer;
import io.tcn.core.port.TimeSource;
import java.util.function.Predicate;

/// Looks at the pipes that something has happened to, and starts on each what it may: while n, holds, limits and bounds
/// let it, and the first transfer whose destination is free. What no queued transfer needs goes to those that run.
///
/// Owned by the dispatch loop; has no state of its own.
final class Starts {
    private final PipeQueues pipes;
    private final StateWriter writer;
    private final Holds holds;
    private final Gates gates;
    private final Destinations destinations;
    private final Attempts attempts;
    private final ConnectionSpread spread;
    private final Windows windows;
    private final TimeSource time;
    private final LoopFence fence;

    Starts(
            PipeQueues pipes,
            StateWriter writer,
            Holds holds,
            Gates gates,
            Destinations destinations,
            Attempts attempts,
            ConnectionSpread spread,
            Windows windows,
            TimeSource time,
            LoopFence fence) {
        this.pipes = pipes;
        this.writer = writer;
        this.holds = holds;
        this.gates = gates;
        this.destinations = destinations;
        this.attempts = attempts;
        this.spread = spread;
        this.windows = windows;
        this.time = time;
        this.fence = fence;
    }

    /// Looks at all pipes that were touched, and at those that have their turn because of it.
    void onTouched() {
        if (pipes.isAnyTouched()) {
            writer.adoptMap();
            gates.adoptControls();
        }
        PipeQueue pipe = pipes.takeTouched();
        while (pipe != null) {
            look(pipe);
            pipe = pipes.takeTouched();
        }
        PipeQueue counted = pipes.takeCounted();
        while (counted != null) {
            long now = time.nanoTime();
            counted.tellActivity(now, holds.startsNothing(counted, now));
            counted = pipes.takeCounted();
        }
    }

    private void look(PipeQueue pipe) {
        if (pipe.isForgotten()) {
            return;
        }
        long now = time.nanoTime();
        boolean nothingStarts = holds.startsNothing(pipe, now);
        fence.run(() -> {
            if (!holds.isDraining()) {
                if (!ConnectionSpread.isEven(pipe)) {
                    spread.rebalance(pipe, gates.admits(pipe), now);
                }
                if (!nothingStarts) {
                    startMore(pipe);
                    windows.want(pipe);
                }
            }
        });
        gates.lookedAt(pipe, !holds.isDraining() && !nothingStarts);
        holds.tell(pipe, now);
        pipe.tellActivity(now, nothingStarts);
    }

    private void startMore(PipeQueue pipe) {
        Predicate<TransferLimit> fits = limit -> gates.limits().admits(pipe, limit);
        pipe.window().takeBack(fits);
        while (pipe.freeConnections() > 0 && gates.admits(pipe)) {
            QueuedTransfer first = pipe.window().takeFirst(destinations::take, fits);
            if (first == null) {
                return;
            }
            attempts.begin(pipe, first);
        }
    }

    /// Starts a queued transfer at once, even beyond n and the pipe's own most, as which FTS's pin of n comes; but
    /// beyond no limit of an endpoint, a pair or in total.
    ///
    /// @return whether it is tried: not if it runs already, or if nothing may start on its pipe
    boolean force(QueuedTransfer queued) {
        PipeQueue pipe = pipes.find(queued.transfer().pipe());
        if (pipe == null
                || holds.isDraining()
                || holds.startsNothing(pipe, time.nanoTime())
                || attempts.isRunning(queued.transfer().id())
                || pipe.usage().room() <= 0
                || !gates.limits().hasRoom(queued.transfer())
                || !destinations.take(queued.transfer())) {
            return false;
        }
        pipe.window().remove(queued.transfer().id());
        attempts.begin(pipe, queued);
        pipes.touch(pipe);
        return true;
    }
}
