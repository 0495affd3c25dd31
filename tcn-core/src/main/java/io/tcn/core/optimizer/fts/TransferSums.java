// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.PipeObservation;

/// What was moved, finished and failed on a pair within some time. Mutable; owned by whoever made it.
///
/// Bytes are doubles: whole numbers up to 9 PB are exact, so that equal traffic gives equal sums to the last bit.
final class TransferSums {
    private double movedBytes;
    private long finishedTransfers;
    private double finishedBytes;
    private double finishedBytesSquared;
    private double finishedSeconds;
    private long retryableFailures;
    private long retries;

    void add(PipeObservation pipe) {
        movedBytes += pipe.movedBytes();
        finishedTransfers += pipe.finishedTransfers();
        finishedBytes += pipe.finishedBytes();
        finishedBytesSquared += pipe.finishedBytesSquared();
        finishedSeconds += pipe.finishedSeconds();
        retryableFailures += pipe.retryableFailures();
        retries += pipe.retries();
    }

    /// Adds other sums; of the bytes that moved, a part only.
    void add(TransferSums other, double partOfMovedBytes) {
        movedBytes += other.movedBytes * partOfMovedBytes;
        finishedTransfers += other.finishedTransfers;
        finishedBytes += other.finishedBytes;
        finishedBytesSquared += other.finishedBytesSquared;
        finishedSeconds += other.finishedSeconds;
        retryableFailures += other.retryableFailures;
        retries += other.retries;
    }

    boolean isEmpty() {
        return !(movedBytes > 0) && finishedTransfers == 0 && retryableFailures == 0 && retries == 0;
    }

    double movedBytes() {
        return movedBytes;
    }

    long retries() {
        return retries;
    }

    /// Mean time that a finished transfer took, in whole seconds as FTS counts it; 0 if none finished.
    long meanWholeSeconds() {
        return finishedTransfers > 0 ? (long) (finishedSeconds / finishedTransfers) : 0;
    }

    /// Finished ones among those that finished or failed retryably, in percent, rounded up; 100 if there are none.
    double successRate() {
        long ended = finishedTransfers + retryableFailures;
        return ended > 0 ? Math.ceil(100.0 * finishedTransfers / ended) : 100;
    }

    /// Mean size of the files that finished; 0 if there are none.
    double meanFileSizeBytes() {
        return finishedTransfers > 0 ? finishedBytes / finishedTransfers : 0;
    }

    /// Standard deviation of the size of the files that finished; 0 if there are none.
    double fileSizeDeviationBytes() {
        if (finishedTransfers == 0) {
            return 0;
        }
        double mean = meanFileSizeBytes();
        return Math.sqrt(Math.max(0, finishedBytesSquared / finishedTransfers - mean * mean));
    }
}
