// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

/// Hears while a request waits for its turn among ours: the storage is not to blame for that time.
@FunctionalInterface
public interface Queueing {
    /// Nobody hears.
    Queueing UNTOLD = waits -> {};

    /// @param waits whether the wait begins; else it is over
    void told(boolean waits);
}
