// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import java.io.InterruptedIOException;

/// The limits that hold for one connection in one direction: its own and that of all together.
///
/// @param own of this connection
/// @param shared of all connections
record Throttle(TokenBucket own, TokenBucket shared) {
    void take(long bytes) throws InterruptedIOException {
        own.take(bytes);
        shared.take(bytes);
    }
}
