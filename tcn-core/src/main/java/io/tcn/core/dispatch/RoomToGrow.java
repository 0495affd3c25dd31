// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.LoopScheduler;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Pipes of which nothing is queued, and whose running transfers would use more connections than a
/// limit lets them have. They wait nowhere, so nobody tells them that there is room: they are looked at
/// again regularly. Cost: O(these pipes) per look. Owned by the dispatch loop.
final class RoomToGrow {
    private final PipeQueues pipes;
    private final LoopScheduler loop;
    private final Duration look;
    private final Consumer<Runnable> events;
    private final Set<PipeQueue> narrow = new LinkedHashSet<>();
    private boolean scheduled;

    /// @param look how often they are looked at
    /// @param events runs something as an event of the dispatch loop
    RoomToGrow(PipeQueues pipes, LoopScheduler loop, Duration look, Consumer<Runnable> events) {
        this.pipes = pipes;
        this.loop = loop;
        this.look = look;
        this.events = events;
    }

    /// A pipe was looked at, and has what it may have now.
    ///
    /// @param admits whether limits would let a pipe open one more
    void lookedAt(PipeQueue pipe, Predicate<PipeQueue> admits) {
        if (pipe.mayUseMore() && (!admits.test(pipe) || pipe.isHeldByLimitsOfTransfers())) {
            narrow.add(pipe);
            keepLooking();
        } else if (!narrow.isEmpty()) {
            narrow.remove(pipe);
        }
    }

    /// A pipe is gone.
    void forget(PipeQueue pipe) {
        narrow.remove(pipe);
    }

    private void keepLooking() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(look, () -> events.accept(this::look));
        }
    }

    private void look() {
        scheduled = false;
        List.copyOf(narrow).forEach(pipes::touch);
    }
}
