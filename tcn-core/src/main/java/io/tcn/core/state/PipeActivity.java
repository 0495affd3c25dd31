// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

import io.tcn.core.model.SizeHistogram;

/// What a pipe does now and has done since the start; immutable. Made by [Builder], which names each value.
///
/// @param atNanos monotonic time of this record
/// @param activeTransfers transfers that use connections
/// @param activeConnections connections in use
/// @param queuedTransfers transfers ready to run that wait for a connection
/// @param queuedBytes summed size of those of them that are in memory and may start next: a lower bound of what is
///     queued, for the rest lies in the store
/// @param queuedSizes how large they are; files of unknown size are left out, as in the sum
/// @param waitingTransfers transfers that wait for predecessors, and on a pipe where nothing may start what is queued,
///     too
/// @param heldTransfers those of them that are queued
/// @param blockedConnections connections that n and what is queued would have, and that limits and bounds do not let
///     open
/// @param connectionSeconds integral of the active connections over time, up to `atNanos`
/// @param finishedTransfers transfers that finished
/// @param finishedBytes their summed size
/// @param finishedBytesSquared sum of the squares of their sizes
/// @param finishedSizes how large they were
/// @param finishedSeconds how long they took in all, each from the moment at which its last attempt began to move
///     bytes
/// @param failedAttempts attempts that failed, for good or to be retried
/// @param retryableFailures those of them whose error another attempt may mend, whether there was one or not;
///     without those that only the server's stop ended
/// @param retries attempts that failed and were put back for another try; without those that only the server's stop
///     ended
/// @param failedTransfers transfers that failed for good
/// @param canceledTransfers transfers that were cancelled
public record PipeActivity(
        long atNanos,
        int activeTransfers,
        int activeConnections,
        int queuedTransfers,
        long queuedBytes,
        SizeHistogram queuedSizes,
        int waitingTransfers,
        int heldTransfers,
        int blockedConnections,
        double connectionSeconds,
        long finishedTransfers,
        long finishedBytes,
        double finishedBytesSquared,
        SizeHistogram finishedSizes,
        double finishedSeconds,
        long failedAttempts,
        long retryableFailures,
        long retries,
        long failedTransfers,
        long canceledTransfers) {
    /// A pipe that has done nothing yet.
    public static PipeActivity idleAt(long nanos) {
        return at(nanos).build();
    }

    /// A record of this moment in the making; what is not set is 0.
    public static Builder at(long nanos) {
        return new Builder(nanos);
    }

    /// Transfers that are ready to run and do not, whether they wait for a connection or for whoever lets nothing
    /// start.
    public int readyTransfers() {
        return queuedTransfers + heldTransfers;
    }

    /// Transfers that wait for predecessors.
    public int waitingForOthers() {
        return waitingTransfers - heldTransfers;
    }

    /// Integral of the active connections over time up to a later moment, in connection-seconds.
    public double connectionSecondsAt(long nanos) {
        return connectionSeconds + activeConnections * ((nanos - atNanos) / 1e9);
    }

    /// Collects what a pipe does, each value by its name.
    public static final class Builder {
        private final long atNanos;
        private int activeTransfers;
        private int activeConnections;
        private int queuedTransfers;
        private long queuedBytes;
        private SizeHistogram queuedSizes = SizeHistogram.NONE;
        private int waitingTransfers;
        private int heldTransfers;
        private int blockedConnections;
        private double connectionSeconds;
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

        private Builder(long atNanos) {
            this.atNanos = atNanos;
        }

        public Builder activeTransfers(int value) {
            activeTransfers = value;
            return this;
        }

        public Builder activeConnections(int value) {
            activeConnections = value;
            return this;
        }

        public Builder queuedTransfers(int value) {
            queuedTransfers = value;
            return this;
        }

        public Builder queuedBytes(long value) {
            queuedBytes = value;
            return this;
        }

        public Builder queuedSizes(SizeHistogram value) {
            queuedSizes = value;
            return this;
        }

        public Builder waitingTransfers(int value) {
            waitingTransfers = value;
            return this;
        }

        public Builder heldTransfers(int value) {
            heldTransfers = value;
            return this;
        }

        public Builder blockedConnections(int value) {
            blockedConnections = value;
            return this;
        }

        public Builder connectionSeconds(double value) {
            connectionSeconds = value;
            return this;
        }

        public Builder finishedTransfers(long value) {
            finishedTransfers = value;
            return this;
        }

        public Builder finishedBytes(long value) {
            finishedBytes = value;
            return this;
        }

        public Builder finishedBytesSquared(double value) {
            finishedBytesSquared = value;
            return this;
        }

        public Builder finishedSizes(SizeHistogram value) {
            finishedSizes = value;
            return this;
        }

        public Builder finishedSeconds(double value) {
            finishedSeconds = value;
            return this;
        }

        public Builder failedAttempts(long value) {
            failedAttempts = value;
            return this;
        }

        public Builder retryableFailures(long value) {
            retryableFailures = value;
            return this;
        }

        public Builder retries(long value) {
            retries = value;
            return this;
        }

        public Builder failedTransfers(long value) {
            failedTransfers = value;
            return this;
        }

        public Builder canceledTransfers(long value) {
            canceledTransfers = value;
            return this;
        }

        public PipeActivity build() {
            return new PipeActivity(
                    atNanos,
                    activeTransfers,
                    activeConnections,
                    queuedTransfers,
                    queuedBytes,
                    queuedSizes,
                    waitingTransfers,
                    heldTransfers,
                    blockedConnections,
                    connectionSeconds,
                    finishedTransfers,
                    finishedBytes,
                    finishedBytesSquared,
                    finishedSizes,
                    finishedSeconds,
                    failedAttempts,
                    retryableFailures,
                    retries,
                    failedTransfers,
                    canceledTransfers);
        }
    }
}
