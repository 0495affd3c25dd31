// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.SizeHistogram;
import io.tcn.core.state.PipeActivity;

/// What has happened on a pipe since it was declared, and how much is queued and waits there. Mutable; owned by the
/// dispatch loop.
final class PipeCounters {
    private int queued;
    private int waiting;
    private long finishedTransfers;
    private long finishedBytes;
    private double finishedBytesSquared;
    private SizeHistogram finishedSizes = SizeHistogram.NONE;
    private double finishedSeconds;
    private long failedAttempts;
    private long retryableFailures;
    private long retries;
    private long failedTransfers;
    private long canceledTransfers;

    int queued() {
        return Math.max(0, queued);
    }

    /// Whether nothing is queued and nothing waits.
    boolean isNothingOpen() {
        return queued <= 0 && waiting <= 0;
    }

    void addQueued(int change) {
        // May pass below zero for a moment: a cancellation and a retry of the same transfer may cross each other.
        queued += change;
    }

    void addWaiting(int change) {
        waiting += change;
    }

    void finished(long sizeBytes, double seconds) {
        long known = Math.max(0, sizeBytes);
        finishedTransfers++;
        finishedBytes += known;
        finishedBytesSquared += (double) known * known;
        finishedSizes = sizeBytes < 0 ? finishedSizes : finishedSizes.plus(sizeBytes);
        finishedSeconds += seconds;
    }

    void failedAttempt(boolean retryable) {
        failedAttempts++;
        if (retryable) {
            retryableFailures++;
        }
    }

    void retry() {
        retries++;
    }

    void failed() {
        failedTransfers++;
    }

    void canceled() {
        canceledTransfers++;
    }

    /// How long the bytes of a transfer move, on average, in seconds; infinite if none has finished. Those that run
    /// count with what they have run so far: the first to finish are the shortest, and would speak for all.
    ///
    /// @param connectionSeconds for how long connections of the pipe have moved bytes so far, in connection-seconds
    double fileSeconds(double connectionSeconds) {
        return finishedTransfers > 0
                ? Math.max(finishedSeconds, connectionSeconds) / finishedTransfers
                : Double.POSITIVE_INFINITY;
    }

    /// What the pipe has done and has queued; what it does now is left to be told.
    ///
    /// @param sizes of what is queued and in memory
    /// @param nothingStarts whether what is queued has to wait for an operator
    PipeActivity.Builder activity(long nowNanos, QueuedSizes sizes, boolean nothingStarts) {
        return PipeActivity.at(nowNanos)
                .queuedTransfers(nothingStarts ? 0 : queued())
                .queuedBytes(nothingStarts ? 0 : sizes.bytes())
                .queuedSizes(nothingStarts ? SizeHistogram.NONE : sizes.histogram())
                .waitingTransfers(Math.max(0, waiting) + (nothingStarts ? queued() : 0))
                .heldTransfers(nothingStarts ? queued() : 0)
                .finishedTransfers(finishedTransfers)
                .finishedBytes(finishedBytes)
                .finishedBytesSquared(finishedBytesSquared)
                .finishedSizes(finishedSizes)
                .finishedSeconds(finishedSeconds)
                .failedAttempts(failedAttempts)
                .retryableFailures(retryableFailures)
                .retries(retries)
                .failedTransfers(failedTransfers)
                .canceledTransfers(canceledTransfers);
    }

    @Override
    public String toString() {
        return "queued=" + queued + " waiting=" + waiting;
    }
}
