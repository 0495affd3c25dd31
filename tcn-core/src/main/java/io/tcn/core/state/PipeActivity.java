// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.state;

/// What a pipe does now and has done since the start; immutable.
///
/// @param atNanos monotonic time of this record
/// @param activeTransfers transfers that use connections
/// @param activeConnections connections in use
/// @param queuedTransfers transfers ready to run that wait for a connection
/// @param waitingTransfers transfers that wait for predecessors
/// @param connectionSeconds integral of the active connections over time, up to `atNanos`
/// @param finishedTransfers transfers that finished
/// @param finishedBytes their summed size
/// @param failedAttempts attempts that failed, for good or to be retried
/// @param failedTransfers transfers that failed for good
/// @param canceledTransfers transfers that were cancelled
public record PipeActivity(
        long atNanos,
        int activeTransfers,
        int activeConnections,
        int queuedTransfers,
        int waitingTransfers,
        double connectionSeconds,
        long finishedTransfers,
        long finishedBytes,
        long failedAttempts,
        long failedTransfers,
        long canceledTransfers) {
    /// A pipe that has done nothing yet.
    public static PipeActivity idleAt(long nanos) {
        return new PipeActivity(nanos, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /// Integral of the active connections over time up to a later moment, in connection-seconds.
    public double connectionSecondsAt(long nanos) {
        return connectionSeconds + activeConnections * ((nanos - atNanos) / 1e9);
    }
}
