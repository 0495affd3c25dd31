// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the optimizer of FTS knows of a pair at one run.
///
/// @param windowSeconds length of the window behind rates and sizes
/// @param throughputBps bytes moved within the window over its whole length, in bit/s
/// @param emaBps moving average of it over the runs, in bit/s
/// @param successRate finished ones among those that finished or failed retryably, in whole percent
/// @param retries attempts put back within the window
/// @param meanFileSizeBytes mean size of the files that finished within the window; the last known if none did
/// @param fileSizeDeviationBytes standard deviation of their size
/// @param active transfers running now
/// @param queued transfers that wait for a connection now
record PairReading(
        long windowSeconds,
        double throughputBps,
        double emaBps,
        double successRate,
        long retries,
        double meanFileSizeBytes,
        double fileSizeDeviationBytes,
        long active,
        long queued) {
    /// Reads the window of a pair.
    ///
    /// @param previous the reading at the last run that decided, null at first sight
    static PairReading of(
            PairWindow window, long nowNanos, @Nullable PairReading previous, double alpha, long active, long queued) {
        TransferSums halfHour = window.over(PairWindow.LONG, nowNanos);
        long meanSeconds = halfHour.meanWholeSeconds();
        Duration length = PairWindow.LONG;
        if (meanSeconds > 0 && meanSeconds < 30) {
            length = PairWindow.SHORT;
        } else if (meanSeconds > 30 && meanSeconds < 900) {
            length = PairWindow.MIDDLE;
        }
        TransferSums sums = window.over(length, nowNanos);
        double throughputBps = 8 * sums.movedBytes() / length.toSeconds();
        double emaBps;
        if (previous == null) {
            emaBps = throughputBps;
        } else {
            emaBps = throughputBps > 0 ? alpha * throughputBps + (1 - alpha) * previous.emaBps : previous.emaBps;
        }
        double known = sums.meanFileSizeBytes();
        double meanFileSizeBytes = known > 0 || previous == null ? known : previous.meanFileSizeBytes;
        return new PairReading(
                length.toSeconds(),
                throughputBps,
                emaBps,
                sums.successRate(),
                sums.retries(),
                meanFileSizeBytes,
                sums.fileSizeDeviationBytes(),
                active,
                queued);
    }

    /// Whether success rate and average are what they were, to the last bit: that is how FTS compares them.
    boolean isAs(PairReading other) {
        return Double.compare(successRate, other.successRate) == 0 && Double.compare(emaBps, other.emaBps) == 0;
    }
}
