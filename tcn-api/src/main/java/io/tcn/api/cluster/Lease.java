// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import java.time.Duration;

/// What a server knows of its own lease, by its monotonic clock alone. The database counts the lease from when
/// it was asked, or later; this server counts from before it asked, and acts no more some time before the end.
/// So it stops before any other may begin, whatever the clocks on the walls say, as long as both count seconds
/// of the same length.
///
/// A lease that could not be renewed may still be: if the database was away, nobody else had it either. So what
/// runs goes on for a while after the end, shorter than the time for which the next server leaves its
/// destinations alone. Any thread.
final class Lease {
    /// What clocks may differ in a lease, and what a thread may be late, in parts of it.
    private static final int MARGIN = 8;

    private final long actNanos;
    private final long lastNanos;
    private volatile boolean begun;
    private volatile long renewedNanos;

    /// @param length for which the database gives it
    /// @param patience how long what runs may go on after its end
    Lease(Duration length, Duration patience) {
        this.actNanos = length.minus(length.dividedBy(MARGIN)).toNanos();
        this.lastNanos = length.plus(patience).toNanos();
    }

    /// The database has given it, or prolonged it.
    ///
    /// @param askedNanos when it was asked
    void renewed(long askedNanos) {
        renewedNanos = askedNanos;
        begun = true;
    }

    /// Whether something may be begun now.
    boolean mayAct(long nowNanos) {
        return begun && nowNanos - renewedNanos < actNanos;
    }

    /// Whether what runs must end now.
    boolean isOver(long nowNanos) {
        return begun && nowNanos - renewedNanos >= lastNanos;
    }

    /// How long ago it was renewed.
    Duration age(long nowNanos) {
        return Duration.ofNanos(nowNanos - renewedNanos);
    }
}
