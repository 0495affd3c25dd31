// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// How many connections one address may have open, and how many were refused. The log gets a line a minute.
@Component
public final class ConnectionCount {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCount.class);
    private static final Duration BETWEEN = Duration.ofMinutes(1);

    private final int perAddress;
    private final TimeSource time;
    private final AtomicLong refused = new AtomicLong();
    private long toldNanos;
    private long told;

    ConnectionCount(InboundProperties properties, TimeSource time) {
        this.perAddress = properties.connectionsPerAddress();
        this.time = time;
        this.toldNanos = time.nanoTime() - BETWEEN.toNanos();
    }

    /// Connections that were refused since the start.
    public long refused() {
        return refused.get();
    }

    /// Whether an address that has so many may open one more.
    boolean mayOpen(String address, int open) {
        if (perAddress == 0 || open < perAddress) {
            return true;
        }
        tell(address, refused.incrementAndGet());
        return false;
    }

    /// Whether there is a limit that so many open connections of all addresses may reach.
    boolean isNear(int openOfAll) {
        return perAddress > 0 && openOfAll >= perAddress;
    }

    private synchronized void tell(String address, long sum) {
        long now = time.nanoTime();
        if (now - toldNanos >= BETWEEN.toNanos()) {
            LOG.warn(
                    "{} connections were refused since the last such line, the last one of {}: it has {} open, no more are"
                            + " allowed (tcn.inbound.connections-per-address)",
                    sum - told,
                    address,
                    perAddress);
            toldNanos = now;
            told = sum;
        }
    }
}
