// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import java.util.concurrent.atomic.AtomicLong;

/// A count that one thread adds to and any thread reads. Adding costs a memory write; a count for many writers costs an
/// atomic update, which the dispatch loop would pay for each change of a transfer.
final class OwnCount {
    private final AtomicLong count = new AtomicLong();

    /// To be called by one thread only, or by threads that follow each other.
    void add(long more) {
        count.setRelease(count.getPlain() + more);
    }

    long sum() {
        return count.getAcquire();
    }
}
