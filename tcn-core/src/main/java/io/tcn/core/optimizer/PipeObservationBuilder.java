// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.SizeHistogram;

/// Collects what was seen of a pipe, each value by its name; what is not set is 0, or not known where an observation
/// can say that. The values are those of [PipeObservation].
public final class PipeObservationBuilder {
    private Pipe pipe;
    private int decidedConnections;
    private double meanActiveConnections;
    private int activeConnections;
    private int activeTransfers;
    private int queuedTransfers;
    private long movedBytes;
    private double throughputBps;
    private double throughputStdBps;
    private StageActivity stages = StageActivity.NONE;
    private long finishedTransfers;
    private long failedAttempts;
    private long finishedBytes;
    private long retryableFailures;
    private long retries;
    private double finishedBytesSquared;
    private double finishedSeconds;
    private int movingConnections = PipeObservation.UNKNOWN;
    private long queuedBytes;
    private SizeHistogram queuedSizes = SizeHistogram.NONE;
    private SizeHistogram finishedSizes = SizeHistogram.NONE;
    private int blockedConnections;
    private double rttSeconds = Double.NaN;
    private double lossRatio = Double.NaN;

    PipeObservationBuilder(Pipe pipe) {
        this.pipe = pipe;
    }

    PipeObservationBuilder(PipeObservation seen) {
        pipe = seen.pipe();
        decidedConnections = seen.decidedConnections();
        meanActiveConnections = seen.meanActiveConnections();
        activeConnections = seen.activeConnections();
        activeTransfers = seen.activeTransfers();
        queuedTransfers = seen.queuedTransfers();
        movedBytes = seen.movedBytes();
        throughputBps = seen.throughputBps();
        throughputStdBps = seen.throughputStdBps();
        stages = seen.stages();
        finishedTransfers = seen.finishedTransfers();
        failedAttempts = seen.failedAttempts();
        finishedBytes = seen.finishedBytes();
        retryableFailures = seen.retryableFailures();
        retries = seen.retries();
        finishedBytesSquared = seen.finishedBytesSquared();
        finishedSeconds = seen.finishedSeconds();
        movingConnections = seen.movingConnections();
        queuedBytes = seen.queuedBytes();
        queuedSizes = seen.queuedSizes();
        finishedSizes = seen.finishedSizes();
        blockedConnections = seen.blockedConnections();
        rttSeconds = seen.rttSeconds();
        lossRatio = seen.lossRatio();
    }

    public PipeObservationBuilder pipe(Pipe value) {
        pipe = value;
        return this;
    }

    public PipeObservationBuilder decidedConnections(int value) {
        decidedConnections = value;
        return this;
    }

    public PipeObservationBuilder meanActiveConnections(double value) {
        meanActiveConnections = value;
        return this;
    }

    public PipeObservationBuilder activeConnections(int value) {
        activeConnections = value;
        return this;
    }

    public PipeObservationBuilder activeTransfers(int value) {
        activeTransfers = value;
        return this;
    }

    public PipeObservationBuilder queuedTransfers(int value) {
        queuedTransfers = value;
        return this;
    }

    public PipeObservationBuilder movedBytes(long value) {
        movedBytes = value;
        return this;
    }

    public PipeObservationBuilder throughputBps(double value) {
        throughputBps = value;
        return this;
    }

    public PipeObservationBuilder throughputStdBps(double value) {
        throughputStdBps = value;
        return this;
    }

    public PipeObservationBuilder stages(StageActivity value) {
        stages = value;
        return this;
    }

    public PipeObservationBuilder finishedTransfers(long value) {
        finishedTransfers = value;
        return this;
    }

    public PipeObservationBuilder failedAttempts(long value) {
        failedAttempts = value;
        return this;
    }

    public PipeObservationBuilder finishedBytes(long value) {
        finishedBytes = value;
        return this;
    }

    public PipeObservationBuilder retryableFailures(long value) {
        retryableFailures = value;
        return this;
    }

    public PipeObservationBuilder retries(long value) {
        retries = value;
        return this;
    }

    public PipeObservationBuilder finishedBytesSquared(double value) {
        finishedBytesSquared = value;
        return this;
    }

    public PipeObservationBuilder finishedSeconds(double value) {
        finishedSeconds = value;
        return this;
    }

    public PipeObservationBuilder movingConnections(int value) {
        movingConnections = value;
        return this;
    }

    public PipeObservationBuilder queuedBytes(long value) {
        queuedBytes = value;
        return this;
    }

    public PipeObservationBuilder queuedSizes(SizeHistogram value) {
        queuedSizes = value;
        return this;
    }

    public PipeObservationBuilder finishedSizes(SizeHistogram value) {
        finishedSizes = value;
        return this;
    }

    public PipeObservationBuilder blockedConnections(int value) {
        blockedConnections = value;
        return this;
    }

    public PipeObservationBuilder rttSeconds(double value) {
        rttSeconds = value;
        return this;
    }

    public PipeObservationBuilder lossRatio(double value) {
        lossRatio = value;
        return this;
    }

    /// @throws IllegalArgumentException if a value makes no sense
    public PipeObservation build() {
        return new PipeObservation(
                pipe,
                decidedConnections,
                meanActiveConnections,
                activeConnections,
                activeTransfers,
                queuedTransfers,
                movedBytes,
                throughputBps,
                throughputStdBps,
                stages,
                finishedTransfers,
                failedAttempts,
                finishedBytes,
                retryableFailures,
                retries,
                finishedBytesSquared,
                finishedSeconds,
                movingConnections,
                queuedBytes,
                queuedSizes,
                finishedSizes,
                blockedConnections,
                rttSeconds,
                lossRatio);
    }
}
