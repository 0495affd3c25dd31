// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.ManualTime;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// A data plane in which each connection of a pipe carries the same rate, whatever others do, and tells of its bytes as
/// storages do: in lumps, every marker period and at the end.
final class SteadyDataPlane implements DataPlane {
    private static final class Copy {
        private final Attempt attempt;
        private final AttemptListener listener;
        private double beganSeconds = Double.NaN;
        private double rateBps;
        private double reportedBytes;

        Copy(Attempt attempt, AttemptListener listener) {
            this.attempt = attempt;
            this.listener = listener;
        }
    }

    private final ManualTime time;
    private final Duration preparing;
    private final Duration marker;
    private final Duration verifying;
    private final Map<PipeId, Double> rates = new HashMap<>();
    private final Map<AttemptId, Copy> copies = new LinkedHashMap<>();
    private final Map<PipeId, Double> reported = new HashMap<>();
    private final Map<LimitId, Double> reportedOfLimits = new HashMap<>();
    private final Map<PipeId, Double> ended = new HashMap<>();
    private final Map<PipeId, Integer> starts = new HashMap<>();
    private int movingCopies;

    /// @param marker time between two reports of a copy; zero if it is always known what has moved
    SteadyDataPlane(ManualTime time, Duration preparing, Duration marker, Duration verifying) {
        this.time = time;
        this.preparing = preparing;
        this.marker = marker;
        this.verifying = verifying;
    }

    /// Sets what one connection of a pipe carries from now on, for copies that begin.
    void carries(PipeId pipe, double connectionBps) {
        rates.put(pipe, connectionBps);
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        Copy copy = new Copy(attempt, listener);
        copies.put(attempt.id(), copy);
        starts.merge(pipe(copy), 1, Integer::sum);
        time.schedule(preparing, () -> {
            if (copies.containsKey(attempt.id())) {
                listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), 1);
            }
        });
    }

    @Override
    public void proceed(AttemptId attempt) {
        Copy copy = copies.get(attempt);
        if (copy == null) {
            return;
        }
        copy.beganSeconds = seconds();
        copy.rateBps = rates.getOrDefault(pipe(copy), 16e6);
        movingCopies++;
        report(copy);
        double moves = 8.0 * copy.attempt.transfer().sizeBytes() / copy.rateBps;
        time.schedule(nanos(moves), () -> {
            if (copies.containsKey(attempt)) {
                reportedUpTo(copy, (double) copy.attempt.transfer().sizeBytes());
                ended.merge(pipe(copy), (double) copy.attempt.transfer().sizeBytes(), Double::sum);
                copy.beganSeconds = Double.NaN;
                movingCopies--;
                time.schedule(verifying, () -> {
                    copies.remove(attempt);
                    copy.listener.finished(attempt, copy.attempt.transfer().sizeBytes(), null);
                });
            }
        });
    }

    private void report(Copy copy) {
        if (marker.isZero()) {
            return;
        }
        time.schedule(marker, () -> {
            if (copies.containsKey(copy.attempt.id()) && !Double.isNaN(copy.beganSeconds)) {
                reportedUpTo(copy, bytesOf(copy));
                report(copy);
            }
        });
    }

    private void reportedUpTo(Copy copy, double bytes) {
        reported.merge(pipe(copy), bytes - copy.reportedBytes, Double::sum);
        TransferLimit limit = copy.attempt.transfer().options().limit();
        if (limit != null) {
            reportedOfLimits.merge(limit.id(), bytes - copy.reportedBytes, Double::sum);
        }
        copy.reportedBytes = bytes;
    }

    private double bytesOf(Copy copy) {
        return Double.isNaN(copy.beganSeconds) ? 0 : (seconds() - copy.beganSeconds) * copy.rateBps / 8;
    }

    private static PipeId pipe(Copy copy) {
        return copy.attempt.transfer().pipe();
    }

    private double seconds() {
        return time.nanoTime() / 1e9;
    }

    private static Duration nanos(double seconds) {
        return Duration.ofNanos((long) Math.ceil(seconds * 1e9));
    }

    @Override
    public void cancel(AttemptId attempt) {
        throw new UnsupportedOperationException("nobody cancels");
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        return 1;
    }

    @Override
    public long movedBytes(LimitId limit) {
        return reportedOfLimits.getOrDefault(limit, 0.0).longValue();
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return marker.isZero()
                ? (long) trueBytes(pipe)
                : reported.getOrDefault(pipe, 0.0).longValue();
    }

    /// What a pipe has really moved.
    double trueBytes(PipeId pipe) {
        double bytes = ended.getOrDefault(pipe, 0.0);
        for (Copy copy : copies.values()) {
            if (pipe(copy).equals(pipe)) {
                bytes += bytesOf(copy);
            }
        }
        return bytes;
    }

    /// How many attempts of a pipe were started.
    int startsOf(PipeId pipe) {
        return starts.getOrDefault(pipe, 0);
    }

    /// Transfers whose bytes move now.
    int moving() {
        return movingCopies;
    }

    /// What all pipes carry now, in bit/s.
    double carriedBps() {
        double sum = 0;
        for (Copy copy : copies.values()) {
            sum += Double.isNaN(copy.beganSeconds) ? 0 : copy.rateBps;
        }
        return sum;
    }

    int running() {
        return copies.size();
    }
}
