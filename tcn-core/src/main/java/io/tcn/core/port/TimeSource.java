// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import java.time.Instant;

/// The only place to ask for the time. Monotonic time measures, wall time only stamps.
public interface TimeSource {
    /// Monotonic time in nanoseconds from an arbitrary origin.
    long nanoTime();

    /// Wall time.
    Instant now();
}
