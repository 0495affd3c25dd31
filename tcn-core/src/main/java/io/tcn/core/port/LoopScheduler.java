// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import java.time.Duration;

/// The thread of one loop, as the loop sees it: whatever is given here runs on that one thread, in the order given.
/// The server has a thread per loop; the simulator runs all loops on its virtual clock.
public interface LoopScheduler {
    /// Runs an event on the loop as soon as the ones before it are done. May be called from any thread.
    void execute(Runnable event);

    /// Runs an event on the loop once the delay is over. May be called from any thread.
    ///
    /// @return what takes the event back; taking back one that has run does nothing
    Cancellation schedule(Duration delay, Runnable event);

    /// Takes back a scheduled event.
    @FunctionalInterface
    interface Cancellation {
        void cancel();
    }
}
