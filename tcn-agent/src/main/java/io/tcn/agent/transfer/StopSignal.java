// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import org.jspecify.annotations.Nullable;

/// Stops the thread of an attempt, once and for one reason. The thread can be stopped only between [#arm] and
/// [#disarm]; outside, in the cleaning up, nothing interrupts it. Safe to use from any thread.
final class StopSignal {
    /// Why an attempt is stopped.
    enum Reason {
        /// A caller wants it no longer.
        CANCELED,
        /// No byte moved for too long.
        STALLED,
        /// All bytes were handed over, and the destination does not say that they are safe.
        NO_LAST_WORD,
        /// The attempt as a whole takes too long.
        TIMED_OUT,
        /// The data plane is being closed.
        SHUT_DOWN
    }

    private final Object lock = new Object();
    // All guarded by lock.
    private @Nullable Reason reason;
    private @Nullable Thread worker;

    /// The calling thread may be interrupted from now on; at once, if it was told to stop before.
    void arm() {
        synchronized (lock) {
            worker = Thread.currentThread();
            if (reason != null) {
                worker.interrupt();
            }
        }
    }

    /// The calling thread is not interrupted any more.
    ///
    /// @return why it was told to stop, null if it was not
    @Nullable
    Reason disarm() {
        synchronized (lock) {
            worker = null;
            // Clears an interrupt that came too late to be noticed; only this signal interrupts this thread.
            boolean ignored = Thread.interrupted();
            return reason;
        }
    }

    /// Tells the thread to stop; only the first reason counts.
    void stop(Reason why) {
        synchronized (lock) {
            if (reason == null) {
                reason = why;
                if (worker != null) {
                    worker.interrupt();
                }
            }
        }
    }
}
