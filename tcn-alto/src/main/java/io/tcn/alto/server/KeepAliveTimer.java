// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.time.Duration;

/// Runs something again and again.
@FunctionalInterface
public interface KeepAliveTimer {
    /// Runs the task after each period until what is returned is closed.
    AutoCloseable every(Duration period, Runnable task);
}
