// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.core.port.TimeSource;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// How much a storage may say while it copies: a stock, and so much more each second. An honest one needs a few hundred
/// bytes each second; one that talks without end would keep a processor busy until the attempt's time is over.
final class ReportAllowance {
    private static final long STOCK_BYTES = 1 << 20;
    private static final long BYTES_PER_SECOND = 64 << 10;

    private final TimeSource time;
    private final long beginNanos;
    private long heard;

    ReportAllowance(TimeSource time) {
        this.time = time;
        this.beginNanos = time.nanoTime();
    }

    /// @throws IOException if this was too much
    void take(int bytes) throws IOException {
        heard += bytes;
        long seconds = TimeUnit.NANOSECONDS.toSeconds(time.nanoTime() - beginNanos);
        if (heard > STOCK_BYTES + seconds * BYTES_PER_SECOND) {
            throw new IOException("it said more than " + STOCK_BYTES + " bytes and " + BYTES_PER_SECOND + " a second");
        }
    }
}
