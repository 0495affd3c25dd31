// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.Benchmark;

/// Tells now and then how many runs are done and how long the others will take. Thread-safe.
final class Countdown {
    private static final long NANOS_BETWEEN_LINES = 5_000_000_000L;

    private final long total;
    private final Benchmark.Progress progress;
    private final long began = System.nanoTime();
    private long done;
    private long said = began;

    Countdown(long total, Benchmark.Progress progress) {
        this.total = total;
        this.progress = progress;
    }

    /// One more run is done.
    synchronized void done() {
        done++;
        long now = System.nanoTime();
        if (now - said >= NANOS_BETWEEN_LINES || done == total) {
            said = now;
            double seconds = (now - began) / 1e9;
            long left = Math.round(seconds / done * (total - done));
            progress.at(done + " of " + total + " runs, " + Math.round(seconds) + " s"
                    + (done == total ? "" : ", about " + left + " s left"));
        }
    }
}
