// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.Pipe;

/// What was seen of one pipe during a control interval. Made by [PipeObservationBuilder], which names each value.
///
/// @param pipe the pipe
/// @param decidedConnections n that was in force during the interval
/// @param meanActiveConnections connections that were really open, averaged over the interval
/// @param activeConnections connections open at its end
/// @param activeTransfers transfers running at its end
/// @param queuedTransfers transfers that waited for a connection at its end
/// @param movedBytes bytes that moved within the interval, those of running transfers included
/// @param throughputBps the same as a rate in bit/s
/// @param throughputStdBps standard deviation of the rate over the samples within the interval, in bit/s; 0 if
///     there was one sample only
/// @param stages what the stages of copies did that pass through TCN in stages; [StageActivity#NONE] where none did
/// @param finishedTransfers transfers that finished within the interval
/// @param failedAttempts attempts that failed within the interval, for whatever reason
/// @param finishedBytes summed size of the transfers that finished within the interval
/// @param retryableFailures those of the failed attempts whose error another attempt may mend, whether there was
///     one or not; those that only the server's stop ended are left out
/// @param retries attempts that failed and were put back for another try; those that only the server's stop ended
///     are left out
/// @param finishedBytesSquared sum of the squares of the sizes of the transfers that finished within the interval
/// @param finishedSeconds how long the transfers that finished within the interval took, from the moment at which
///     the last attempt began to move bytes to its end, summed
public record PipeObservation(
        Pipe pipe,
        int decidedConnections,
        double meanActiveConnections,
        int activeConnections,
        int activeTransfers,
        int queuedTransfers,
        long movedBytes,
        double throughputBps,
        double throughputStdBps,
        StageActivity stages,
        long finishedTransfers,
        long failedAttempts,
        long finishedBytes,
        long retryableFailures,
        long retries,
        double finishedBytesSquared,
        double finishedSeconds) {
    public PipeObservation {
        if (!(throughputBps >= 0) || Double.isInfinite(throughputBps)) {
            throw new IllegalArgumentException(
                    "throughput of pipe " + pipe.id() + " must be zero or more bit/s, given was " + throughputBps);
        }
        if (!(finishedBytesSquared >= 0)
                || Double.isInfinite(finishedBytesSquared)
                || !(finishedSeconds >= 0)
                || Double.isInfinite(finishedSeconds)) {
            throw new IllegalArgumentException("sums over the finished transfers of pipe " + pipe.id()
                    + " must be zero or more, given were " + finishedBytesSquared + " bytes squared and "
                    + finishedSeconds + " s");
        }
    }

    /// An observation of a pipe in the making, of which nothing was seen yet.
    public static PipeObservationBuilder of(Pipe pipe) {
        return new PipeObservationBuilder(pipe);
    }

    /// The same, to be told in parts otherwise.
    public PipeObservationBuilder toBuilder() {
        return new PipeObservationBuilder(this);
    }

    /// The same of a pipe that is declared otherwise.
    public PipeObservation withPipe(Pipe declared) {
        return toBuilder().pipe(declared).build();
    }

    /// Whether there was anything to move: an idle pipe teaches nothing about the network.
    public boolean hasWork() {
        return activeTransfers > 0 || queuedTransfers > 0 || movedBytes > 0;
    }
}
