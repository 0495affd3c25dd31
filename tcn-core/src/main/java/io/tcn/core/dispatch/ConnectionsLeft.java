// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.function.Consumer;

/// Connections that nobody answers for and that may be open: those of a server before this one, or of an agent that
/// is lost. A storage that copies by itself goes on until it notices that nobody listens. Until then they count as
/// open under the limits of connections, the most of their pipe and bounds, so that nothing begins in their place.
/// Limits that come with transfers count them by themselves ([TransferLimits#leave]). Owned by the dispatch loop.
final class ConnectionsLeft {
    private final PipeQueues pipes;
    private final LoopScheduler loop;
    private final Consumer<Runnable> events;

    /// @param events runs something as an event of the dispatch loop
    ConnectionsLeft(PipeQueues pipes, LoopScheduler loop, Consumer<Runnable> events) {
        this.pipes = pipes;
        this.loop = loop;
        this.events = events;
    }

    /// Counts connections of a pipe for a time.
    ///
    /// @param connections how many there may be
    /// @return whether they count: not if the time is over
    boolean count(PipeQueue pipe, int connections, Duration grace) {
        if (!grace.isPositive()) {
            return false;
        }
        pipe.countLeft(connections);
        loop.schedule(
                grace,
                () -> events.accept(() -> {
                    pipe.countLeft(-connections);
                    pipes.touch(pipe);
                }));
        return true;
    }
}
