// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import io.tcn.core.port.TimeSource;
import java.io.IOException;

/// How long the body of one request may take.
final class BodyClock {
    /// A body came too slowly.
    static final class SlowBodyException extends IOException {
        private static final long serialVersionUID = 1L;

        SlowBodyException() {
            super("The body of the request came too slowly");
        }
    }

    private final InboundProperties limits;
    private final TimeSource time;
    private long begunNanos;
    private boolean hasBegun;
    private long bytes;

    BodyClock(InboundProperties limits, TimeSource time) {
        this.limits = limits;
        this.time = time;
    }

    /// The body is wanted now; the time of what came before is not the client's.
    void begin() {
        if (!hasBegun) {
            hasBegun = true;
            begunNanos = time.nanoTime();
        }
    }

    /// Something came.
    ///
    /// @throws SlowBodyException if it took too long
    void came(int more) throws SlowBodyException {
        bytes += Math.max(0, more);
        double seconds = (time.nanoTime() - begunNanos) / 1e9;
        double allowed = limits.bodyGrace().toNanos() / 1e9
                + (double) bytes / limits.bodyRate().toBytes();
        if (seconds > allowed) {
            throw new SlowBodyException();
        }
    }
}
