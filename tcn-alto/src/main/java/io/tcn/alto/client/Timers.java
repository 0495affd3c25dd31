// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;

/// Runs things later, or now but elsewhere. Tasks may block on the network, so each gets a thread of its own where
/// there are threads.
public interface Timers {
    /// Runs a task once after a delay, zero for at once; never before this call returns control to its caller's loop.
    void schedule(Duration delay, Runnable task);
}
