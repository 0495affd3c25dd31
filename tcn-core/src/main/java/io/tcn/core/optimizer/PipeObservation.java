// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.SizeHistogram;

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
/// @param movingConnections those of the connections open at its end that have moved bytes within the interval, as the
///     data plane was told; [#UNKNOWN] if it was not
/// @param queuedBytes summed size of the queued transfers that dispatch holds in memory and may start next: a lower
///     bound of what waits, and all of it where few wait
/// @param queuedSizes how large those files are; those of unknown size are in neither
/// @param finishedSizes how large the files were that finished within the interval
/// @param blockedConnections connections that n and the queued transfers would have had at its end, and that limits and
///     bounds did not let open
/// @param rttSeconds round-trip time of the pipe's connections, in seconds; NaN if it is not known
/// @param lossRatio part of the segments sent within the interval that were lost and sent again, 0 to 1; NaN if it is
///     not known
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
        double finishedSeconds,
        int movingConnections,
        long queuedBytes,
        SizeHistogram queuedSizes,
        SizeHistogram finishedSizes,
        int blockedConnections,
        double rttSeconds,
        double lossRatio) {
    /// As a number of moving connections: nobody knows it.
    public static final int UNKNOWN = -1;

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
        if (movingConnections < UNKNOWN || queuedBytes < 0) {
            throw new IllegalArgumentException("moving connections and queued bytes of pipe " + pipe.id()
                    + " must be zero or more, given were " + movingConnections + " and " + queuedBytes);
        }
        if (blockedConnections < 0) {
            throw new IllegalArgumentException("blocked connections of pipe " + pipe.id()
                    + " must be zero or more, given were " + blockedConnections);
        }
        if (rttSeconds < 0 || Double.isInfinite(rttSeconds) || lossRatio < 0 || lossRatio > 1) {
            throw new IllegalArgumentException("of pipe " + pipe.id() + " the round-trip time must be zero or more"
                    + " seconds and the loss a part, 0 to 1, or NaN for not known; given were " + rttSeconds + " and "
                    + lossRatio);
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

    /// The part of the segments that was lost; 0 where it is not known, for laws that charge for it.
    public double lossRatioOrZero() {
        return Double.isNaN(lossRatio) ? 0 : lossRatio;
    }

    /// Whether there was anything to move: an idle pipe teaches nothing about the network.
    public boolean hasWork() {
        return activeTransfers > 0 || queuedTransfers > 0 || movedBytes > 0;
    }
}
