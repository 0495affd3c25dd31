// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What could not be sent and is tried again. A try may fail at once and come back here: it has its turn in the next
/// round, so that a round has an end whatever the broker does. Any thread may add.
final class Resends {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final TimeSource time;

    Resends(TimeSource time) {
        this.time = time;
    }

    void add(Runnable sending) {
        waiting.add(sending);
    }

    /// Tries what waits at this moment, the oldest first and each once.
    ///
    /// @param most no other try begins after this time: each may block for a while
    void tryAgain(Duration most) {
        long began = time.nanoTime();
        for (int left = waiting.size(); left > 0 && time.nanoTime() - began < most.toNanos(); left--) {
            Runnable next = waiting.poll();
            if (next == null) {
                return;
            }
            next.run();
        }
    }
}
