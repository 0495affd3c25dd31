// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Lease.Moment;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Whether an order may still change its destination, as far as servers are concerned. It may as long as the server
/// that gave it leads; when another one leads, for [Message.Adopt#WITHIN] more, and on if that one adopts it
/// meanwhile. Once lost it never comes back. Safe for several threads.
///
/// As in [Lease] the longer of both clocks counts: one of them may stand still while a machine is suspended.
final class OrderRight {
    private final TimeSource time;
    private boolean lost;
    private @Nullable Moment orphaned;

    OrderRight(TimeSource time) {
        this.time = time;
    }

    /// Another server leads, and has still to say whether it adopts the order.
    synchronized void orphan() {
        if (isHeld()) {
            orphaned = new Moment(time.nanoTime(), time.now());
        }
    }

    /// The server that leads has adopted the order.
    ///
    /// @return false if that comes too late
    synchronized boolean adopt() {
        if (isHeld()) {
            orphaned = null;
            return true;
        }
        return false;
    }

    /// The order is nobody's any more.
    synchronized void lose() {
        lost = true;
    }

    synchronized boolean isHeld() {
        Moment since = orphaned;
        if (!lost && since != null) {
            Duration monotonic = Duration.ofNanos(time.nanoTime() - since.nanos());
            Duration wall = Duration.between(since.wall(), time.now());
            lost = monotonic.compareTo(Message.Adopt.WITHIN) >= 0 || wall.compareTo(Message.Adopt.WITHIN) >= 0;
        }
        return !lost;
    }
}
