// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.PipeObservationBuilder;
import io.tcn.core.optimizer.StageActivity;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.PathCounts;
import io.tcn.core.port.StageTotals;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Measures what each pipe does within a control interval, from counters that grow: bytes moved (those of running
/// transfers included, and those that storages have not reported yet), connection-seconds, transfers ended, and what
/// the stages of staged copies did.
/// Between the ends of an interval it takes samples, from which the spread of the throughput follows. Used by
/// one thread; cost per sample and per interval: O(pipes).
final class IntervalMeter {
    private static final double NANOS = 1e9;

    private static final class Counters {
        private long bytes;
        private long sampledBytes;
        private long reportedBytes;
        private double connectionSeconds;
        private PipeActivity activity;
        private PathCounts path = PathCounts.NONE;
        private StageTotals stages = StageTotals.NONE;
        private int samples;
        private double sampleMean;
        private double sampleSquares;

        private Counters(PipeActivity activity) {
            this.activity = activity;
        }
    }

    private final TransportControlState state;
    private final DataPlane dataPlane;
    private final Map<PipeId, Counters> counters = new HashMap<>();
    private long startNanos;
    private long sampledNanos;

    IntervalMeter(TransportControlState state, DataPlane dataPlane, long nowNanos) {
        this.state = state;
        this.dataPlane = dataPlane;
        this.startNanos = nowNanos;
        this.sampledNanos = nowNanos;
    }

    /// Begins the first interval; whatever happened before is left out.
    ///
    /// @return how the pipes stand, with nothing measured
    List<PipeObservation> begin(StateSnapshot snapshot, long nowNanos) {
        counters.clear();
        startNanos = nowNanos;
        sampledNanos = nowNanos;
        List<PipeObservation> observations = new ArrayList<>(snapshot.pipes().size());
        for (Pipe pipe : snapshot.pipes().values()) {
            countersOf(pipe.id(), nowNanos);
            PipeActivity activity = state.activityOf(pipe.id());
            observations.add(standing(pipe, snapshot, activity).build());
        }
        return observations;
    }

    /// Takes a sample within an interval. Welford's running mean and sum of squared deviations.
    void sample(StateSnapshot snapshot, long nowNanos) {
        double seconds = (nowNanos - sampledNanos) / 1e9;
        if (!(seconds > 0)) {
            return;
        }
        sampledNanos = nowNanos;
        for (Pipe pipe : snapshot.pipes().values()) {
            Counters c = counters.get(pipe.id());
            if (c == null) {
                // Of a new pipe nothing is known yet: its first sample is the next one.
                countersOf(pipe.id(), nowNanos);
                continue;
            }
            long bytes = look(c, pipe.id());
            double rate = 8.0 * Math.max(0, bytes - c.sampledBytes) / seconds;
            c.sampledBytes = bytes;
            c.samples++;
            double deviation = rate - c.sampleMean;
            c.sampleMean += deviation / c.samples;
            c.sampleSquares += deviation * (rate - c.sampleMean);
        }
    }

    /// Length of the interval so far, in nanoseconds.
    long lengthNanos(long nowNanos) {
        return nowNanos - startNanos;
    }

    /// Ends the interval and begins the next one.
    List<PipeObservation> endInterval(StateSnapshot snapshot, long nowNanos) {
        sample(snapshot, nowNanos);
        double seconds = (nowNanos - startNanos) / 1e9;
        startNanos = nowNanos;
        List<PipeObservation> observations = new ArrayList<>(snapshot.pipes().size());
        for (Pipe pipe : snapshot.pipes().values()) {
            observations.add(observe(pipe, snapshot, seconds, nowNanos));
        }
        if (counters.size() > observations.size()) {
            counters.keySet().retainAll(snapshot.pipes().keySet());
        }
        return observations;
    }

    private PipeObservation observe(Pipe pipe, StateSnapshot snapshot, double seconds, long nowNanos) {
        Counters c = countersOf(pipe.id(), nowNanos);
        PipeActivity activity = state.activityOf(pipe.id());
        PipeActivity before = hasBegunAnew(c.activity, activity) ? PipeActivity.idleAt(nowNanos) : c.activity;
        double connectionSeconds = activity.connectionSecondsAt(nowNanos);
        // Sampled just now at the same moment: the interval's bytes are those up to the last sample.
        long moved = Math.max(0, c.sampledBytes - c.bytes);
        PathCounts path = dataPlane.pathCounts(pipe.id());
        StageTotals stages = dataPlane.stages(pipe.id());
        double std = c.samples > 1 ? Math.sqrt(c.sampleSquares / (c.samples - 1)) : 0;
        PipeObservation observation = standing(pipe, snapshot, activity)
                .meanActiveConnections(perSecond(Math.max(0, connectionSeconds - c.connectionSeconds), seconds))
                .movedBytes(moved)
                .throughputBps(perSecond(8.0 * moved, seconds))
                .throughputStdBps(std)
                .stages(StageActivity.between(c.stages, stages, seconds))
                .finishedTransfers(activity.finishedTransfers() - before.finishedTransfers())
                .failedAttempts(activity.failedAttempts() - before.failedAttempts())
                .finishedBytes(activity.finishedBytes() - before.finishedBytes())
                .retryableFailures(activity.retryableFailures() - before.retryableFailures())
                .retries(activity.retries() - before.retries())
                .finishedBytesSquared(Math.max(0, activity.finishedBytesSquared() - before.finishedBytesSquared()))
                .finishedSeconds(Math.max(0, activity.finishedSeconds() - before.finishedSeconds()))
                .finishedSizes(activity.finishedSizes().since(before.finishedSizes()))
                .movingConnections(
                        dataPlane.movingConnections(pipe.id(), Duration.ofNanos(Math.round(seconds * NANOS))))
                .rttSeconds(path.rttSeconds())
                .lossRatio(path.lossRatioSince(c.path))
                .build();
        // What was guessed too much is not counted again when it comes.
        c.bytes = Math.max(c.bytes, c.sampledBytes);
        c.connectionSeconds = connectionSeconds;
        c.activity = activity;
        c.path = path;
        c.stages = stages;
        c.samples = 0;
        c.sampleMean = 0;
        c.sampleSquares = 0;
        return observation;
    }

    /// Whether the pipe was removed and declared again meanwhile: nothing that is counted becomes less.
    private static boolean hasBegunAnew(PipeActivity before, PipeActivity now) {
        return now.finishedTransfers() < before.finishedTransfers()
                || now.finishedBytes() < before.finishedBytes()
                || now.failedAttempts() < before.failedAttempts()
                || now.retryableFailures() < before.retryableFailures()
                || now.retries() < before.retries();
    }

    /// How a pipe stands at this moment, without what happened before.
    private static PipeObservationBuilder standing(Pipe pipe, StateSnapshot snapshot, PipeActivity activity) {
        return PipeObservation.of(pipe)
                .decidedConnections(snapshot.control().tuningOf(pipe).connections())
                .activeConnections(activity.activeConnections())
                .activeTransfers(activity.activeTransfers())
                .queuedTransfers(activity.queuedTransfers())
                .queuedBytes(activity.queuedBytes())
                .blockedConnections(activity.blockedConnections())
                .queuedSizes(activity.queuedSizes());
    }

    /// What a pipe has moved until now, reported or not.
    private long look(Counters c, PipeId pipe) {
        long reported = dataPlane.movedBytes(pipe);
        if (reported < c.reportedBytes) {
            // The data plane had forgotten the pipe.
            c.bytes = 0;
            c.sampledBytes = 0;
        }
        c.reportedBytes = reported;
        return reported + dataPlane.outstandingBytes(pipe);
    }

    /// In no time nothing moved: the loop may begin at the very moment at which the meter was made.
    private static double perSecond(double value, double seconds) {
        return seconds > 0 ? value / seconds : 0;
    }

    /// Counters of a pipe; those of a new pipe begin now.
    private Counters countersOf(PipeId pipe, long nowNanos) {
        Counters known = counters.get(pipe);
        if (known != null) {
            return known;
        }
        PipeActivity activity = state.activityOf(pipe);
        Counters fresh = new Counters(activity);
        fresh.bytes = look(fresh, pipe);
        fresh.sampledBytes = fresh.bytes;
        fresh.stages = dataPlane.stages(pipe);
        fresh.connectionSeconds = activity.connectionSecondsAt(nowNanos);
        fresh.path = dataPlane.pathCounts(pipe);
        counters.put(pipe, fresh);
        return fresh;
    }
}
